// Archives to measure: recordings, members who are signed in, and one recording with a large file.
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Trx } from "#server/database/open.ts";
import { newVideoId } from "#server/library/add.ts";
import { writeCursor } from "#server/library/cursor.ts";
import { foldTitle } from "#server/library/title.ts";
import { lockLibrary } from "#server/library/version.ts";
import { fileOf, openStore } from "#server/media/store/store.ts";
import { saveEntitlement } from "#server/member/membership.ts";
import { openSession } from "#server/member/session.ts";
import type { Request } from "./load.ts";

// Makes the data folder of an archive with a number of recordings and of members who are signed in.

export interface Seeded {
  dataDir: string;
  /** One session token for each member. */
  tokens: string[];
  /** Places all over the list, newest first, to begin a page at. */
  cursors: string[];
}

const placeCount = 64;

export async function seedArchive(folder: string, videoCount: number, memberCount = placeCount): Promise<Seeded> {
  const dataDir = path.join(folder, `archive-${videoCount}-${memberCount}`);
  await mkdir(dataDir);
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  await migrate(db);
  const cursors = await db.transaction().execute((trx) => addVideos(trx, videoCount));
  const tokens = await db
    .transaction()
    .execute((trx) => Promise.all(Array.from({ length: memberCount }, () => addMember(trx))));
  return { dataDir, tokens, cursors };
}

export type Ask = (index: number) => Request;

/** From many members and many addresses, so that the request limits are not reached. */
export function asMembers(tokens: readonly string[], ask: Ask, count = tokens.length): Request[] {
  return Array.from({ length: count }, (_, index) => {
    const request = ask(index);
    const member = index % tokens.length;
    const own = { cookie: `session=${tokens[member]}`, "x-forwarded-for": `10.0.0.${member + 1}` };
    return { ...request, headers: { ...own, ...request.headers } };
  });
}

const words =
  "live night acoustic session summer café rework part one unplugged piano rehearsal encore 東京 late set".split(" ");
const start = Date.UTC(2015, 0, 1);

/** Returns places all over the list. */
export async function addVideos(trx: Trx, count: number): Promise<string[]> {
  await lockLibrary(trx);
  const places: { key: Date; id: string }[] = [];
  const batch = 500;
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, index) => makeRow(from + index));
    await trx.insertInto("video").values(rows).execute();
    places.push(...rows.map(({ add_date, id }) => ({ key: add_date, id })));
    // as in an archive that has been running: else it reads them one by one while something is measured
    const ids = rows.map(({ id }) => id);
    await trx.updateTable("search_text").set({ is_read: true }).where("video_id", "in", ids).execute();
  }
  // spread over the list, each with a full page after it
  const last = places.slice(60);
  return Array.from({ length: placeCount }, (_, index) => last[Math.floor((index * last.length) / placeCount)])
    .filter((place) => place !== undefined)
    .map((place) => writeCursor("newest", place));
}

function makeRow(index: number) {
  const id = newVideoId();
  const title =
    Array.from({ length: 3 + (index % 5) }, (_, place) => words[(index * 7 + place * 3) % words.length]).join(" ") +
    ` ${index}`;
  const at = new Date(start + index * 3_600_000);
  return {
    id,
    title,
    title_folded: foldTitle(title),
    description: "",
    add_date: at,
    time_missing: index % 9 === 0,
    duration_seconds: 60 + ((index * 7919) % 7200),
    hidden: false,
    prevent_autodelete: false,
    state: "published" as const,
    thumbnail_hash: randomBytes(8).toString("hex"),
    dominant_color: `#${randomBytes(3).toString("hex")}`,
    peaks: makePeaks(),
    trashed_at: null,
    created_at: at,
    changed_at: at,
  };
}

/** Rises and falls like music. */
function makePeaks(): string {
  let level = 8;
  return Array.from(randomBytes(64), (byte) => {
    level = Math.min(15, Math.max(1, level + (byte % 5) - 2));
    return level.toString(16);
  }).join("");
}

/** Returns the token of a session. */
export async function addMember(trx: Trx): Promise<string> {
  const now = new Date();
  const memberId = randomUUID();
  const identityId = randomUUID();
  const never = new Date("2099-01-01T00:00:00Z");
  const blank = { picture_type: null, picture: null, picture_hash: null, role: null, disabled_at: null };
  await trx
    .insertInto("member")
    .values({ id: memberId, name: "Member", created_at: now, seen_at: now, ...blank })
    .execute();
  const account = {
    provider: "patreon" as const,
    provider_user_id: identityId,
    name: "Member",
    email_verified: true,
    status: "ok" as const,
  };
  await trx
    .insertInto("identity")
    .values({ id: identityId, member_id: memberId, ...account, first_seen_at: now, last_sign_in_at: now })
    .execute();
  await saveEntitlement(trx, identityId, {
    state: "entitled",
    tierIds: ["1"],
    tierLevel: null,
    tierTitle: "Gold",
    source: "login",
    observedAt: now,
    softUntil: never,
    hardUntil: never,
    firstNegativeAt: null,
    faultSince: null,
    endingSince: null,
  });
  const { token } = await openSession(trx, { memberId, identityId, device: "bench" }, now);
  return token;
}

// Gives a recording of a seeded archive a large file and a playlist, for the benchmarks of sending files.

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
