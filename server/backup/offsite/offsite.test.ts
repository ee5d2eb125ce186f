import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listExpected } from "#server/backup/expected.ts";
import { markerName } from "#server/media/store/vault.ts";
import { startLocking } from "#server/testing/backups/locking.ts";
import { openOffsite, pieceBytes, restoreFrom } from "#server/testing/backups/offsite.ts";
import { addPeople, addTestVideo, createPlace, openPlace, readFiles, readRows } from "#server/testing/safe.ts";
import { createTestBucket } from "#server/testing/s3.ts";
import { fingerprintOf, makeKeyPair, readKeyFile, seal, unseal } from "./age.ts";
import { listMade, needsKey } from "./backups.ts";
import { namePieces, piecesFolder } from "./names.ts";
import { findLastGood, findLastRun } from "./runs.ts";
import { runTarget } from "./run-target.ts";
import { verifyBucket } from "./verify-bucket.ts";

const dayMs = 86_400_000;
/** These change after the copy of the database is made. */
const ownTables = { backup_run: [], backup_piece: [] };

it("an empty machine gets every row and byte from the bucket and the key alone, also into the other database", async () => {
  const key = randomBytes(32);
  await using offsite = await openOffsite(await createTestBucket());
  await using place = await createPlace("postgres", key);
  // with a master key of its own, as a machine has that was started once
  await using empty = await createPlace("sqlite");
  await using open = await openPlace(place);
  await addPeople(open.db, { count: 3, key });
  await addTestVideo(open, "Canary of a title", 2 * pieceBytes + 1);
  await addTestVideo(open, "Another", 10);
  const first = await offsite.keep(open, place);
  expect(first).toMatchObject({ files: 8, copiedFiles: 8, faults: [], damaged: 0 });
  for (const name of await offsite.listAll()) {
    expect(name).toMatch(/^(stagedoor-backup\.json|pieces\/[0-9a-f]{40}|backups\/[-0-9TZ.]+\.(age|needs))$/);
    expect((await offsite.vault.find(name))?.includes("Canary of a title")).toBe(false);
  }

  const report = await restoreFrom(offsite, empty, { key: offsite.key });
  expect(report).toMatchObject({ isFinished: false, missing: [] });
  await using after = await openPlace(empty);
  expect({ ...(await readRows(after.db)), ...ownTables }).toEqual({ ...(await readRows(open.db)), ...ownTables });
  expect(await readFiles(empty.dataDir)).toEqual(await readFiles(place.dataDir));
  expect(await readFile(empty.masterKeyFile)).toEqual(key);
});

describe("a backup into a bucket", () => {
  it("sends only what is new; goes on after it was stopped; and does not count until it is finished", async () => {
    await using offsite = await openOffsite(await createTestBucket());
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Song", 6 * pieceBytes);
    const stop = new AbortController();
    const stopping = offsite.keep(open, place, { signal: stop.signal });
    await expect.poll(async () => (await offsite.vault.list(piecesFolder)).size, { interval: 20 }).toBeGreaterThan(2);
    stop.abort();
    await expect(stopping).rejects.toThrow(/abort/i);
    expect(await listMade(offsite.vault)).toEqual([]);
    await expect(restoreFrom(offsite, place, { key: offsite.key })).rejects.toThrow(/no finished backup/);

    const whole = await offsite.keep(open, place);
    const there = [...(await offsite.vault.list(piecesFolder)).values()];
    expect(whole.sentBytes).toBeLessThan(there.reduce((sum, { bytes }) => sum + bytes, 0) - 2 * pieceBytes);

    await addTestVideo(open, "Newer", 10);
    expect(await offsite.keep(open, place)).toMatchObject({ files: 8, copiedFiles: 4, damaged: 0 });
  });

  it("finds what is damaged or gone in the bucket, and sends it again", async () => {
    await using offsite = await openOffsite(await createTestBucket());
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Song", 10);
    await offsite.keep(open, place);
    const rule = { recipient: offsite.key.recipient, pieceBytes };
    const [damaged, gone] = (await listExpected(open.db)).flatMap((file) => namePieces(rule, file));
    await offsite.flip(`${piecesFolder}${damaged}`, 1234);
    await offsite.vault.remove(`${piecesFolder}${gone}`);
    const { sentences } = await verifyBucket({ vault: offsite.vault, key: offsite.key });
    expect(sentences).toHaveLength(2);
    expect(await offsite.keep(open, place)).toMatchObject({ damaged: 2, lostPieces: 0, copiedFiles: 2 });
    expect((await verifyBucket({ vault: offsite.vault, key: offsite.key })).sentences).toEqual([]);
  });

  it("that cannot be trusted is refused in a sentence: another archive's, a wrong key, a damaged one", async () => {
    await using offsite = await openOffsite(await createTestBucket());
    await using place = await createPlace("sqlite");
    await using other = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Song", 10);
    await offsite.keep(open, place);
    {
      await using foreign = await openPlace(other);
      await expect(offsite.keep(foreign, other)).rejects.toThrow(/backups of another archive/);
    }
    const wrong = await makeKeyPair();
    const sentence = `the fingerprint ${fingerprintOf(offsite.key.recipient)}`;
    await expect(restoreFrom(offsite, other, { key: wrong })).rejects.toThrow(sentence);
    const [made] = await listMade(offsite.vault);
    await offsite.flip(`backups/${made?.name}.age`, 2000);
    await expect(restoreFrom(offsite, other, { key: offsite.key })).rejects.toThrow(/missing or damaged/);
    await offsite.flip(markerName, 300);
    await expect(offsite.keep(open, place)).rejects.toThrow(/stagedoor-backup.json .* is damaged/);
  });

  it("is deleted by the rule, with the pieces that no kept one needs, and never with others", async () => {
    await using offsite = await openOffsite(await createTestBucket());
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Song", 10);
    // the pieces are as old as the service says, so the backups are of the days to come
    const noon = new Date(new Date().setUTCHours(12, 0, 0, 0)).getTime();
    const days = [0, 0.1, 3, 9].map((n) => new Date(noon + n * dayMs));
    for (const now of days.slice(0, 3)) await offsite.keep(open, place, { now, share: 0 });
    const kept = await listMade(offsite.vault);
    expect(kept.map(({ at }) => at)).toEqual([days[1], days[2]]);
    const older = { vault: offsite.vault, key: offsite.key, name: kept[0]?.name ?? "" };
    expect((await verifyBucket(older)).sentences).toEqual([]);
    const needed = new Set<string>();
    for (const { name } of kept)
      for (const piece of ((await offsite.vault.find(needsKey(name))) ?? "").toString().split("\n")) needed.add(piece);
    for (const name of (await offsite.vault.list(piecesFolder)).keys()) expect(needed).toContain(name);

    // it is not known what a kept one needs: nothing is deleted
    await offsite.flip(needsKey(kept[0]?.name ?? ""), 99);
    const before = (await offsite.vault.list(piecesFolder)).size;
    const { pruned } = await offsite.keep(open, place, { now: days[3] as Date, share: 0 });
    expect(pruned).toMatchObject({ pieces: 0, unknown: [kept[0]?.name] });
    expect((await offsite.vault.list(piecesFolder)).size).toBeGreaterThanOrEqual(before);
  });
});

