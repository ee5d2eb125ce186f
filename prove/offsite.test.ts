// Backups in a bucket: bit flips are found without the key and with it, and a , { tags: ["long"] }lost machine is restored from the bucket and
// the key by the command of the manual.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { isGood } from "#server/backup/offsite/check-share.ts";
import { findNeeds, listMade } from "#server/backup/offsite/backups.ts";
import { findMarker } from "#server/backup/offsite/marker.ts";
import { piecesFolder } from "#server/backup/offsite/names.ts";
import { readPieces } from "#server/backup/offsite/pieces.ts";
import { findLastRun } from "#server/backup/offsite/runs.ts";
import { verifyBucket } from "#server/backup/offsite/verify-bucket.ts";
import { openOffsite, pieceBytes, type Offsite } from "#server/testing/backups/offsite.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import {
  addPeople,
  addTestVideo,
  createPlace,
  openPlace,
  openTestFolder,
  readFiles,
  readRows,
  type Place,
} from "#server/testing/safe.ts";
import { createTestBucket } from "#server/testing/s3.ts";
import { commandLine } from "#server/testing/process.ts";

const flips = scaled(6, 1000);
/** Of the backup that is killed. */
const pieces = scaled(4, 30);

it("every flipped bit in the bucket is found", { timeout: unscaled(300_000, 1_800_000) }, async () => {
  const random = createRandom(seed);
  await using offsite = await openOffsite(await createTestBucket());
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  for (let n = 0; n < 3; n += 1) await addTestVideo(open, `Song ${n}`, pieceBytes);
  await offsite.keep(open, place);
  const pieces = await readPieces(open.db);
  const all = await offsite.listAll();
  const missed: string[] = [];
  for (let n = 0; n < flips; n += 1) {
    const name = all[random.below(all.length)] ?? "";
    const bit = random.below(8 * ((await offsite.vault.find(name))?.length ?? 1));
    await offsite.flip(name, bit);
    const piece = pieces.get(name.slice(piecesFolder.length));
    // the server, without the key; and the owner, with it
    const isFound = piece ? !(await isGood(offsite, piece)) : await isNoticed(offsite, name);
    if (!isFound) missed.push(`${name}, bit ${bit}`);
    await offsite.flip(name, bit);
  }
  // several at a time, with the key
  const some = [...pieces.keys()].slice(0, 5);
  for (const name of some) await offsite.flip(piecesFolder + name, random.below(8000));
  expect((await verifyBucket(offsite)).sentences.length).toBeGreaterThan(0);
  publish("offsite", { flips, missed: missed.length });
  expect(missed).toEqual([]);
});

it("a lost machine is restored by the command of the manual", { timeout: unscaled(300_000, 600_000) }, async () => {
  const key = randomBytes(32);
  await using offsite = await openOffsite(await createTestBucket());
  await using place = await createPlace("sqlite", key);
  await using empty = await createPlace("sqlite");
  await using folder = await openTestFolder();
  await rm(empty.masterKeyFile);
  const videos = scaled(2, 50);
  let before: unknown[] = [];
  {
    await using open = await openPlace(place);
    await addPeople(open.db, { count: 5, key });
    for (let n = 0; n < videos; n += 1) await addTestVideo(open, `Song ${n}`, unscaled(30_000, 5_000_000));
    before = [{ ...(await readRows(open.db)), ...ownTables }, await readFiles(place.dataDir)];
  }
  await run(place, offsite, ["backup", "--offsite"]);
  const keyFile = path.join(folder.path, "key.txt");
  await writeFile(keyFile, offsite.key.identity);
  const from = ["--from", `s3://${offsite.bucket.name}/${offsite.bucket.prefix}`, "--key", keyFile];
  const began = performance.now();
  await run(empty, offsite, ["restore", ...from]);
  const seconds = (performance.now() - began) / 1000;
  await using open = await openPlace(empty);
  expect([{ ...(await readRows(open.db)), ...ownTables }, await readFiles(empty.dataDir)]).toEqual(before);
  publish("offsite", { drills: 1, mostSeconds: seconds });
});

it(
  "a backup that is killed goes on with what was sent",
  { tags: ["long"], timeout: unscaled(300_000, 900_000) },
  async () => {
    const random = createRandom(seed);
    await using offsite = await openOffsite(await createTestBucket());
    await using place = await createPlace("sqlite");
    {
      await using open = await openPlace(place);
      // each is one piece
      for (let n = 0; n < pieces; n += 1) await addTestVideo(open, `Song ${n}`, 400_000);
    }
    const count = async () => (await offsite.vault.list(piecesFolder)).size;
    const kills = scaled(1, 20);
    let sent = 0;
    for (let killed = 0; killed < kills; killed += 1) {
      const goal = sent + 1 + random.below(Math.max(1, Math.floor((pieces * 4 - sent) / (2 * kills))));
      const child = spawn(process.execPath, [commandLine, "backup", "--offsite"], {
        env: environmentOf(place, offsite),
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      await waitUntil(async () => child.exitCode !== null || (await count()) >= goal);
      child.kill("SIGKILL");
      await ended;
      await using open = await openPlace(place);
      // otherwise it would be "already running" for half a minute
      await open.db
        .updateTable("job")
        .set({ lease_until: new Date(0) })
        .where("kind", "=", "backup-held")
        .execute();
      const there = await count();
      // nothing that was sent is lost
      expect(there).toBeGreaterThanOrEqual(sent);
      sent = there;
      expect(await listMade(offsite.vault)).toEqual([]);
    }
    await run(place, offsite, ["backup", "--offsite"]);
    await using open = await openPlace(place);
    const { state, bytes, sent_bytes } = (await findLastRun(open.db)) ?? {};
    expect(state).toBe("good");
    expect(sent_bytes ?? 0).toBeLessThan(bytes ?? 0);
    expect((await verifyBucket(offsite)).sentences).toEqual([]);
    publish("offsite", { killedBackups: kills });
  },
);

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** They change while the backup is made. */
const ownTables = { backup_run: [], backup_piece: [], job: [] };

/** Manifest, list of pieces, or marker. */
async function isNoticed(offsite: Offsite, name: string): Promise<boolean> {
  const [made] = await listMade(offsite.vault);
  if (name.endsWith(".needs")) return (await findNeeds(offsite.vault, made?.name ?? "")) === undefined;
  const look = name.endsWith(".age") ? verifyBucket(offsite) : findMarker(offsite.vault);
  return look.then(
    () => false,
    () => true,
  );
}

async function run(place: Place, offsite: Offsite, args: string[]): Promise<void> {
  expect(readFileSync("docs/backup.md", "utf8")).toContain(`stagedoor ${args[0]} ${args[1]}`);
  await promisify(execFile)(process.execPath, [commandLine, ...args], { env: environmentOf(place, offsite) });
}

function environmentOf({ dataDir, masterKeyFile }: Place, { bucket, key }: Offsite) {
  return {
    ...{ PATH: process.env["PATH"], DATA_DIR: dataDir, MASTER_KEY_FILE: masterKeyFile },
    ...{ BACKUP_TARGET: "bucket", BACKUP_RECIPIENT: key.recipient, BACKUP_S3_BUCKET: bucket.name },
    ...{ BACKUP_S3_ENDPOINT: bucket.endpoint ?? "", BACKUP_S3_PREFIX: bucket.prefix },
    BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
}
