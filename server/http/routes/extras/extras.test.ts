import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Media } from "#contract/media.ts";
import type { Found } from "#contract/search/search.ts";
import type { Video } from "#contract/video.ts";
import { findOne } from "#server/intake/folder/walk.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { updateTaken } from "#server/intake/update.ts";
import { sweepOrphans } from "#server/prepare/leftovers.ts";
import { prepareStep } from "#server/prepare/prepare.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { settleWork } from "#server/testing/settle.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";

let clips: Clips;
let archive: TestArchive;
let editor: Browser;
let file: string;
let id: string;
beforeAll(async () => {
  clips = await openClips();
  archive = await openTestArchive();
  editor = archive.openBrowser();
  await editor.signIn("patron-editor");
  await writeFile(path.join(clips.folder, "inside.srt"), srt("from inside"));
  file = await clips.make(
    "show.mkv",
    `${pictures("320x180", 25, 8)} ${chord(8)} -i inside.srt -map 0:v -map 1:a -map 2 -metadata:s:s:0 language=eng ${x264} -c:a aac`,
  );
  ({ id } = await takeIn(archive.parts, { file, name: "show.mkv", memberId: null }));
  await prepared();
}, 120_000);
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
interface Saved {
  captions: Media["captions"];
  change: string;
}
const undo = (change: string) =>
  editor.ask<{ changes: string[]; detail?: string }>("POST /api/history/undo", { changes: [change] });
const save = (slot: number, body: unknown) => editor.ask<Saved>(`PUT /api/video/v/${id}/captions/${slot}`, body);
const names = (captions: Media["captions"]) => captions.map(({ language, title }) => [language, title]);
const read = async ({ url = "" }: { url?: string } = {}) => (await editor.ask<string>(`GET ${url}`)).body;

/** What search finds that is said. */
const said = async (q: string) => {
  const { texts } = (await editor.ask<Found>(`GET /api/search?q=${q}`)).body;
  return (texts?.found ?? []).map(({ where, text }) => [where, text]);
};

it("captions are renamed, added, replaced and deleted, and stay so when the recording is prepared again", async () => {
  const renamed = await save(1, { title: "Sung words" });
  expect(names(renamed.body.captions)).toEqual([["en", "Sung words"]]);
  expect(await read(renamed.body.captions[0])).toContain("from inside");
  expect(await said("inside")).toEqual([["captions", "from inside"]]);

  const added = await save(2, { language: "pt-br", text: srt("<script>x</script>Cantamos") });
  expect(names(added.body.captions)).toEqual([
    ["en", "Sung words"],
    ["pt-BR", null],
  ]);
  expect(await read(added.body.captions[1])).toBe("WEBVTT\n\n00:01.000 --> 00:02.000\nCantamos\n");

  const replaced = await save(1, { text: srt("by hand") });
  expect(await read(replaced.body.captions[0])).toContain("by hand");
  expect([await said("inside"), await said("hand"), (await said("cantamos")).length]).toEqual([
    [],
    [["captions", "by hand"]],
    1,
  ]);

  const { body } = await editor.ask<{ captions: Media["captions"] }>(`DELETE /api/video/v/${id}/captions/1`);
  expect(names(body.captions)).toEqual([["pt-BR", null]]);

  const attempting = { signal: new AbortController().signal, progress: () => {}, isLastAttempt: false };
  await prepareStep(archive.parts, "captions", id, attempting);
  await writeFile(path.join(clips.folder, "show.fr.srt"), srt("de côté"));
  const { surroundings } = await findOne(file);
  await updateTaken(archive.parts, { id, file, name: "show.mkv", place: "show.mkv", surroundings });
  const { media } = await prepared();
  expect(names(media?.captions ?? [])).toEqual([["pt-BR", null]]);
  expect(await read(media?.captions[0])).toContain("Cantamos");
});