it("a bucket with object lock protects what each backup needs, also pieces that were sent long ago", async () => {
  await using locking = await startLocking(await createTestBucket(), 30);
  await using offsite = await openOffsite(locking.bucket);
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  await addTestVideo(open, "Song", 10);
  const began = Date.now();
  const keep = (days: number) => offsite.keep(open, place, { now: new Date(began + days * dayMs), share: 0 });
  // new objects are protected by the bucket itself
  expect(await keep(0)).toMatchObject({ protection: { days: 30, isRenewed: true } });
  expect(locking.locked.size).toBe(0);
  await keep(20);
  const files = (await listExpected(open.db)).flatMap((file) =>
    namePieces({ recipient: offsite.key.recipient, pieceBytes }, file),
  );
  const until = files.map((name) => locking.locked.get(`/${locking.bucket.name}/archive/${piecesFolder}${name}`));
  expect(new Set(until.map((text) => Math.round((Date.parse(text ?? "") - began) / dayMs)))).toEqual(new Set([50]));
  locking.refuses = true;
  expect(await keep(40)).toMatchObject({ faults: [], protection: { isRenewed: false } });
});

describe("the target of the settings", () => {
  it("may be a program, which gets the finished backup; how it went is recorded", async () => {
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Song", 10);
    const hook = path.join(place.dataDir, "hook.sh");
    const told = path.join(place.dataDir, "told");
    await writeFile(
      hook,
      `#!/bin/sh\nls "$2" > ${told}; echo "$1" >> ${told}; echo "\${MASTER_KEY_FILE-none}" >> ${told}\n`,
      {
        mode: 0o700,
      },
    );
    const backupDir = path.join(place.dataDir, "backups");
    const backup = { hour: 4, target: "program", recipient: null, bucket: null, hook } as const;
    const config = { ...place, backupDir, backup, timeZone: "UTC" };
    const options = { now: new Date(), program: "test" };
    await runTarget(open, config, options);
    expect(await readFile(told, "utf8")).toBe(
      `manifest.jsonl\nmanifest.jsonl.sha256\nstagedoor.db\n${backupDir}\nnone\n`,
    );
    expect(await findLastGood(open.db)).toMatchObject({ target: "program", state: "good", files: 4 });

    await writeFile(hook, "#!/bin/sh\necho no route to host >&2; exit 3\n", { mode: 0o700 });
    await expect(runTarget(open, config, { ...options, now: new Date() })).rejects.toThrow(/hook\.sh failed: no route/);
    expect(await findLastRun(open.db)).toMatchObject({
      state: "failed",
      sentence: expect.stringContaining("no route"),
    });
    const unset = { ...config, backup: { ...backup, target: "bucket" } as const };
    await expect(runTarget(open, unset, { ...options, now: new Date() })).rejects.toThrow(/bucket .* are not complete/);
  });
});

describe("the key", () => {
  it("opens only what was encrypted for it, and every changed byte is noticed", async () => {
    const key = await makeKeyPair();
    const plain = randomBytes(200_000);
    const sealed = await seal(key.recipient, plain);
    expect(await unseal(key.identity, sealed)).toEqual(plain);
    expect(await unseal((await makeKeyPair()).identity, sealed)).toBeUndefined();
    for (const at of [0, 60, 300, 100_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await unseal(key.identity, changed)).toBeUndefined();
    }
    expect(await unseal(key.identity, sealed.subarray(0, -1))).toBeUndefined();
  });

  it("is read from a file as age-keygen writes it, and a mistyped one is refused", async () => {
    const key = await makeKeyPair();
    expect(await readKeyFile(`# made today\n${key.identity}\n`)).toEqual(key);
    expect(await readKeyFile(key.identity.toLowerCase())).toEqual(key);
    const mistyped = key.identity.replace(/.$/, (last) => (last === "Q" ? "P" : "Q"));
    await expect(readKeyFile(mistyped)).rejects.toThrow(/check digits/);
    await expect(readKeyFile("hello")).rejects.toThrow(/AGE-SECRET-KEY-1/);
  });
});
