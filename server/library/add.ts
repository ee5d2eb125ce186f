// Adds the row of a new recording. Its files are handled elsewhere.
import { randomBytes } from "node:crypto";
import type { OnlyKnown } from "#contract/dates/dates.ts";
import type { VideoState } from "#server/database/tables.ts";
import { recordChange } from "#server/history/log.ts";
import { indexDescription, markRead } from "#server/library/search/index-text.ts";
import { foldTitle, makeTitle } from "./title.ts";
import type { LockedTrx } from "./version.ts";

interface NewVideo {
  /** Made here when not given: newVideoId() gives one beforehand, for a folder's name. */
  id?: string;
  /** Any text, such as the name of a file: it is made into a title. */
  title: string;
  description?: string;
  addDate: Date;
  /** Only the date of addDate is known. */
  timeMissing?: boolean;
  /** Not even the day of addDate is known. */
  onlyKnown?: OnlyKnown | null;
  durationSeconds?: number | null;
  hidden?: boolean;
  /** The id of the level it needs; the standard if not given. */
  level?: string | null;
  preventAutodelete?: boolean;
  /** There is no video, only audio. */
  audioOnly?: boolean;
  /** "preparing" if not given. */
  state?: VideoState;
  /** The member who added it; null when the archive itself did. */
  memberId: string | null;
}

/** Returns the id. */
export async function addVideo(trx: LockedTrx, video: NewVideo, now: Date): Promise<string> {
  const id = video.id ?? newVideoId();
  const title = makeTitle(video.title);
  await trx
    .insertInto("video")
    .values({
      id,
      title,
      title_folded: foldTitle(title),
      // PostgreSQL takes no zero byte
      description: video.description?.replaceAll("\0", "") ?? "",
      add_date: video.addDate,
      time_missing: video.timeMissing ?? false,
      only_known: video.onlyKnown ?? null,
      duration_seconds: video.durationSeconds ?? null,
      hidden: video.hidden ?? false,
      draft: video.hidden ?? false,
      level: video.level ?? null,
      prevent_autodelete: video.preventAutodelete ?? false,
      audio_only: video.audioOnly ?? false,
      state: video.state ?? "preparing",
      thumbnail_hash: null,
      dominant_color: null,
      peaks: null,
      trashed_at: null,
      created_at: now,
      changed_at: now,
    })
    .execute();
  await indexDescription(trx, id, video.description ?? "");
  await markRead(trx, id);
  await recordChange(trx, { videoId: id, at: now, memberId: video.memberId, before: {}, after: { title } });
  return id;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** 26 lower-case letters and digits (base32) from 16 random bytes. */
export function newVideoId(): string {
  let rest = BigInt(`0x${randomBytes(16).toString("hex")}`) << 2n;
  let id = "";
  for (let place = 0; place < 26; place++) {
    id = alphabet[Number(rest & 31n)] + id;
    rest >>= 5n;
  }
  return id;
}
