import { expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { addVideo } from "#server/library/add.ts";
import { listAssets, rungOf } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openClips, pictures, x264 } from "#server/testing/clips.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { settleWork } from "#server/testing/settle.ts";
import { wantsSizes } from "./sizes.ts";
import { addStep } from "./steps.ts";
import { changeLibrary } from "#server/library/version.ts";

it("the owner chooses for which recordings smaller sizes are made", () => {
  const now = new Date("2026-11-17T00:00:00Z");
  const [young, old] = [new Date("2026-09-01T00:00:00Z"), new Date("2026-05-16T00:00:00Z")];
  const wants = (choice: Parameters<typeof wantsSizes>[0], addDate: Date, askedAt: Date | null = null) =>
    wantsSizes(choice, { addDate, askedAt }, now);
  expect([wants("always", old), wants("never", young), wants("never", young, now)]).toEqual([true, false, false]);
  expect([wants(6, young), wants(6, old), wants(6, old, now)]).toEqual([true, false, false]);
  expect([wants("when-asked", young), wants("when-asked", old, now)]).toEqual([false, true]);
});

it.for(databaseKinds)("the newest recording gets its smaller sizes first, on %s", async (kind) => {
  await using database = await openTestDatabase(kind);
  const { db } = database;
  const ids: string[] = [];
  for (const date of ["2019-01-01", "2026-01-02", "2026-01-01", "1970-01-01"]) {
    const video = { title: date, addDate: new Date(date), memberId: null };
    const id = await changeLibrary(db, (trx) => addVideo(trx, video, new Date()));
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
  "without smaller sizes a recording is ready, and gets them when a member needs them or the owner wants them",
  { timeout: 240_000 },
  async () => {
    await using clips = await openClips();
    await using archive = await openTestArchive();
    const { db } = archive.parts;
    const [owner, member] = [archive.openBrowser(), archive.openBrowser()];
    await owner.signIn("patron-owner");
    await member.signIn("patron-gold");
    const choose = async (smaller_sizes: string) => (await owner.ask("PUT /api/settings", { smaller_sizes })).status;
    expect(await choose("never")).toBe(200);
    expect(await choose("0")).toBe(400);
    expect(await choose("some")).toBe(400);
    const takeOne = async (name: string, source: string) => {
      const file = await clips.make(name, `${source} ${x264}`);
      return (await takeIn(archive.parts, { file, name, memberId: null })).id;
    };
    const [asked, other] = [
      await takeOne("asked.mp4", pictures("854x720", 10, 1)),
      await takeOne("other.mp4", pictures("852x720", 10, 1)),
    ];
    const sizes = async (id: string) => (await listAssets(db, id)).filter(({ kind }) => rungOf(kind)).length;
    const ask = async (id = asked) => (await member.ask(`POST /api/video/v/${id}/smaller-sizes`)).status;
    const canAsk = async () =>
      (await member.ask<{ video: Video }>(`GET /api/video/v/${asked}`)).body.video.media?.can_ask_for_sizes;
    const whenAsked = async () =>
      (await db.selectFrom("recording").select("sizes_asked_at").where("video_id", "=", asked).execute())[0]
        ?.sizes_asked_at;
    await settleWork(archive.parts, 100_000);
    expect([await sizes(asked), await sizes(other)]).toEqual([1, 1]);

    expect([await canAsk(), await ask()]).toEqual([false, 200]);
    expect(await choose("when-asked")).toBe(200);
    await settleWork(archive.parts, 100_000);
    expect([await sizes(asked), await whenAsked(), await canAsk()]).toEqual([1, null, true]);
    expect(await ask()).toBe(200);
    const first = await whenAsked();
    expect(first).toBeInstanceOf(Date);
    archive.advance(1000);
    expect([await ask(), await whenAsked(), await canAsk()]).toEqual([200, first, false]);
    await expect.poll(() => sizes(asked)).toBeGreaterThan(1);
    expect(await sizes(other)).toBe(1);
    await owner.ask(`PUT /api/video/v/${other}/hidden`, { hidden: true });
    expect([await ask(other), await ask("a".repeat(26))]).toEqual([404, 404]);

    expect(await choose("always")).toBe(200);
    await expect.poll(() => sizes(other)).toBeGreaterThan(1);
  },
);
