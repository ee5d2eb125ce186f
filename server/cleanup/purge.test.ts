import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listChanges } from "#server/history/log.ts";
import { folderOf, listFiles, listFolders, removeFolder } from "#server/media/store/store.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { openKeeping, type Keeping } from "#server/testing/keeping.ts";
import { beginPurge, purge } from "./purge.ts";
import { jobOf } from "#server/prepare/steps.ts";
import { restoreVideo, trashVideo } from "./trash.ts";
import { changeLibrary } from "#server/library/version.ts";

/** Where a server may die in the middle of deleting, and what it leaves. */
const crashes: [where: string, leave: (keeping: Keeping, id: string) => Promise<void>][] = [
  ["before any file is gone", async () => {}],
  ["when some files are gone", ({ parts }, id) => rm(path.join(folderOf(parts.media.store, id), "original"))],
  ["when all files are gone and the rows are not", ({ parts }, id) => removeFolder(parts.media.store, id)],
];

describe.each(databaseKinds)("deleting for good, on %s", (kind) => {
  it.each(crashes)("that was interrupted %s is finished by the next run", async (_, leave) => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const [id, other] = [await keeping.add(), await keeping.add()];
    await trashVideo(db, keeping.editor(), id);
    await changeLibrary(db, (trx) => beginPurge(trx, id, keeping.editor()));
    await leave(keeping, id);
    await expect(restoreVideo(db, keeping.editor(), id)).rejects.toMatchObject({ code: "conflict" });
    await keeping.sweep();
    expect(await listFolders(media.store)).toEqual([other]);
    for (const table of ["recording", "asset"] as const)
      expect(await db.selectFrom(table).select("video_id").where("video_id", "=", id).execute()).toEqual([]);
    expect((await listChanges(db, id)).map((change) => [change.kind, change.who])).toEqual([
      ["purged", "Ada"],
      ["trashed", "Ada"],
      ["added", "Ada"],
    ]);
    expect(await listFiles(media.store, other)).toHaveLength(8);
  });

  it("of the video alone is also finished after an interruption, and the audio is kept", async () => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const id = await keeping.add();
    const { now } = keeping.editor();
    await db.updateTable("video").set({ pictures_trashed_at: now, audio_only: true }).where("id", "=", id).execute();
    await changeLibrary(db, (trx) => beginPurge(trx, id, keeping.editor()));
    await rm(path.join(folderOf(media.store, id), "original"));
    await expect(trashVideo(db, keeping.editor(), id)).rejects.toMatchObject({ code: "busy" });
    await keeping.sweep();
    expect(await listFiles(media.store, id)).toHaveLength(5);
    expect((await listChanges(db, id))[0]).toMatchObject({ kind: "pictures-removed", who: "Ada" });
  });

  it("of the video alone does not start when the audio that is kept is missing or damaged", async () => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const [lost, hurt, ripe] = [await keeping.add(), await keeping.add(), await keeping.add()];
    const { now } = keeping.editor();
    await db.updateTable("video").set({ pictures_trashed_at: now, audio_only: true }).execute();
    const sound = async (id: string) =>
      (await listFiles(media.store, id)).find(({ name }) => name.startsWith("audio.") && name.endsWith(".m4a"))?.name;
    await rm(path.join(folderOf(media.store, lost), (await sound(lost)) ?? ""));
    await writeFile(path.join(folderOf(media.store, hurt), (await sound(hurt)) ?? ""), "0123456789");
    await expect(purge(keeping.parts, lost, keeping.editor())).rejects.toMatchObject({ code: "conflict" });
    await keeping.live(6);
    const [report] = await keeping.live(1);
    expect(report).toMatchObject({ purged: [ripe], warnings: [{ code: "files" }] });
    expect(report?.warnings[0]?.sentence).toContain("2 recordings");
    expect(await listFiles(media.store, lost)).toHaveLength(7);
    expect(await listFiles(media.store, hurt)).toHaveLength(8);
    expect((await restoreVideo(db, keeping.editor(), hurt)).row).toMatchObject({ audio_only: false, purging_at: null });

    // begun by a server that died, it goes no further either
    await changeLibrary(db, (trx) => beginPurge(trx, lost, keeping.editor()));
    await keeping.sweep();
    expect(await listFiles(media.store, lost)).toHaveLength(7);
  });

  it("goes on with the others when the files of one cannot be removed, and says so", async () => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const [begun = "", stuck = "", free = ""] = await addApart(keeping, 3);
    for (const id of [begun, stuck, free]) await trashVideo(db, keeping.editor(), id);
    await changeLibrary(db, (trx) => beginPurge(trx, begun, keeping.editor()));
    // a file where their folders' folder was: nothing beneath it can be looked at or removed
    for (const id of [begun, stuck]) {
      const place = path.dirname(folderOf(media.store, id));
      await rm(place, { recursive: true });
      await writeFile(place, "");
    }
    await keeping.live(6);
    const [report] = await keeping.live(1);
    expect(report?.purged).toEqual([free]);
    expect(report?.warnings).toMatchObject([{ code: "files", sentence: expect.stringContaining("2 recordings") }]);
    const memory = await db.selectFrom("retention").select("last_run_at").executeTakeFirstOrThrow();
    expect(memory.last_run_at).toEqual(keeping.editor().now);
    for (const id of [begun, stuck]) await rm(path.dirname(folderOf(media.store, id)));
    expect((await keeping.sweep()).warnings).toEqual([]);
    expect(await db.selectFrom("video").select("id").where("trashed_at", "is not", null).execute()).toEqual([]);
  });

  it("needs the trash, and by the sweep the whole time there and no protection", async () => {
    await using keeping = await openKeeping(kind);
    const { parts } = keeping;
    const id = await keeping.add();
    const notThere = { code: "not-found" };
    await expect(purge(parts, id, keeping.editor())).rejects.toMatchObject(notThere);
    await trashVideo(parts.db, keeping.editor(), id);
    const trashedAt = keeping.editor().now.getTime();
    const sweepAt = (days: number) =>
      purge(parts, id, { memberId: null, now: new Date(trashedAt + days * 86_400_000) });
    await expect(sweepAt(6.99)).rejects.toMatchObject(notThere);
    await parts.db.updateTable("video").set({ prevent_autodelete: true }).execute();
    await expect(sweepAt(100)).rejects.toMatchObject(notThere);
    expect(await listFolders(parts.media.store)).toEqual([id]);
    await expect(purge(parts, "../../etc", keeping.editor())).rejects.toMatchObject(notThere);
    expect(await purge(parts, id, keeping.editor())).toBe(true);
    expect(await listFolders(parts.media.store)).toEqual([]);
  });

  it("does not begin while the media storage is away", async () => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const id = await keeping.add();
    await trashVideo(db, keeping.editor(), id);
    await writeFile(path.join(media.store.folder, "store.json"), JSON.stringify({ store: "another" }));
    await expect(purge(keeping.parts, id, keeping.editor())).rejects.toMatchObject({ code: "busy" });
    expect(await listFiles(media.store, id)).toHaveLength(8);
    expect((await restoreVideo(db, keeping.editor(), id)).row).toMatchObject({ trashed_at: null, purging_at: null });
  });

  it("stops the jobs of the recording, and waits until they have stopped", async () => {
    await using keeping = await openKeeping(kind);
    const { db, media } = keeping.parts;
    const id = await keeping.add();
    const now = new Date();
    const job = { payload: "{}", key: id, run_at: now, created_at: now };
    await db
      .insertInto("job")
      .values([
        { ...job, kind: jobOf("sound"), state: "waiting" },
        { ...job, kind: jobOf("rungs"), state: "running", lease_by: "x", lease_until: now },
      ])
      .execute();
    await trashVideo(db, keeping.editor(), id);
    const purging = purge(keeping.parts, id, keeping.editor());
    await expect
      .poll(() => db.selectFrom("job").select(["state", "is_cancel_wanted"]).orderBy("kind").execute())
      .toEqual([
        { state: "running", is_cancel_wanted: true },
        { state: "cancelled", is_cancel_wanted: false },
      ]);
    expect(await listFiles(media.store, id)).toHaveLength(8);
    await db.updateTable("job").set({ state: "cancelled" }).execute();
    expect(await purging).toBe(true);
    expect(await listFolders(media.store)).toEqual([]);
  });
});

/** No two in one folder's folder. */
async function addApart(keeping: Keeping, count: number): Promise<string[]> {
  const ids = new Map<string, string>();
  while (ids.size < count) {
    const id = await keeping.add();
    ids.set(id.slice(0, 2), id);
  }
  return [...ids.values()];
}
