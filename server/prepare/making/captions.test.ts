import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import { describe } from "#server/media/ffmpeg/probe.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { addSearchWork } from "#server/prepare/fill-search.ts";
import { settleWork } from "#server/testing/settle.ts";
import { readVersion } from "#server/library/version.ts";
import { searchTexts } from "#server/library/search/texts.ts";
import { prepareStep } from "#server/prepare/prepare.ts";
import { findRecording, listAssets } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";

let clips: Clips;
let archive: TestArchive;
let member: Browser;
beforeAll(async () => {
  clips = await openClips();
  await writeFile(path.join(clips.folder, "en.srt"), "1\n00:00:01,000 --> 00:00:02,500\nWe sing <i>along</i>\n");
  await writeFile(path.join(clips.folder, "pt.srt"), "1\n00:00:01,000 --> 00:00:02,500\nCantamos juntos – já\n");
  archive = await openTestArchive();
  member = archive.openBrowser();
  await member.signIn("patron-gold");
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

const maps = "-map 0:v -map 1:a -map 2 -map 3";
const names = "-metadata:s:s:0 language=eng -metadata:s:s:1 language=por -metadata:s:s:1 title=Letra";

it("are read from a recording, each in its language, and only for those who may see it", async () => {
  const file = await clips.make(
    "sung.mp4",
    `${pictures("320x180", 25, 3)} ${chord(3)} -i en.srt -i pt.srt ${maps} ${x264} -c:a aac -c:s mov_text ${names}`,
  );
  const { media, id } = await prepare(file);
  expect(media?.captions).toEqual([
    { url: expect.stringMatching(`^/api/media/${id}/captions-1.vtt\\?v=[0-9a-f]{16}$`), language: "en", title: null },
    { url: expect.stringContaining("/captions-2.vtt?v="), language: "pt", title: null },
  ]);
  const [english, portuguese] = media?.captions ?? [];
  const answer = await member.ask<string>(`GET ${english?.url}`);
  expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
  expect(answer.body).toBe("WEBVTT\n\n00:01.000 --> 00:02.500\nWe sing <i>along</i>\n");
  expect((await member.ask<string>(`GET ${portuguese?.url}`)).body).toContain("Cantamos juntos – já");
  expect((await archive.openBrowser().ask(`GET ${english?.url}`)).status).toBe(401);

  // what they say is found; also in a database that came from elsewhere, once it was read
  const { parts } = archive;
  const find = async (q: string) => (await searchTexts(parts.db, { audience: audiences.viewers, q, limit: 5 })).found;
  const sung = { where: "captions", at: 1, text: "We sing along", video: expect.objectContaining({ id }) };
  expect([await find("sing along"), await find("juntos")]).toMatchObject([[sung], [{ at: 1 }]]);
  await parts.db.updateTable("search_text").set({ captions: "", cues: null, is_read: false }).execute();
  expect(await find("sing along")).toEqual([]);
  const version = await readVersion(parts.db);
  await addSearchWork(parts);
  await settleWork(parts, 30_000);
  expect(await find("sing along")).toMatchObject([sung]);
  // no list has to be made again for that
  expect(await readVersion(parts.db)).toBe(version);
});

it(
  "keep beside the sound where the picture begins late, and say what the recording calls them",
  { tags: ["long"] },
  async () => {
    const late = `-itsoffset 0.5 ${pictures("320x180", 25, 3)}`;
    const file = await clips.make(
      "late.mkv",
      `${late} ${chord(3.5)} -i en.srt -i pt.srt ${maps} ${x264} -c:a aac ${names}`,
    );
    const { media } = await prepare(file);
    expect(media?.captions.map(({ title }) => title)).toEqual([null, "Letra"]);
    const { body } = await member.ask<string>(`GET ${media?.captions[0]?.url}`);
    const begins = Number(/\n00:(\d\d\.\d{3}) --> /.exec(body)?.[1]);
    // a second after the sound has begun, to a frame
    expect(Math.abs(begins - 1)).toBeLessThan(0.04);
  },
);

it("that cannot be read take neither the others nor what follows with them", { tags: ["long"] }, async () => {
  const file = await clips.make(
    "broken.mkv",
    `${pictures("320x180", 20, 2)} ${chord(2)} -i en.srt -map 0:v -map 1:a -map 2 ${x264} -c:a aac`,
  );
  const { id } = await prepare(file);
  const { db } = archive.parts;
  const { facts } = (await findRecording(db, id)) ?? {};
  const missing = { index: 9, language: null, title: null };
  const wrong = { ...facts, captions: [missing, ...(facts?.captions ?? [])] };
  await db
    .updateTable("recording")
    .set({ facts: JSON.stringify(wrong) })
    .where("video_id", "=", id)
    .execute();
  await db.deleteFrom("asset").where("video_id", "=", id).where("kind", "=", "captions-1.vtt").execute();

  const attempting = { signal: new AbortController().signal, progress: () => {}, isLastAttempt: false };
  await prepareStep(archive.parts, "captions", id, attempting);
  const kinds = (await listAssets(db, id)).map(({ kind }) => kind).filter((kind) => kind.startsWith("captions-"));
  expect(kinds).toEqual(["captions-2.vtt"]);
});

it("that go on after the end make a recording neither longer nor cut off", async () => {
  await writeFile(path.join(clips.folder, "late.srt"), "1\n00:00:01,000 --> 00:00:20,000\nStill singing\n");
  const containers = [
    ["lasting.mkv", "srt"],
    ["lasting.mp4", "mov_text"],
  ] as const;
  for (const [name, codec] of containers.slice(0, scaled(1, 2))) {
    const file = await clips.make(
      name,
      `${pictures("320x180", 25, 3)} ${chord(3)} -i late.srt -map 0:v -map 1:a -map 2 ${x264} -c:a aac -c:s ${codec}`,
    );
    const { duration, id } = await prepare(file);
    expect(duration).toBeCloseTo(3, 1);
    expect((await findRecording(archive.parts.db, id))?.problem).toBeNull();
    publish("formats", { captioned: 1 });
  }
});

it(
  "that begin before the first picture keep their time: it is shown from the beginning",
  { tags: ["long"] },
  async () => {
    await writeFile(path.join(clips.folder, "early.srt"), "1\n00:00:00,100 --> 00:00:02,000\nEarly\n");
    const late = `-itsoffset 0.5 ${pictures("320x180", 25, 3)}`;
    const file = await clips.make(
      "early.mkv",
      `${late} ${chord(3.5)} -i early.srt -map 0:v -map 1:a -map 2 ${x264} -c:a aac`,
    );
    const { media } = await prepare(file);
    expect((await member.ask<string>(`GET ${media?.captions[0]?.url}`)).body).toMatch(
      /\n00:00\.1\d\d --> 00:02\.\d{3}\n/,
    );
  },
);

it.each([
  ["eng", "en"],
  ["ger", "de"],
  ["pt-BR", "pt-BR"],
  ["en-x-lyrics", "en"],
  ["und", null],
  ["not a language", null],
])("in %s are in %s", (language, expected) => {
  const { captions } = describeProbed({ language });
  expect(captions?.[0]?.language).toBe(expected);
});

it("have a title of whole letters, and pictures of words are none", () => {
  const title = `\u202e${"🎵".repeat(80)}`;
  expect(describeProbed({ title }).captions?.[0]?.title).toBe("🎵".repeat(60));
  expect(describeProbed({}, "hdmv_pgs_subtitle").captions).toEqual([]);
});

function describeProbed(tags: Record<string, string>, codec = "subrip") {
  return describe({
    format: { format_name: "matroska", duration: "3" },
    streams: [
      { index: 0, codec_type: "video", codec_name: "h264", pix_fmt: "yuv420p", width: 320, height: 180 },
      { index: 1, codec_type: "subtitle", codec_name: codec, tags },
    ],
  });
}

async function prepare(file: string): Promise<Video> {
  const { id } = await takeIn(archive.parts, { file, name: file, memberId: null });
  for (;;) {
    const { status, body } = await member.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    if (status === 200 && body.video.media?.preparation.state === "done") return body.video;
    await sleep(100);
  }
}
