import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writePlan } from "#server/backup/restore-plan.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openTestFolder } from "#server/testing/safe.ts";
import { commandLine } from "#server/testing/process.ts";
import { changeLibrary } from "#server/library/version.ts";

const execute = promisify(execFile);

it("the command deletes beside a running server what the trash has held for 7 days, and tells it before", async () => {
  await using archive = await openTestArchive();
  const { db } = archive.parts;
  // the server's own run at its start comes first
  await expect
    .poll(() => db.selectFrom("retention").select("last_run_at").executeTakeFirst())
    .toMatchObject({ last_run_at: expect.any(Date) });
  const id = await changeLibrary(db, async (trx) => {
    const video = { title: "Old song", addDate: new Date(), state: "published" as const, memberId: null };
    const added = await addVideo(trx, video, new Date());
    const trashedAt = new Date(Date.now() - 8 * 86_400_000);
    await trx.updateTable("video").set({ trashed_at: trashedAt }).where("id", "=", added).execute();
    return added;
  });
  const run = async (...more: string[]) => {
    const env = { ...process.env, ...archive.environment };
    return (await execute(process.execPath, [commandLine, "retention", ...more], { env })).stdout;
  };
  expect(await run("--dry-run")).toBe(
    `deleted for good    ${id}  Old song\nThis was a dry run: nothing was changed.\n`,
  );
  expect(await db.selectFrom("video").select("id").execute()).toEqual([{ id }]);
  expect(await run()).toBe(`deleted for good    ${id}  Old song\n`);
  expect(await db.selectFrom("video").select("id").execute()).toEqual([]);
  expect(await run()).toBe("There is nothing to delete now.\n");
});

it.each([["retention"], ["move-media", "to-s3"]])(
  "%s refuses to begin in the middle of a restore, and where no archive is, and leaves nothing there",
  async (...command) => {
    await using folder = await openTestFolder();
    const bucket = {
      S3_BUCKET: "bucket",
      S3_ENDPOINT: "http://127.0.0.1:9",
      S3_ACCESS_KEY_ID: "a",
      S3_SECRET_ACCESS_KEY: "b",
    };
    const env = { ...process.env, ...bucket, DATA_DIR: folder.path };
    const run = () => execute(process.execPath, [commandLine, ...command], { env });
    await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining("There is no archive in") });
    await mkdir(path.join(folder.path, "restoring"));
    await writePlan(folder.path, { backup: "it", point: "before", phase: "in", hasFolder: true });
    await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining("Run the same command again") });
    expect(await readdir(folder.path)).toEqual(["restoring"]);
  },
);
