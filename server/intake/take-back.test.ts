import { copyFile, mkdtempDisposable, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { audiences } from "#server/access/visible.ts";
import { readConfig } from "#server/config.ts";
import { changeLibrary } from "#server/library/version.ts";
import { getVideo } from "#server/library/video.ts";
import { openMedia } from "#server/media/media.ts";
import { findFile, keepFile, makeScratch, originalOf } from "#server/media/store/store.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { heavyKinds, openTestDatabase } from "#server/testing/databases.ts";
import { watchIncoming } from "#server/intake/incoming/incoming.ts";
import { beginPurge, finishPurge } from "#server/cleanup/purge.ts";
import { findUploaded, saveAssets } from "#server/library/recording.ts";
import { putPicturesIntoTrash } from "#server/cleanup/trash.ts";
import { takeIn } from "./take-in.ts";

it.each(heavyKinds("sqlite"))(
  "a recording whose video was deleted gets it back when it is sent again, and is never lost, on %s",
  async (kind) => {
    await using clips = await openClips();
    await using data = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-back-"));
    await using database = await openTestDatabase(kind);
    await using media = await openMedia(path.join(data.path, "media"), { hasVideos: false });
    const { db } = database;
    const config = readConfig({ DATA_DIR: data.path, LEAST_FREE_GB: "0" }, {});
    const clock = { now: () => new Date() };
    const parts = { db, media, config, log: pino({ level: "silent" }), clock, wake: () => undefined };
    const by = { memberId: null, now: new Date(Date.now() + 8 * 86_400_000) };
    const file = await clips.make("song.mp4", `${pictures()} ${chord(1)} ${x264} -c:a aac`);
    const { id } = await takeIn(parts, { file, name: "song.mp4", memberId: null });
    const { sha256 } = await db.selectFrom("recording").select("sha256").executeTakeFirstOrThrow();
    await using scratch = await makeScratch(media.store);
    for (const sound of ["audio.m4a", "audio.mp4", "audio.m3u8"] as const) {
      const from = path.join(scratch.folder, sound);
      await writeFile(from, sound);
      const kept = await keepFile(media.store, id, { kind: sound, from });
      await db.transaction().execute((trx) => saveAssets(trx, id, [{ kind: sound, ...kept, facts: {} }], by.now));
    }
    await db.updateTable("video").set({ state: "published" }).execute();
    await using incoming = await watchIncoming(parts, path.join(data.path, "incoming"), { stillMs: 0, keepMs: 0 });
    const send = async () => {
      await copyFile(file, path.join(data.path, "incoming", "song.mp4"));
      for (const _ of [1, 2]) await incoming.look();
      return readdir(path.join(data.path, "incoming"));
    };

    await changeLibrary(db, async (trx) => {
      await putPicturesIntoTrash(trx, await getVideo(trx, audiences.editors, id), { now: clock.now(), why: "age" });
    });
    expect(await findUploaded(db, sha256)).toMatchObject({ id, in_trash: true });
    expect(await send()).toEqual(["refused"]);
    expect(await readFile(path.join(data.path, "incoming", "refused", "song.mp4.txt"), "utf8")).toContain(
      "Restore it from the trash",
    );

    await changeLibrary(db, (trx) => beginPurge(trx, id, by));
    expect(await send()).toEqual(["not-taken.txt", "refused", "song.mp4"]);
    await rm(path.join(data.path, "incoming", "song.mp4"));
    await finishPurge(parts, id, by.now);
    expect(await findFile(media.store, id, "original")).toBeUndefined();
    expect(await findUploaded(db, sha256)).toBeUndefined();

    expect(await send()).toEqual(["refused"]);
    expect(await readFile(originalOf(media.store, id))).toEqual(await readFile(file));
    expect(await getVideo(db, audiences.editors, id)).toMatchObject({ pictures_gone_at: null, audio_only: false });
    expect(await db.selectFrom("recording").select("bytes").execute()).toEqual([
      { bytes: (await readFile(file)).length },
    ]);
    const work = db.selectFrom("job").select("kind").where("key", "=", id).where("state", "=", "waiting");
    expect(await work.execute()).toEqual([{ kind: "prepare-first" }]);
    expect(await findUploaded(db, sha256)).toMatchObject({ id, in_trash: false });
  },
);
