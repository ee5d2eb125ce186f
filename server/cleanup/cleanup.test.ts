import { changeLibrary } from "#server/library/version.ts";
import { rename, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { RetentionRule } from "#contract/retention.ts";
import { saveVideo } from "#server/library/edit.ts";
import { failVideo } from "#server/library/prepared.ts";
import { originalOf, listFiles, listFolders } from "#server/media/store/store.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { openKeeping, type Keeping } from "#server/testing/keeping.ts";
import { changeRetention, describeRetention, previewRetention } from "./rule.ts";
import { noteRestored } from "./rows.ts";
import { sweep } from "./cleanup.ts";
import { listTrash, restoreVideo, trashVideo } from "./trash.ts";

const days30: RetentionRule = { keep_days: 30, cap_bytes: null, keep_audio: false };

describe.each(databaseKinds)("retention, on %s", (kind) => {
  it("announces a recording 7 days ahead, moves it to the trash for 7 days, and then deletes exactly its own folder", async () => {
    await using keeping = await openKeeping(kind);
    const [old, young] = [await keeping.add({ daysOld: 100 }), await keeping.add({ daysOld: 1 })];
    await setRule(keeping, days30);
    expect(await columns(keeping, old)).toMatchObject({ leaves_at: null });

    await keeping.live(1);
    const { leaves_at: leavesAt, leaves_why: why } = await columns(keeping, old);
    expect(why).toBe("age");
    expect(leavesAt?.getTime()).toBe(keeping.editor().now.getTime() + 7 * 86_400_000);
    await keeping.live(6.5);
    expect(await columns(keeping, old)).toMatchObject({ trashed_at: null, leaves_at: leavesAt });
    await keeping.live(0.5);
    expect(await columns(keeping, old)).toMatchObject({ trashed_at: keeping.editor().now, leaves_at: null });
    await keeping.live(6.5);
    expect((await listFolders(keeping.parts.media.store)).toSorted()).toEqual([old, young].toSorted());
    const [last] = await keeping.live(0.5);
    expect(last?.warnings).toEqual([]);
    expect(await listFolders(keeping.parts.media.store)).toEqual([young]);
    expect(await keeping.parts.db.selectFrom("video").select("id").execute()).toEqual([{ id: young }]);
    const history = await keeping.parts.db
      .selectFrom("change")
      .select(["kind", "before"])
      .where("video_id", "=", old)
      .orderBy("id")
      .execute();
    expect(history.map((change) => change.kind)).toEqual(["added", "trashed", "purged"]);
    expect(history.at(-1)?.before).toEqual({ title: `Song ${old.slice(0, 4)}` });
    expect(await auditKinds(keeping)).toEqual(
      expect.arrayContaining(["retention-changed", "purge-begun", "purge-done"]),
    );
  });

  it("withdraws an announcement when the recording is protected, the rule is changed, or preparing fails", async () => {
    await using keeping = await openKeeping(kind);
    const { db } = keeping.parts;
    const [kept, failed] = [await keeping.add({ daysOld: 100 }), await keeping.add({ daysOld: 100 })];
    await setRule(keeping, days30);
    await keeping.live(1.5);
    expect((await columns(keeping, kept)).leaves_at).not.toBeNull();
    await saveVideo(db, keeping.editor(), { id: kept, edited: { prevent_autodelete: true } });
    expect((await columns(keeping, kept)).leaves_at).toBeNull();
    await changeLibrary(db, (trx) => failVideo(trx, failed, keeping.editor().now));
    await keeping.sweep();
    expect((await columns(keeping, failed)).leaves_at).toBeNull();
    await keeping.live(20);
    expect(await listFolders(keeping.parts.media.store)).toHaveLength(2);

    await saveVideo(db, keeping.editor(), { id: kept, edited: { prevent_autodelete: false } });
    await keeping.sweep();
    expect((await columns(keeping, kept)).leaves_at).not.toBeNull();
    await setRule(keeping, { ...days30, keep_days: 31 });
    expect((await columns(keeping, kept)).leaves_at).toBeNull();
  });

  it("a restored recording is deleted again only after it was announced again", async () => {
    await using keeping = await openKeeping(kind);
    const { db } = keeping.parts;
    const id = await keeping.add({ daysOld: 100 });
    await setRule(keeping, days30);
    await keeping.live(8.5);
    expect(await listTrash(db)).toMatchObject([
      { id, why: "Moved to the trash by the cleanup rule, because it is older than the rule allows.", bytes: 1560 },
    ]);
    await restoreVideo(db, keeping.editor(), id);
    expect(await listTrash(db)).toEqual([]);
    await keeping.live(7);
    expect(await columns(keeping, id)).toMatchObject({ trashed_at: null });
    await keeping.live(1);
    expect((await columns(keeping, id)).trashed_at).not.toBeNull();
  });

  it("over the cap the oldest that are not protected are announced, until it fits", async () => {
    await using keeping = await openKeeping(kind);
    const big = { originalBytes: 600_000_000 / 500 };
    const ids = [];
    for (const daysOld of [4, 3, 2, 1]) ids.push(await keeping.add({ daysOld, ...big, isProtected: daysOld === 4 }));
    const [, second] = ids;
    const { db } = keeping.parts;
    // the contract's least cap is a gigabyte; what is here is a five hundredth of that
    await db.updateTable("retention").set({ cap_bytes: 4_000_000 }).execute();
    await keeping.live(1);
    const announced = await db
      .selectFrom("video")
      .select(["id", "leaves_why"])
      .where("leaves_at", "is not", null)
      .execute();
    expect(announced).toEqual([{ id: second, leaves_why: "cap" }]);
    expect((await describeRetention(db, keeping.editor().now)).leaving).toMatchObject([{ id: second, reason: "cap" }]);
  });

  it("with 'keep the audio' only the video is deleted, and can be restored for 7 days", async () => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const sound = ["audio.m3u8", "audio.m4a", "audio.mp4", "harmony", "thumbnail"] as const;
    const id = await keeping.add({ daysOld: 100, kinds: [...sound, "storyboard", "video-source.mp4"] });
    const other = await keeping.add({ daysOld: 99 });
    const silent = await keeping.add({ daysOld: 100, kinds: ["video-source.mp4", "thumbnail"] });
    await setRule(keeping, { ...days30, keep_audio: true });
    await keeping.live(8.5);
    expect(await columns(keeping, id)).toMatchObject({ trashed_at: null, audio_only: true });
    expect(await columns(keeping, silent)).toMatchObject({ trashed_at: null, audio_only: false, leaves_at: null });
    const trash = await listTrash(db);
    const videoDeleted =
      "The video was moved to the trash by the cleanup rule, because it is older than the rule allows. The audio is kept.";
    expect(trash.map(({ bytes, why }) => ({ bytes, why }))).toEqual([
      { bytes: 1510, why: videoDeleted },
      { bytes: 1510, why: videoDeleted },
    ]);
    await restoreVideo(db, keeping.editor(), other);
    expect(await columns(keeping, other)).toMatchObject({ audio_only: false, pictures_trashed_at: null });
    expect(await listFiles(media.store, id)).toHaveLength(8);

    await keeping.live(7);
    const files = (await listFiles(media.store, id)).map(({ name }) => name.replace(/\.[0-9a-f]{16}/, ""));
    expect(files.toSorted()).toEqual(sound);
    const row = await columns(keeping, id);
    expect(row).toMatchObject({ audio_only: true, pictures_trashed_at: null, purging_at: null, trashed_at: null });
    expect(row.pictures_gone_at).not.toBeNull();
    const assets = await db.selectFrom("asset").select("kind").where("video_id", "=", id).orderBy("kind").execute();
    expect(assets.map((asset) => asset.kind)).toEqual(files.toSorted());
    expect(await listFiles(media.store, other)).toHaveLength(8);
    // what is only sound has nothing left to leave
    await keeping.live(10);
    expect(await columns(keeping, id)).toMatchObject({ trashed_at: null, leaves_at: null });
  });

  it("the cleanup never deletes a protected recording in the trash", async () => {
    await using keeping = await openKeeping(kind);
    const id = await keeping.add({ isProtected: true });
    await trashVideo(keeping.parts.db, keeping.editor(), id);
    await keeping.live(20);
    expect(await listTrash(keeping.parts.db)).toMatchObject([
      {
        id,
        why: "Moved to the trash by Ada. It is protected from cleanup, so it stays in the trash until the owner deletes it for good.",
      },
    ]);
  });

  it("a change needs the number that is right now, and the rule that was seen", async () => {
    await using keeping = await openKeeping(kind);
    const { db } = keeping.parts;
    await keeping.add({ daysOld: 100 });
    const change = { rule: days30, revision: 1, confirmedTotal: 1 };
    const wrong = changeRetention(db, keeping.editor(), { ...change, confirmedTotal: 0 });
    await expect(wrong).rejects.toMatchObject({ code: "conflict" });
    expect(await previewRetention(db, days30, keeping.editor().now)).toMatchObject({ total: 1, bytes: 1560 });
    const changed = await changeRetention(db, keeping.editor(), change);
    expect(changed).toMatchObject({ rule: days30, revision: 2, changed_by: "Ada", leaving_total: 1 });
    expect(Date.parse(changed.rests_until ?? "")).toBe(keeping.editor().now.getTime() + 86_400_000);
    const stale = changeRetention(db, keeping.editor(), { ...change, rule: { ...days30, keep_days: 5 } });
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
  });

  describe("the sweep stops, with a warning and an audit row", () => {
    it("in the 24 hours after a rule was changed", async () => {
      await using keeping = await openDue(kind);
      await keeping.live(6.5);
      await setRule(keeping, { ...days30, keep_days: 29 });
      await expectStop(keeping, "rest");
      keeping.advance(0.99);
      expect((await keeping.sweep()).announced).toEqual([]);
      keeping.advance(0.02);
      expect(await keeping.sweep()).toMatchObject({ warnings: [], announced: [expect.any(String)] });
    });

    it("in the 24 hours after a backup was restored; what was announced or in the trash begins anew", async () => {
      await using keeping = await openDue(kind);
      const { db } = keeping.parts;
      const trashed = await keeping.add();
      await trashVideo(db, keeping.editor(), trashed);
      await keeping.live(6.5);
      await noteRestored(db, keeping.editor().now);
      await expectStop(keeping, "rest");
      const reports = await keeping.live(6.5);
      expect(reports.flatMap((report) => [...report.trashed, ...report.purged])).toEqual([]);
      await keeping.live(0.5);
      expect(await db.selectFrom("video").select("id").where("id", "=", trashed).execute()).toEqual([]);
    });

    it.each([
      ["ahead", 3],
      ["back", -3],
    ])("when the clock has jumped %s; and then for 24 hours, and what was announced begins anew", async (_, days) => {
      await using keeping = await openDue(kind);
      await keeping.live(6.5);
      keeping.advance(days);
      await expectStop(keeping, "clock");
      expect(
        await keeping.parts.db.selectFrom("video").select("id").where("leaves_at", "is not", null).execute(),
      ).toEqual([]);
      keeping.advance(0.9);
      expect((await keeping.sweep()).warnings).toMatchObject([{ code: "rest" }]);
      keeping.advance(0.2);
      expect(await keeping.sweep()).toMatchObject({ warnings: [], trashed: [], announced: [expect.any(String)] });
    });

    it("when files are newer than the clock says it is", async () => {
      await using keeping = await openDue(kind);
      const id = await keeping.add();
      const ahead = new Date(keeping.editor().now.getTime() + 2 * 86_400_000);
      await utimes(originalOf(keeping.parts.media.store, id), ahead, ahead);
      await expectStop(keeping, "clock");
    });

    it("when the media storage is missing, or another archive's", async () => {
      await using keeping = await openDue(kind);
      const { store } = keeping.parts.media;
      const begun = await keeping.add();
      await trashVideo(keeping.parts.db, keeping.editor(), begun);
      await keeping.parts.db
        .updateTable("video")
        .set({ purging_at: keeping.editor().now })
        .where("id", "=", begun)
        .execute();
      const marker = path.join(store.folder, "store.json");
      await rename(marker, `${marker}.away`);
      await expectStop(keeping, "storage");
      await writeFile(marker, JSON.stringify({ store: "another" }));
      keeping.advance(0.1);
      expect((await keeping.sweep()).warnings).toMatchObject([{ code: "storage" }]);
      // a server that was started on the other one
      const other = { ...keeping.parts, media: { store: { ...store, id: "another" } } };
      expect((await sweep(other, { now: keeping.editor().now })).warnings).toMatchObject([{ code: "storage" }]);
      expect(await columns(keeping, begun)).toMatchObject({ id: begun });
      await rename(`${marker}.away`, marker);
      await keeping.sweep();
      expect(await listFolders(store)).not.toContain(begun);
    });

    it("when another run has not ended", async () => {
      await using keeping = await openDue(kind);
      const { db } = keeping.parts;
      const until = new Date(keeping.editor().now.getTime() + 60_000);
      await db.updateTable("retention").set({ lease_by: "another", lease_until: until }).execute();
      await expectStop(keeping, "another-run");
      keeping.advance(0.1);
      expect((await keeping.sweep()).warnings).toEqual([]);
    });

    it("after max(5, 10 %) in a day; the rest waits", async () => {
      await using keeping = await openKeeping(kind);
      const { db } = keeping.parts;
      for (let count = 0; count < 7; count++) await keeping.add({ daysOld: 100, kinds: [] });
      await setRule(keeping, days30);
      await keeping.live(7.5);
      keeping.advance(0.5);
      const report = await keeping.sweep();
      expect(report.trashed).toHaveLength(5);
      expect(report.warnings).toMatchObject([{ code: "many" }]);
      expect((await keeping.sweep()).trashed).toEqual([]);
      const [next] = await keeping.live(1);
      expect(next).toMatchObject({ trashed: [expect.any(String), expect.any(String)], warnings: [] });
      expect(await stops(db)).toEqual(["many"]);
    });
  });

  it("a dry run tells what would be done and writes nothing", async () => {
    await using keeping = await openDue(kind);
    await keeping.live(6.5);
    keeping.advance(0.5);
    const before = await snapshot(keeping);
    const dry = await keeping.sweep({ dryRun: true });
    expect(dry.trashed).toHaveLength(1);
    expect(await snapshot(keeping)).toEqual(before);
    expect((await keeping.sweep()).trashed).toEqual(dry.trashed);
  });
});

