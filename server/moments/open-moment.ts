// A moment as its link opens it. Everything is decided anew at each request: whether the link works, whether the member who made it
// may still watch, and whether the recording is still there for members.
import { momentLimits } from "#contract/moments/moment-limits.ts";
import { audienceOf } from "#server/access/visible.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import { hashToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { momentAudience } from "./audience.ts";
import { words } from "./words.ts";

type MomentParts = Pick<Parts, "db" | "config" | "clock" | "keys">;

export interface OpenedMoment {
  id: string;
  video: VideoRow;
  fromMs: number;
  toMs: number;
  plays: number;
}

/** The same answer for links that never existed, have ended, are over or are used up. */
export async function getMoment(parts: MomentParts, token: string): Promise<OpenedMoment> {
  const moment = await getStarted(parts, token);
  if (moment.plays >= momentLimits.plays) throw over();
  return moment;
}

/** One play less is left. Returns the key by which its bytes are fetched. */
export async function countPlay(parts: MomentParts, { id }: OpenedMoment): Promise<string> {
  const { db, clock, keys } = parts;
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable("moment")
    .set((row) => ({ plays: row("plays", "+", 1) }))
    .where("id", "=", id)
    .where("plays", "<", momentLimits.plays)
    .where("ended_at", "is", null)
    .where("until", ">", now)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw over();
  // short, because it is a part of an address
  const untilSeconds = Math.floor(now.getTime() / 1000) + momentLimits.playMinutes * 60;
  return keys.seal(untilSeconds.toString(36), purpose(id));
}

/** A play that has been counted, also the last one. */
export async function getPlay(
  parts: MomentParts,
  { token, play }: { token: string; play: string },
): Promise<OpenedMoment> {
  const moment = await getStarted(parts, token);
  const untilSeconds = Number.parseInt(parts.keys.unseal(play, purpose(moment.id)) ?? "", 36);
  if (!(untilSeconds * 1000 > parts.clock.now().getTime())) throw over();
  return moment;
}

interface Preview {
  title: string;
  /** Where its page and its picture are, without the host. */
  page: string;
  image: string | null;
}

/** For link previews in chats. Undefined where the link does not work. */
export async function findPreview(parts: MomentParts, token: string): Promise<Preview | undefined> {
  try {
    const { video } = await getMoment(parts, token);
    const image = video.thumbnail_hash === null ? null : `/api/moment/${token}/picture`;
    return { title: video.title, page: `/moment/${token}`, image };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** However often it was played. */
async function getStarted({ db, config, clock }: MomentParts, token: string): Promise<OpenedMoment> {
  const now = clock.now();
  const row = await db
    .selectFrom("moment")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .where("ended_at", "is", null)
    .where("until", ">", now)
    .executeTakeFirst();
  const maker = row && config.moments ? await findMember(db, row.member_id) : undefined;
  if (!row || !maker) throw over();
  const permission = decideFor(maker, await listIdentities(db, maker.id), config, now);
  if (!audienceOf(permission)) throw over();
  const video = await getVideo(db, momentAudience, row.video_id).catch((error: unknown) => {
    throw error instanceof Refusal ? over() : error;
  });
  return { id: row.id, video, fromMs: row.from_ms, toMs: row.to_ms, plays: row.plays };
}

function purpose(id: string): string {
  return `moment|${id}|play`;
}

function over(): Refusal {
  return new Refusal("not-found", words.over);
}
