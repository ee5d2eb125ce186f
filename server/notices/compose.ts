// Turns a notice into what a channel sends: words, an address of the archive, and the picture of the recording.
import { createHash } from "node:crypto";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import type { Message } from "./channels/channel.ts";
import { isForOwners } from "./kinds.ts";
import type { NoticeRow } from "./spread.ts";
import { words } from "./words.ts";

type ComposeParts = Pick<Parts, "db" | "media" | "config">;

export async function composeMessage(parts: ComposeParts, notice: NoticeRow, deliveryId: number): Promise<Message> {
  const { kind, at, title, text, video_id: videoId } = notice;
  return {
    id: makeId(notice.key, deliveryId),
    kind,
    at,
    title: kind === "trouble" ? words.trouble(title) : kind === "trouble-over" ? words.over(title) : title,
    text,
    url: findUrl(parts.config.publicUrl, notice),
    picture: videoId === null ? null : await readPicture(parts, videoId),
  };
}

export function composeTest({ config }: Pick<Parts, "config">, now: Date): Message {
  const { name, publicUrl } = config;
  const text = words.testText(name);
  const id = makeId(`test:${now.toISOString()}`, 0);
  return { id, kind: "test", at: now, title: words.test, text, url: `${publicUrl}/`, picture: null };
}

/** Tells nothing about the archive, and is the same for every try. */
function makeId(key: string, deliveryId: number): string {
  return createHash("sha256").update(`${key}|${deliveryId}`).digest("hex").slice(0, 25);
}

function findUrl(publicUrl: string, { kind, video_id: id, link }: NoticeRow): string {
  if (link !== null) return link;
  if (kind === "recording" && id !== null) return `${publicUrl}/video/${id}`;
  return isForOwners(kind) ? `${publicUrl}/studio/notices` : `${publicUrl}/`;
}

async function readPicture({ db, media }: ComposeParts, videoId: string): Promise<Buffer | null> {
  const asset = await db
    .selectFrom("asset")
    .select(["sha256", "bytes"])
    .where("video_id", "=", videoId)
    .where("kind", "=", "thumbnail")
    .executeTakeFirst();
  if (!asset) return null;
  const key = keyOf(videoId, nameOf({ kind: "thumbnail", sha256: asset.sha256 }));
  try {
    using opened = await media.store.backend.open(key, { from: 0, to: asset.bytes }, asset);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  } catch {
    // a missing picture must not hold the notice back; the check of the files reports it
    return null;
  }
}
