import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive } from "#server/testing/archive.ts";

const execute = promisify(execFile);

it(
  "the command deletes beside a running server what the trash has held for 7 days, and tells it before",
  { timeout: 120_000 },
  async () => {
    await using archive = await openTestArchive();
    const { db } = archive.parts;
    // the server's own run at its start comes first
    await expect
      .poll(() => db.selectFrom("retention").select("last_run_at").executeTakeFirst(), { timeout: 20_000 })
      .toMatchObject({ last_run_at: expect.any(Date) });
    const id = await db.transaction().execute(async (trx) => {
      const video = { title: "Old song", addDate: new Date(), state: "published" as const, memberId: null };
      const added = await addVideo(trx, video, new Date());
      const trashedAt = new Date(Date.now() - 8 * 86_400_000);
      await trx.updateTable("video").set({ trashed_at: trashedAt }).where("id", "=", added).execute();
      return added;
    });
    const run = async (...more: string[]) => {
      const env = { ...process.env, DATA_DIR: archive.config.dataDir };
      return (await execute(process.execPath, ["scripts/archive.ts", "retention", ...more], { env })).stdout;
    };
    expect(await run("--dry-run")).toBe(
      `deleted for good    ${id}  Old song\nThis was a dry run: nothing was changed.\n`,
    );
    expect(await db.selectFrom("video").select("id").execute()).toEqual([{ id }]);
    expect(await run()).toBe(`deleted for good    ${id}  Old song\n`);
    expect(await db.selectFrom("video").select("id").execute()).toEqual([]);
    expect(await run()).toBe("Nothing leaves now.\n");
  },
);
