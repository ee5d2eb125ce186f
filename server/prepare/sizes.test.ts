import { expect, it } from "vitest";
import { addVideo } from "#server/library/add.ts";
import { listAssets, rungOf } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openClips, pictures, x264 } from "#server/testing/clips.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { settleWork } from "#server/testing/settle.ts";
import { wantsSizes } from "./sizes.ts";
import { addStep } from "./steps.ts";

it("the owner chooses for which recordings smaller sizes are made", () => {
  const now = new Date("2026-11-17T00:00:00Z");
  const [young, old] = [new Date("2026-09-01T00:00:00Z"), new Date("2026-05-16T00:00:00Z")];
  expect([wantsSizes("always", old, now), wantsSizes("never", young, now)]).toEqual([true, false]);
  expect([wantsSizes(6, young, now), wantsSizes(6, old, now)]).toEqual([true, false]);
});

it.for(databaseKinds)("the newest recording gets its smaller sizes first, on %s", async (kind) => {
  await using database = await openTestDatabase(kind);
  const { db } = database;
  const ids: string[] = [];
  for (const date of ["2019-01-01", "2026-01-02", "2026-01-01", "1970-01-01"]) {
    const video = { title: date, addDate: new Date(date), memberId: null };
    const id = await db.transaction().execute((trx) => addVideo(trx, video, new Date()));
    await addStep(db, id, "rungs");
    ids.push(id);
  }
  await addStep(db, ids[0] ?? "", "check");
  const rows = await db.selectFrom("job").select(["key", "kind"]).orderBy("priority", "desc").orderBy("id").execute();
  expect(rows.map(({ key, kind }) => `${kind} ${ids.indexOf(key ?? "")}`)).toEqual([
    "prepare-check 0",
    "prepare-rungs 1",
    "prepare-rungs 2",
    "prepare-rungs 0",
    "prepare-rungs 3",
  ]);
});

it(
  "without smaller sizes a recording is ready, and gets them when the owner wants them",
  { timeout: 240_000 },
  async () => {
    await using clips = await openClips();
    await using archive = await openTestArchive();
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    const choose = async (smaller_sizes: string) => (await owner.ask("PUT /api/settings", { smaller_sizes })).status;
    expect(await choose("never")).toBe(200);
    expect(await choose("0")).toBe(400);
    expect(await choose("some")).toBe(400);
    const file = await clips.make("show.mp4", `${pictures("1280x720", 10, 2)} ${x264}`);
    const { id } = await takeIn(archive.parts, { file, name: "show.mp4", memberId: null });
    const sizes = async () => (await listAssets(archive.parts.db, id)).filter(({ kind }) => rungOf(kind)).length;
    await settleWork(archive.parts, 100_000);
    expect(await sizes()).toBe(1);
    expect(await choose("always")).toBe(200);
    await expect.poll(sizes, { timeout: 100_000 }).toBeGreaterThan(1);
  },
);
