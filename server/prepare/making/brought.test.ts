import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { up as makeMissing } from "#server/database/migrations/035-words-of-audio.ts";
import { findOne } from "#server/intake/folder/walk.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";

let clips: Clips;
let archive: TestArchive;
let member: Browser;
beforeAll(async () => {
  clips = await openClips();
  archive = await openTestArchive();
  member = archive.openBrowser();
  await member.signIn("patron-gold");
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;

it("captions beside a recording come first, and its own only in other languages; the picture beside it is its thumbnail", async () => {
  await writeFile(path.join(clips.folder, "own-en.srt"), srt("from inside"));
  await writeFile(path.join(clips.folder, "own-de.srt"), srt("von innen"));
  const maps = "-map 0:v -map 1:a -map 2 -map 3 -metadata:s:s:0 language=eng -metadata:s:s:1 language=ger";
  const file = await clips.make(
    "show.mkv",
    `-itsoffset 0.5 ${pictures("320x180", 25, 3)} ${chord(3.5)} -i own-en.srt -i own-de.srt ${maps} ${x264} -c:a aac`,
  );
  await writeFile(path.join(clips.folder, "show.en.srt"), srt("from beside"));
  // all of one colour, which no frame is
  await clips.make("show.png", "-f lavfi -i color=c=0x00c000:s=320x180 -frames:v 1");
  const { id, media, dominant_color: color } = await prepare(file);
  expect(media?.captions.map(({ language }) => language)).toEqual(["en", "de"]);
  const { body } = await member.ask<string>(`GET ${media?.captions[0]?.url}`);
  expect(body).toBe("WEBVTT\n\n00:01.000 --> 00:02.000\nfrom beside\n");
  const [red = 0, green = 0, blue = 0] =
    (color ?? "").match(/[\da-f]{2}/g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  expect(green).toBeGreaterThan(red + 60);
  expect(green).toBeGreaterThan(blue + 60);
  expect(media?.storyboard).not.toBeNull();
  // what was brought along is kept, and never served
  for (const kind of ["brought-picture", "brought-captions-1.vtt"])
    expect((await member.ask(`GET /api/media/${id}/${kind}`)).status).toBe(404);
});

it("words beside a recording without pictures are its captions", async () => {
  const file = await clips.make("spoken.m4a", `${chord(3)} -c:a aac`);
  await writeFile(path.join(clips.folder, "spoken.en.srt"), srt("only heard"));
  const { id, media } = await prepare(file);
  const { body } = await member.ask<string>(`GET ${media?.captions[0]?.url}`);
  expect(body).toBe("WEBVTT\n\n00:01.000 --> 00:02.000\nonly heard\n");
  // as an earlier version left it
  const { db } = archive.parts;
  await db.deleteFrom("asset").where("video_id", "=", id).where("kind", "=", "captions-1.vtt").execute();
  await makeMissing(db);
  expect((await untilPrepared(id)).media?.captions).toEqual(media?.captions);
});

it("a picture that cannot be decoded gives way to a frame", { tags: ["long"] }, async () => {
  const file = await clips.make("broken.mp4", `${pictures("320x180", 25, 2)} ${x264}`);
  const png = Buffer.alloc(200);
  Buffer.from("89504e470d0a1a0a0000000d494844520000014000000140", "hex").copy(png);
  await writeFile(path.join(clips.folder, "broken.png"), png);
  const { thumbnail_url: thumbnail } = await prepare(file);
  expect(thumbnail).not.toBeNull();
});

async function prepare(file: string): Promise<Video> {
  const { surroundings } = await findOne(file);
  const { id } = await takeIn(archive.parts, { file, name: path.basename(file), surroundings, memberId: null });
  return untilPrepared(id);
}

async function untilPrepared(id: string): Promise<Video> {
  for (;;) {
    const { status, body } = await member.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    if (status === 200 && body.video.media?.preparation.state === "done") return body.video;
    await sleep(100);
  }
}
