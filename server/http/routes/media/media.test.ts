import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { saveAssets } from "#server/library/recording.ts";
import { addVideo } from "#server/library/add.ts";
import { changeLibrary } from "#server/library/version.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { keepFile, makeScratch } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";

const now = new Date();

it.each(heavyKinds("sqlite"))(
  "the thumbnail of a recording that only editors may see is not found by viewers, from the next request on, on %s",
  async (kind) => {
    await using archive = await openTestArchive({ kind });
    const { db } = archive.parts;
    const [viewer, editor] = [archive.openBrowser(), archive.openBrowser()];
    await viewer.signIn("patron-gold");
    await editor.signIn("patron-editor");
    const never = await look(viewer, "a".repeat(26));
    expect(never.status).toBe(404);
    for (const change of [{ hidden: true }, { state: "preparing" }, { state: "failed" }] as const) {
      const id = await addWithPicture(archive);
      expect((await look(viewer, id)).status).toBe(200);
      await changeLibrary(db, async (trx) => {
        await trx.updateTable("video").set(change).where("id", "=", id).execute();
      });
      expect(await look(viewer, id)).toEqual(never);
      expect((await look(editor, id)).status).toBe(200);
    }
  },
);

it("the answer that brings a new session after a day may be a file, and the new session counts", async () => {
  await using archive = await openTestArchive();
  const owner = archive.openBrowser();
  await owner.signIn("patron-owner");
  const id = await addWithPicture(archive);
  archive.advance(25 * 3_600_000);
  const { status, headers, body } = await owner.ask(`GET /api/media/${id}/thumbnail`);
  expect([status, body]).toEqual([200, "a picture"]);
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^session=[\w-]{43}; .*HttpOnly/)]);
  archive.advance(120_000);
  expect((await owner.ask("GET /api/user/info")).status).toBe(200);
});

it("somebody watches for a minute after a part of a recording was asked for, but not after a thumbnail", async () => {
  await using archive = await openTestArchive();
  const { watching } = archive.parts;
  const viewer = archive.openBrowser();
  await viewer.signIn("patron-gold");
  await look(viewer, await addWithPicture(archive));
  expect(watching.isNow()).toBe(false);
  await viewer.ask(`GET /api/media/${await addWithPicture(archive, "audio.m4a")}/audio.m4a`);
  expect(watching.isNow()).toBe(true);
  archive.advance(61_000);
  expect(watching.isNow()).toBe(false);
});

/** All of an answer but what differs from one to the next anyway. */
async function look(browser: Browser, id: string) {
  const { status, headers, body } = await browser.ask(`GET /api/media/${id}/thumbnail`);
  const told = typeof body === "string" ? body : { ...(body as object), request_id: "" };
  return { status, headers: [...headers].filter(([name]) => name !== "date"), told };
}

async function addWithPicture({ parts: { db, media } }: TestArchive, kind: Kind = "thumbnail"): Promise<string> {
  await using scratch = await makeScratch(media.store);
  const from = path.join(scratch.folder, "picture");
  await writeFile(from, "a picture");
  return await changeLibrary(db, async (trx) => {
    const id = await addVideo(trx, { title: "Song", addDate: now, state: "published", memberId: null }, now);
    const stored = await keepFile(media.store, id, { kind, from });
    await saveAssets(trx, id, [{ kind, ...stored, facts: {} }], now);
    return id;
  });
}
