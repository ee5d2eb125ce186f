// Gives a recording of a seeded archive a large file and a playlist, for the benchmarks of sending files.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#server/database/open.ts";
import { fileOf, openStore } from "#server/media/store/store.ts";

interface SeededMedia {
  /** The address at which members get it. */
  address: string;
  playlistAddress: string;
  file: string;
  playlist: string;
}

/** A file of noise and a playlist. */
export async function addMedia(dataDir: string, fileBytes: number): Promise<SeededMedia> {
  const store = await openStore(path.join(dataDir, "media"), { isExpected: false });
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const { id } = await db
    .selectFrom("video")
    .select("id")
    .where("hidden", "=", false)
    .where("state", "=", "published")
    .limit(1)
    .executeTakeFirstOrThrow();
  const asset = { video_id: id, facts: "{}", made_at: new Date() };
  const large = { kind: "video-source.mp4" as const, sha256: "a".repeat(64), bytes: fileBytes };
  const file = fileOf(store, id, large);
  await mkdir(path.dirname(file), { recursive: true });
  await writeNoise(file, fileBytes);
  const playlist = Array.from(
    { length: 900 },
    (_, n) => `#EXTINF:4,\n#EXT-X-BYTERANGE:1000000@${n * 1_000_000}\nvideo-source.mp4`,
  ).join("\n");
  const list = { kind: "video-source.m3u8" as const, sha256: "b".repeat(64), bytes: playlist.length };
  await writeFile(fileOf(store, id, list), playlist);
  await db
    .insertInto("asset")
    .values([
      { ...asset, ...large },
      { ...asset, ...list },
    ])
    .execute();
  const address = (kind: string) => `/api/media/${id}/${kind}`;
  return { address: address(large.kind), playlistAddress: address(list.kind), file, playlist };
}

async function writeNoise(file: string, fileBytes: number): Promise<void> {
  const target = createWriteStream(file);
  const noise = randomBytes(2 ** 20);
  for (let written = 0; written < fileBytes; written += noise.length)
    if (!target.write(noise)) await once(target, "drain");
  target.end();
  await once(target, "finish");
}

/** The range that request n asks for: anywhere in the file, with a length between the two limits. */
export function rangeOf(n: number, fileBytes: number, [least, most]: readonly [number, number]): string {
  const bytes = least + ((n * 7919) % (most - least + 1));
  const from = (n * 3_999_971) % (fileBytes - bytes);
  return `bytes=${from}-${from + bytes - 1}`;
}

/** How many bytes those requests ask for on average. */
export function meanBytes(count: number, fileBytes: number, lengths: readonly [number, number]): number {
  const each = Array.from({ length: count }, (_, n) => {
    const [from = 0, to = 0] = rangeOf(n, fileBytes, lengths).slice("bytes=".length).split("-").map(Number);
    return to - from + 1;
  });
  return each.reduce((sum, bytes) => sum + bytes, 0) / count;
}