it("changes of captions can be undone, newest first, also after unused files were deleted", async () => {
  const before = (await prepared()).media?.captions ?? [];
  const text = await read(before[0]);
  const replaced = await save(1, { language: "de", title: "Deutsch", text: srt("Wir singen") });
  const deleted = await editor.ask<Saved>(`DELETE /api/video/v/${id}/captions/1`);
  expect(deleted.body.captions).toHaveLength(before.length - 1);
  archive.advance(2 * 3_600_000);
  await sweepOrphans(archive.parts);

  const early = await undo(replaced.body.change);
  expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining("changed again later")]);
  expect(await said("singen")).toEqual([]);
  expect((await undo(deleted.body.change)).status).toBe(200);
  await expect.poll(() => said("singen")).toEqual([["captions", "Wir singen"]]);
  expect(names((await prepared()).media?.captions ?? [])[0]).toEqual(["de", "Deutsch"]);
  const undone = await undo(replaced.body.change);
  expect(undone.status).toBe(200);
  const { media } = await prepared();
  expect(names(media?.captions ?? [])).toEqual(names(before));
  expect(await read(media?.captions[0])).toBe(text);
});

it("a recording without video has captions, too", async () => {
  const sound = await clips.make("sound.m4a", `${chord(5)} -c:a aac`);
  const { id: other } = await takeIn(archive.parts, { file: sound, name: "sound.m4a", memberId: null });
  await settleWork(archive.parts, 60_000);
  const added = await editor.ask<Saved>(`PUT /api/video/v/${other}/captions/1`, {
    language: "en",
    text: srt("only heard"),
  });
  expect([added.status, names(added.body.captions)]).toEqual([200, [["en", null]]]);
  expect(await read(added.body.captions[0])).toContain("only heard");
  expect(await said("heard")).toEqual([["captions", "only heard"]]);
});

it("captions that are none, too many, or of no language are refused, and nothing changes", async () => {
  const { media } = await prepared();
  const before = media?.captions ?? [];
  expect((await save(1, { text: "nothing" })).status).toBe(400);
  expect((await save(1, { language: "not a language" })).status).toBe(400);
  expect((await save(before.length + 2, { text: srt("x") })).status).toBe(404);
  expect((await save(before.length + 1, { language: "de" })).status).toBe(404);
  expect((await save(5, { text: srt("x") })).status).toBe(400);
  expect((await prepared()).media?.captions).toEqual(before);
});

it("a frame or an uploaded picture becomes the thumbnail, and the archive can choose again", async () => {
  const thumbnail = async () => (await prepared()).thumbnail_url;
  const choose = (body: unknown) => editor.ask<Saved>(`PUT /api/video/v/${id}/thumbnail`, body);
  const first = await thumbnail();
  const green = await clips.make("green.png", "-f lavfi -i color=c=0x00c000:s=320x180 -frames:v 1");
  expect((await choose({ picture: (await readFile(green)).toString("base64") })).status).toBe(200);
  const uploaded = await prepared();
  expect(uploaded.thumbnail_url).not.toBe(first);
  expect(uploaded.dominant_color).toMatch(/^#[0-6][\da-f][8-f][\da-f][0-6][\da-f]$/);

  const zero = await choose({ seconds: 0 });
  expect(zero.status).toBe(200);
  const early = await thumbnail();
  expect((await undo(zero.body.change)).status).toBe(200);
  expect(await thumbnail()).toBe(uploaded.thumbnail_url);
  expect((await choose({ seconds: 7 })).status).toBe(200);
  const late = await thumbnail();
  expect(new Set([uploaded.thumbnail_url, early, late]).size).toBe(3);

  expect((await editor.ask(`DELETE /api/video/v/${id}/thumbnail`)).status).toBe(200);
  expect(await thumbnail()).toBe(first);
  expect((await choose({ picture: Buffer.from("<svg onload=alert(1)>".repeat(5)).toString("base64") })).status).toBe(
    400,
  );
  expect((await choose({ seconds: -1 })).status).toBe(400);
});

it("the history says what was changed, and members may do none of it", async () => {
  const { body } = await editor.ask<{ entries: { sentence: string }[] }>(`GET /api/history?video=${id}`);
  const sentences = body.entries.map(({ sentence }) => sentence);
  expect(sentences).toContain("Changed the captions.");
  expect(sentences).toContain("Changed the thumbnail.");
  const member = archive.openBrowser();
  await member.signIn("patron-gold");
  expect((await member.ask(`DELETE /api/video/v/${id}/captions/1`)).status).toBe(403);
});

/** As soon as nothing is left to be made of it. */
async function prepared(): Promise<Video> {
  for (;;) {
    const { body } = await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    if (body.video?.media?.preparation.state === "done") return body.video;
    await sleep(100);
  }
}
