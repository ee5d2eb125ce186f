// The document of a feed: its episodes; or, without access, one silent episode that says why and how to come back.
// Apps show a feed that answers with an error as broken, and some never ask again.
import { listenersOf, type Audience } from "#server/access/visible.ts";
import type { JoinedFiles } from "#server/media/joined-files.ts";
import type { Parts } from "#server/parts.ts";
import type { Listener } from "./address.ts";
import { coverVersion } from "./cover.ts";
import { listEpisodes } from "./episodes.ts";
import type { FeedSubject } from "./feed-name.ts";
import { archiveFolder, nameCover, noticeFile } from "./file-name.ts";
import { noticeSeconds } from "./notice-audio.ts";
import { words } from "./words.ts";
import { writeFeed, writeNotice } from "./write-rss.ts";

interface Asked {
  listener: Listener;
  subject: FeedSubject;
  /** As it is in the address. */
  file: string;
}

interface Means {
  joined: JoinedFiles;
  notice: Buffer;
}

export async function readFeed(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  { joined, notice }: Means,
  { listener, subject, file }: Asked,
): Promise<string> {
  const { name: archive, publicUrl: link } = config;
  const base = `${link}/api/feed/${listener.token}`;
  const common = {
    ...{ archive, link, base, self: `${base}/${file}`, description: words.about(archive) },
    cover: `${base}/${archiveFolder}/${nameCover(coverVersion(config))}`,
  };
  const now = clock.now();
  const audience = findAudience(listener);
  if (!audience) {
    // the same at every address, whatever was asked for
    const channel = {
      ...common,
      self: `${base}/everything.xml`,
      title: words.channel(archive, null),
      isInOrder: false,
    };
    const audio = { url: `${base}/${archiveFolder}/${noticeFile}`, bytes: notice.length, seconds: noticeSeconds };
    // the same for a day, so that apps which ask often are told that nothing is new
    const at = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
    return writeNotice(channel, { ...describeNotice(listener, archive, link), at, audio });
  }
  const reading = { db, joined, memberId: listener.memberId, audience, now };
  const { title, isInOrder, episodes } = await listEpisodes(reading, subject);
  return writeFeed({ ...common, title: words.channel(archive, title), isInOrder, episodes });
}

/** What this listener may hear; null for one who may not listen. */
export function findAudience({ permission, isEnded }: Listener): Audience | null {
  return isEnded ? null : listenersOf(permission);
}

export function describeNotice({ permission, isEnded }: Listener, archive: string, link: string) {
  const { notice } = words;
  if (isEnded) return { guid: "notice-ended", title: notice.ended, description: notice.endedText(archive, link) };
  const reasons = permission.reasons.map(({ sentence }) => sentence).join(" ");
  return { guid: "notice-no-access", title: notice.noAccess, description: notice.noAccessText(reasons, archive, link) };
}
