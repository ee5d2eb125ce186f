// A data folder with real files and rows in every corner, on either kind of database, and a folder for its backups.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { backUp, type BackupReport } from "#server/backup/backup.ts";
import { tables } from "#server/backup/backup-rows.ts";
import { addRecording, saveAssets, type Asset } from "#server/library/recording.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { keyringFrom } from "#server/keyring.ts";
import { addVideo, newVideoId } from "#server/library/add.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { hashFile, keepFile, keepOriginal, makeScratch, openStore, type Store } from "#server/media/store/store.ts";
import { addJob } from "#server/queue/queue.ts";
import { createTestDatabase, type DatabaseKind } from "./databases.ts";
import { changeLibrary } from "#server/library/version.ts";

export interface Place {
  dataDir: string;
  databaseUrl: string | null;
  masterKeyFile: string;
}

export interface OpenPlace extends AsyncDisposable {
  db: Database;
  store: Store;
}

const now = new Date("2026-02-03T04:05:06.789Z");
const facts = { format: "mp4", durationSeconds: 1, bitsPerSecond: 0, audioTracks: 0, title: null } as const;
const noFacts: Facts = { ...facts, video: null, audio: null, recordedAt: null };
const kinds: Kind[] = ["audio.m4a", "thumbnail", "video-source.mp4"];
export const filesPerVideo = kinds.length + 1;

export async function openTestFolder(): Promise<AsyncDisposable & { path: string }> {
  return mkdtempDisposable(path.join(tmpdir(), "stagedoor-safe-"));
}

/** A place for an archive with nothing in it but its master key. */
export async function createPlace(kind: DatabaseKind, key = randomBytes(32)): Promise<AsyncDisposable & Place> {
  await using stack = new AsyncDisposableStack();
  const { path: dataDir } = stack.use(await openTestFolder());
  const masterKeyFile = path.join(dataDir, "master.key");
  await writeFile(masterKeyFile, key, { mode: 0o600 });
  const made = kind === "postgres" ? stack.use(await createTestDatabase(kind, "empty")).place : null;
  const databaseUrl = made && "url" in made ? made.url : null;
  const kept = stack.move();
  return { dataDir, databaseUrl, masterKeyFile, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

export async function openPlace({ dataDir, databaseUrl }: Place): Promise<OpenPlace> {
  await using stack = new AsyncDisposableStack();
  const place = databaseUrl ? { url: databaseUrl } : { file: path.join(dataDir, "stagedoor.db") };
  const db = stack.use(await openDatabase(place));
  await migrate(db);
  const store = stack.use(await openStore(path.join(dataDir, "media"), { isExpected: false }));
  const kept = stack.move();
  return { db, store, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

export async function addTestVideo(
  { db, store }: Pick<OpenPlace, "db" | "store">,
  title: string,
  bytes = 3000,
): Promise<string> {
  const id = newVideoId();
  await using scratch = await makeScratch(store);
  const from = path.join(scratch.folder, "file");
  await writeFile(from, randomBytes(bytes));
  const original = await hashFile(from);
  await keepOriginal(store, id, from);
  const assets: Asset[] = [];
  for (const kind of kinds) {
    await writeFile(from, randomBytes(Math.ceil(bytes / 3)));
    assets.push({ kind, ...(await keepFile(store, id, { kind, from })), facts: { startSeconds: 0.25 } });
  }
  await changeLibrary(db, async (trx) => {
    await addVideo(trx, { id, title, addDate: now, state: "published", memberId: null }, now);
    await addRecording(trx, { videoId: id, ...original, name: `${title}.mp4`, facts: noFacts }, now);
    await saveAssets(trx, id, assets, now);
  });
  return id;
}

/** People, sessions, sealed texts, work that was deleted: what must come back besides videos. */
export async function addPeople(db: Database, { count, key }: { count: number; key: Buffer }): Promise<void> {
  const keys = keyringFrom(key);
  const at = { created_at: now, seen_at: now };
  for (let n = 0; n < count; n += 1) {
    const [member_id, identity_id] = [`m${n}`, `i${n}`];
    const picture = n % 3 === 0 ? null : Buffer.from([0, 255, n % 256]);
    const blank = { picture_type: null, picture_hash: null, role: null, disabled_at: null };
    await db
      .insertInto("member")
      .values({ id: member_id, name: `Zoë 🎻 ${n}`, picture, ...blank, ...at })
      .execute();
    await db
      .insertInto("identity")
      .values({
        ...{ id: identity_id, member_id, provider: "patreon", provider_user_id: String(n), name: "Zoë" },
        ...{ email_verified: n % 2 === 0, status: "ok", first_seen_at: now, last_sign_in_at: now },
      })
      .execute();
    const access_sealed = keys.seal(`token ${n}`, `provider-token|${identity_id}|access`);
    const none = { refresh_sealed: null, expires_at: null, refresh_lock_until: null };
    await db
      .insertInto("provider_token")
      .values({ identity_id, access_sealed, scopes: JSON.stringify(["a", "b"]), ...none })
      .execute();
    await db
      .insertInto("session")
      .values({
        ...{ id: `s${n}`, token_hash: `hash ${n}`, previous_hash: null, previous_until: null, member_id, identity_id },
        ...{ device: "a browser", rotated_at: now, expires_at: now, ...at },
      })
      .execute();
  }
  const sealed = keys.seal("key-check", "key-check");
  await db.insertInto("secret_setting").values({ name: "key-check", sealed, changed_at: now }).execute();
  for (let n = 0; n < 3; n += 1) await addJob(db, { kind: "note", payload: [{ z: n, a: null }, "\u2028"], now });
  await addJob(db, { kind: "note", payload: null, now });
  await sql`delete from job where id = (select max(id) from job)`.execute(db);
}

export async function keep(place: OpenPlace, folder: string, at = new Date()): Promise<BackupReport> {
  return backUp(place, folder, { now: at, program: "test" });
}

/** Every row of every table, as text. A restore says so in a few places: those are left out. */
export async function readRows(db: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of tables) {
    if (table === "retention" || table === "library") continue;
    const { rows: found } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    const own = found.filter(({ kind }) => kind !== "retention-restored");
    rows[table] = own.map((row) => JSON.stringify(row, sortKeys)).toSorted();
  }
  return rows;
}

/** The order of keys in JSON is nobody's promise. */
function sortKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The checksum of every file of a media folder, by its path. */
export async function readFiles(dataDir: string): Promise<Record<string, string>> {
  const media = path.join(dataDir, "media");
  const found = existsSync(media) ? await readdir(media, { recursive: true, withFileTypes: true }) : [];
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sums: Record<string, string> = {};
  for (const file of files.toSorted()) {
    const name = path.relative(media, file);
    if (/^(store\.json|[0-9a-z]{2}\/.*)$/.test(name)) sums[name] = (await hashFile(file)).sha256;
  }
  return sums;
}

/** Everything of an archive but its key is lost. */
export async function wipe({ dataDir, databaseUrl }: Place): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name !== "master.key") await rm(path.join(dataDir, name), { recursive: true, force: true });
  if (!databaseUrl) return;
  await using db = await openDatabase({ url: databaseUrl });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}
