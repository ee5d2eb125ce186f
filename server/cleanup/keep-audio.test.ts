import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Video, VideoPage } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import { findOne } from "#server/intake/folder/walk.ts";
import { getVideo } from "#server/library/video.ts";
import { listFiles } from "#server/media/store/store.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { changeLibrary } from "#server/library/version.ts";
import { settleWork } from "#server/testing/settle.ts";
import { purge } from "./purge.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { putPicturesIntoTrash, restoreVideo, trashVideo } from "./trash.ts";

it(
  "a recording whose video is in the trash plays its audio, and has its video again when it is restored",
  { tags: ["long"] },
  async () => {
    await using archive = await openTestArchive();
    await using clips = await openClips();
    const { db, media } = archive.parts;
    const viewer = archive.openBrowser();
    await viewer.signIn("patron-gold");
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    const { memberId } = await db.selectFrom("member").select("id as memberId").executeTakeFirstOrThrow();
    const editor = { memberId, now: new Date() };
    const file = await clips.make("song.mp4", `${pictures()} ${chord()} ${x264} -c:a aac`);
    await writeFile(path.join(clips.folder, "song.en.srt"), "1\n00:00:00,100 --> 00:00:00,900\nthe words stay\n");
    const { surroundings } = await findOne(file);
    const { id } = await takeIn(archive.parts, { file, name: "song.mp4", surroundings, memberId });
    await settleWork(archive.parts, 100_000);

    const look = async () => {
      const { video } = (await viewer.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body;
      const list = (await viewer.ask<VideoPage>("GET /api/video/list")).body;
      const master = (await viewer.ask<string>(`GET /api/media/${id}/master.m3u8`)).body;
      const kinds = [
        "video-source.mp4",
        "video-source.m3u8",
        "storyboard",
        "audio.m4a",
        "audio.m3u8",
        "thumbnail",
        "captions-1.vtt",
      ];
      const statuses = [];
      for (const kind of kinds) statuses.push((await viewer.ask(`GET /api/media/${id}/${kind}`)).status);
      return {
        hasPictures: video.media?.has_pictures,
        storyboard: video.media?.storyboard !== null,
        isListedAsSound: list.videos[0]?.audio_only,
        isInMaster: master.includes("video-source.m3u8"),
        hasSound: master.includes("audio.m3u8"),
        captions: video.media?.captions.length,
        statuses,
      };
    };
    const whole = {
      hasPictures: true,
      storyboard: true,
      isListedAsSound: false,
      isInMaster: true,
      hasSound: true,
      captions: 1,
      statuses: [200, 200, 200, 200, 200, 200, 200],
    };
    const sound = {
      hasPictures: false,
      storyboard: false,
      isListedAsSound: true,
      isInMaster: false,
      hasSound: true,
      captions: 1,
      statuses: [404, 404, 404, 200, 200, 200, 200],
    };
    const putAway = () =>
      changeLibrary(db, async (trx) => {
        await putPicturesIntoTrash(trx, await getVideo(trx, audiences.editors, id), { now: new Date(), why: "age" });
      });
    expect(await look()).toEqual(whole);
    await putAway();
    expect(await look()).toEqual(sound);
    await restoreVideo(db, editor, id);
    expect(await look()).toEqual(whole);
    await putAway();
    const before = sumBytes(await listFiles(media.store, id));
    expect((await owner.ask(`DELETE /api/video/v/${id}`)).status).toBe(200);
    expect(await look()).toEqual(sound);
    expect(sumBytes(await listFiles(media.store, id))).toBeLessThan(before / 2);

    // sent again, it has its pictures again
    const again = () => takeIn(archive.parts, { file, name: "song.mp4", surroundings, memberId });
    expect(await again()).toMatchObject({ id, isNew: true });
    await settleWork(archive.parts, 100_000);
    expect(await look()).toEqual(whole);
    expect(await again()).toMatchObject({ id, isNew: false });

    // in the trash it is neither taken in twice nor silently left out
    await trashVideo(db, editor, id);
    await expect(again()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("in the trash") });
    await purge(archive.parts, id, editor);
    expect(await again()).toMatchObject({ isNew: true });
  },
);

function sumBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