/** One video that is due, and a day after the rule. */
async function openDue(kind: (typeof databaseKinds)[number]): Promise<Keeping> {
  const keeping = await openKeeping(kind);
  await keeping.add({ daysOld: 100, kinds: [] });
  await setRule(keeping, days30);
  await keeping.live(1);
  return keeping;
}

async function setRule(keeping: Keeping, rule: RetentionRule): Promise<void> {
  const { db } = keeping.parts;
  const { total } = await previewRetention(db, rule, keeping.editor().now);
  const { revision } = await db.selectFrom("retention").select("revision").executeTakeFirstOrThrow();
  await changeRetention(db, keeping.editor(), { rule, revision, confirmedTotal: total });
}

async function expectStop(keeping: Keeping, code: string): Promise<void> {
  const files = await listFolders(keeping.parts.media.store);
  const already = (await stops(keeping.parts.db)).length;
  const report = await keeping.sweep();
  expect(report).toMatchObject({ announced: [], trashed: [], purged: [] });
  expect(report.warnings.map((warning) => warning.code)).toContain(code);
  expect((await stops(keeping.parts.db)).slice(already)).toContain(code);
  const { warnings } = await describeRetention(keeping.parts.db, keeping.editor().now);
  expect(warnings.map(({ sentence }) => sentence)).toEqual(report.warnings.map(({ sentence }) => sentence));
  expect(await listFolders(keeping.parts.media.store)).toEqual(files);
}

async function stops(db: Keeping["parts"]["db"]): Promise<unknown[]> {
  const rows = await db
    .selectFrom("audit")
    .select("detail")
    .where("kind", "=", "retention-stopped")
    .orderBy("id")
    .execute();
  return rows.map(({ detail }) => detail.code);
}

async function auditKinds(keeping: Keeping): Promise<string[]> {
  return (await keeping.parts.db.selectFrom("audit").select("kind").orderBy("id").execute()).map((row) => row.kind);
}

async function columns(keeping: Keeping, id: string) {
  return keeping.parts.db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function snapshot({ parts: { db } }: Keeping) {
  return [
    await db.selectFrom("video").selectAll().orderBy("id").execute(),
    await db.selectFrom("retention").selectAll().execute(),
    await db.selectFrom("audit").selectAll().execute(),
  ];
}
