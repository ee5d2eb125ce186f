// The restore drill: everything except the master key is lost, and the documented commands restore it.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { heavyKinds } from "#server/testing/databases.ts";
import { childEnvironment, commandLine } from "#server/testing/process.ts";
import { publish, scaled, unscaled } from "#server/testing/proof.ts";
import {
  addPeople,
  addTestVideo,
  createPlace,
  openPlace,
  openTestFolder,
  readFiles,
  readRows,
  wipe,
  type Place,
} from "#server/testing/safe.ts";

const videos = scaled(3, 50);
/** The size of an original; the files made from it take as much again. */
const bytes = scaled(30_000, 5_000_000);

it.each(heavyKinds("postgres"))(
  "a lost archive is restored by the commands of the manual, every row and every byte, on %s",
  { timeout: unscaled(300_000, 900_000) },
  async (kind) => {
    const key = randomBytes(32);
    await using backups = await openTestFolder();
    await using place = await createPlace(kind, key);
    let before: unknown[] = [];
    {
      await using open = await openPlace(place);
      await addPeople(open.db, { count: 20, key });
      for (let n = 0; n < videos; n += 1) await addTestVideo(open, `Song ${n}`, bytes);
      before = [await readRows(open.db), await readFiles(place.dataDir)];
    }
    await run(place, "backup", backups.path);
    await wipe(place);
    const began = performance.now();
    await run(place, "restore", backups.path);
    const seconds = (performance.now() - began) / 1000;
    await run(place, "verify");
    await using open = await openPlace(place);
    expect([await readRows(open.db), await readFiles(place.dataDir)]).toEqual(before);
    publish("restore", { drills: 1, videos, megabytes: Math.round((videos * bytes * 2) / 1e6), mostSeconds: seconds });
  },
);

async function run({ dataDir, databaseUrl, masterKeyFile }: Place, command: string, ...args: string[]): Promise<void> {
  expect(readFileSync("docs/backup.md", "utf8")).toContain(`stagedoor ${command}`);
  const env = { ...childEnvironment, DATA_DIR: dataDir, MASTER_KEY_FILE: masterKeyFile };
  await promisify(execFile)(process.execPath, [commandLine, command, ...args], {
    env: { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
}
