// A disk that is full, read-only, missing, or of another archive: requests are refused with a sentence, nothing is damaged or
// lost, and everything works again when the disk does.
import { existsSync } from "node:fs";
import { readFile, mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { Video } from "#contract/video.ts";
import { openBackup } from "#server/backup/manifest.ts";
import { purge } from "#server/cleanup/purge.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { hashFile, originalOf } from "#server/media/store/store.ts";
import { startArchive } from "#server/main.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { addTestVideo, createPlace, keep, openPlace } from "#server/testing/safe.ts";
import { askOffset, beginUpload, sendPart } from "./disk/upload.ts";
import { mayMount, mount, openVolume, unmount } from "./disk/volume.ts";

const rounds = scaled(1, 20);
const timeout = 60_000 + rounds * 20_000;
const isOnFile = { skip: !mayMount, timeout };

it(
  "uploads and edits on a full disk are refused with a sentence, and continue when there is space",
  isOnFile,
  async () => {
    await using volume = await openVolume(48);
    await using archive = await openTestArchive({ kind: "sqlite", store: "disk", env: { DATA_DIR: volume.path } });
    await using clips = await openClips();
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    const id = await addTestVideo({ db: archive.parts.db, store: archive.parts.media.store }, "Song");
    let [refusedParts, refusedEdits, title] = [0, 0, "Song"];
    for (let round = 0; round < rounds; round += 1) {
      const line = `${pictures("320x240", 10, 1)} ${chord(1)} ${x264} -c:a aac -metadata comment=${round}`;
      const file = await clips.make(`${round}.mp4`, line);
      const bytes = await readFile(file);
      const upload = await beginUpload(archive.url, editor, bytes.length);
      // the first half fits, but only a little of the second half or nothing
      const half = Math.floor(bytes.length / 2);
      expect((await sendPart(archive.url, editor, { upload, offset: 0, body: bytes.subarray(0, half) })).status).toBe(
        204,
      );
      await volume.fill(round % 2 === 0 ? 0 : 4096);
      const refused = await sendPart(archive.url, editor, { upload, offset: half, body: bytes.subarray(half) });
      expect([refused.status, await refused.text()]).toEqual([
        507,
        expect.stringMatching(/disk is full|not enough space/),
      ]);
      refusedParts += 1;

      // until the database has used up the rest of its space
      for (let n = 0; n < 300; n += 1) {
        const wanted = `${"Long ".repeat(30)}${round} ${n}`;
        const { status, body } = await save(editor, id, wanted);
        if (status === 200) title = wanted;
        else {
          expect([status, body]).toEqual([507, expect.objectContaining({ code: "no-room" })]);
          refusedEdits += 1;
          break;
        }
      }
      expect((await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video.title).toBe(title);

      await volume.empty();
      const offset = (await askOffset(archive.url, editor, upload)) ?? 0;
      const last = await sendPart(archive.url, editor, { upload, offset, body: bytes.subarray(offset) });
      expect(last.status).toBe(200);
      const { id: taken } = (await last.json()) as { id: string };
      const whole = await hashFile(file);
      expect(await hashFile(originalOf(archive.parts.media.store, taken))).toEqual(whole);
      title = `After ${round}`;
      expect((await save(editor, id, title)).status).toBe(200);
      await checkIntegrity(archive.parts.db, "full");
    }
    expect(refusedEdits).toBeGreaterThan(0);
    publish("disk", { fullDisks: rounds, refusedParts, refusedEdits });
  },
);

it("a backup onto a full disk fails and leaves no backup, and the next one is complete", isOnFile, async () => {
  await using volume = await openVolume(80);
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  for (let n = 0; n < 3; n += 1) await addTestVideo(open, `Song ${n}`, 100_000);
  const folder = path.join(volume.path, "backups");
  for (const leave of [0, 300_000]) {
    await volume.fill(leave);
    await expect(keep(open, folder)).rejects.toThrow(/not enough space|ENOSPC|full/);
    expect(existsSync(path.join(folder, "latest"))).toBe(false);
    await volume.empty();
  }
  const report = await keep(open, folder);
  expect(report.faults).toEqual([]);
  expect(await verifyBackup(await openBackup(report.place))).toEqual([]);
  publish("disk", { fullDisks: 2 });
});

it("the server does not start with a read-only data folder, and says why", isOnFile, async () => {
  await using place = await createPlace("sqlite");
  await using _open = await openPlace(place);
  const readOnly = path.join(place.dataDir, "read-only");
  await mkdir(readOnly);
  expect(mount(readOnly, 1, ",ro")).toBe(true);
  try {
    await expect(start(readOnly, place.masterKeyFile)).rejects.toMatchObject({
      code: "cannot-start",
      message: expect.stringContaining("cannot be written"),
    });
  } finally {
    unmount(readOnly);
  }
  publish("disk", { readOnly: 1 });
});

it(
  "with a media volume that is missing or of another archive, the server does not start, and nothing is deleted or taken in",
  isOnFile,
  async () => {
    await using place = await createPlace("sqlite");
    await using other = await createPlace("sqlite");
    const media = path.join(place.dataDir, "media");
    const away = path.join(place.dataDir, "away");
    let id = "";
    {
      await using open = await openPlace(place);
      id = await addTestVideo(open, "Song");
      await using stranger = await openPlace(other);
      await addTestVideo(stranger, "Not ours");
    }
    {
      await using archive = await start(place.dataDir, place.masterKeyFile);
      const { parts } = archive;
      await expect.poll(() => knowsItsStore(archive)).toBe(true);
      await parts.db
        .updateTable("video")
        .set({ trashed_at: new Date(0), trashed_why: "hand" })
        .execute();
      await using clips = await openClips();
      const file = await clips.make("new.mp4", `${pictures("64x48", 5, 1)} ${chord(1)} ${x264} -c:a aac`);
      const intake = { file, name: "New.mp4", memberId: null };
      for (const inItsPlace of ["nothing", "another"] as const) {
        await rename(media, away);
        if (inItsPlace === "another") await rename(path.join(other.dataDir, "media"), media);
        await expect(purge(parts, id, { memberId: null, now: new Date() })).rejects.toMatchObject({ code: "busy" });
        await expect(takeIn(parts, intake)).rejects.toMatchObject({ code: "busy" });
        expect(await parts.db.selectFrom("video").select("id").execute()).toEqual([{ id }]);
        await putBack(media, inItsPlace === "another" ? path.join(other.dataDir, "media") : `${away}-nothing`);
        await rename(away, media);
      }
      expect((await takeIn(parts, intake)).isNew).toBe(true);
    }
    await rename(media, away);
    await expect(start(place.dataDir, place.masterKeyFile)).rejects.toMatchObject({ code: "cannot-start" });
    await putBack(media, `${away}-after-a-start`);
    await rename(path.join(other.dataDir, "media"), media);
    await expect(start(place.dataDir, place.masterKeyFile)).rejects.toMatchObject({
      code: "cannot-start",
      message: expect.stringContaining("belongs to another archive"),
    });
    await rename(media, path.join(other.dataDir, "media"));
    await rename(away, media);
    await using _archive = await start(place.dataDir, place.masterKeyFile);
    publish("disk", { awayOrSwapped: 4 });
  },
);

/** What may have been created in the place of a missing volume. */
async function putBack(media: string, to: string): Promise<void> {
  if (existsSync(media)) await rename(media, to);
}

async function start(dataDir: string, masterKeyFile: string) {
  const env = { DATA_DIR: dataDir, MASTER_KEY_FILE: masterKeyFile, PORT: String(await findFreePort()) };
  const quiet = { LOG_LEVEL: "silent", DEMO_CONTENT: "off", LEAST_FREE_GB: "0" };
  return startArchive({ ...env, ...quiet }, { pageFolder: null, standIns: { settings: {} } });
}

async function knowsItsStore({ parts }: Pick<TestArchive, "parts">): Promise<boolean> {
  const row = await parts.db.selectFrom("retention").select("store_id").executeTakeFirst();
  return row?.store_id === parts.media.store.id;
}

async function save(editor: Browser, id: string, title: string) {
  const { body } = await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
  return editor.ask<Problem>(`PUT /api/video/v/${id}`, { video: { ...body.video, title } });
}
