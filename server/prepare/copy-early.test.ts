import { appendFile, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { planCopy } from "#server/media/facts/decide.ts";
import { openMedia, type Media } from "#server/media/media.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { copyTracks } from "#server/media/ffmpeg/render.ts";
import { hashFile } from "#server/media/store/store.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { beginEarlyCopy, dropEarlyCopy, continueEarlyCopy, takeEarlyCopy, type EarlyCopyParts } from "./copy-early.ts";

const concert = `${pictures("640x360", 10, 4)} ${chord(4)} ${x264} -g 10`;

let clips: Clips;
/** For the tests to which it does not matter what it is. */
let song: string;
let media: Media;
let parts: EarlyCopyParts;
let data: Awaited<ReturnType<typeof mkdtempDisposable>>;
beforeAll(async () => {
  [clips, data] = await Promise.all([openClips(), mkdtempDisposable(path.join(tmpdir(), "stagedoor-feed-"))]);
  song = await clips.make("song.mkv", `${concert} -c:a aac`);
  media = await openMedia(path.join(data.path, "media"), { hasVideos: false });
  const config = readConfig({ DATA_DIR: data.path, LEAST_FREE_GB: "0" }, {});
  parts = { media, config, log: pino({ level: "silent" }) };
});
afterAll(async () => {
  await media[Symbol.asyncDispose]();
  await data.remove();
  await clips[Symbol.asyncDispose]();
});

const listScratch = () => readdir(path.join(media.store.folder, "aside")).catch((): string[] => []);

/** Writes the file in five parts, as an upload does; the last is still to come when `beforeLast` is called. */
async function arrive(id: string, from: string, beforeLast: () => Promise<void> = async () => {}): Promise<string> {
  const bytes = await readFile(from);
  const file = path.join(data.path, id);
  await writeFile(file, "");
  const part = Math.ceil(bytes.length / 5);
  for (let at = 0; at < bytes.length; at += part) {
    if (at + part >= bytes.length) await beforeLast();
    await appendFile(file, bytes.subarray(at, at + part));
    const there = Math.min(bytes.length, at + part);
    if (at === 0) beginEarlyCopy(parts, { id, file, bytes: bytes.length, there });
    else await continueEarlyCopy(parts, { id, there });
  }
  return file;
}

async function take(name: string, file: string) {
  const folder = path.join(data.path, name);
  await mkdir(folder);
  const plan = planCopy(await probe(media.tools, file));
  return takeEarlyCopy(media.store, await hashFile(file), { plan, folder });
}

const copyable = {
  "mkv.mkv": "-c:a aac",
  "ts.ts": "-c:a aac",
  "index-first.mp4": "-c:a aac -movflags +faststart",
  "opus.mkv": "-c:a libopus",
};

it.each(Object.entries(copyable))(
  "%s is copied while it arrives, byte for byte as it would be afterwards",
  async (name, sound) => {
    const clip = await clips.make(name, `${concert} ${sound}`);
    const file = await arrive(name, clip);
    const copied = await take(`fed-${name}`, file);
    const folder = path.join(data.path, `usual-${name}`);
    await mkdir(folder);
    const plan = planCopy(await probe(media.tools, file));
    const usual = await copyTracks({ tools: media.tools, source: file, limitSeconds: 60 }, { plan, folder });
    expect(await hashFile(copied?.video ?? "nothing")).toEqual(await hashFile(usual.video ?? ""));
    expect(await hashFile(copied?.audio ?? "nothing")).toEqual(await hashFile(usual.audio ?? ""));
    expect(await listScratch()).toEqual([]);
    // it is given away once
    expect(await take(`again-${name}`, file)).toBeUndefined();
  },
);

it("what cannot be read as it arrives is left to the usual way", async () => {
  const last = await clips.make("index-last.mp4", `${pictures()} ${chord()} ${x264} -c:a aac`);
  const other = await clips.make("other.mkv", `${pictures()} ${chord()} -c:v mpeg4 -c:a aac`);
  for (const clip of [last, other]) {
    expect(await take(`left-${path.basename(clip)}`, await arrive(path.basename(clip), clip))).toBeUndefined();
  }
  const text = path.join(data.path, "list.mp4");
  await writeFile(text, `#EXTM3U\n${"x".repeat(9000)}`);
  await arrive("text", text);
  await dropEarlyCopy(media.store);
  expect(await listScratch()).toEqual([]);
});

it("an upload that is given up leaves nothing behind, and the next one is prepared while it arrives", async () => {
  const file = await arrive("given-up", song, () => dropEarlyCopy(media.store, "given-up"));
  expect(await take("given-up-made", file)).toBeUndefined();
  expect(await listScratch()).toEqual([]);
  expect((await take("next-made", await arrive("next", song)))?.video).toBeTruthy();
});

it("one upload is fed at a time, and nothing is given to another recording", async () => {
  const second = await clips.make("two.mkv", `${pictures("320x180", 25, 4)} ${chord(4)} ${x264} -c:a aac`);
  const file = await arrive("one", song, async () => {
    expect(await take("second-made", await arrive("second", second))).toBeUndefined();
  });
  const { bytes } = await hashFile(file);
  const plan = planCopy(await probe(media.tools, file));
  const stranger = { sha256: "0".repeat(64), bytes };
  expect(await takeEarlyCopy(media.store, stranger, { plan, folder: data.path })).toBeUndefined();
  const soundless = { plan: { ...plan, audio: null }, folder: data.path };
  expect(await takeEarlyCopy(media.store, await hashFile(file), soundless)).toBeUndefined();
  expect(await listScratch()).toEqual([]);
});

it("a disk that gets low keeps its room for the upload itself", async () => {
  const { config } = parts;
  try {
    const file = await arrive("low", song, async () => {
      parts = { ...parts, config: { ...config, leastFreeBytes: 2 ** 50 } };
    });
    expect(await take("low-made", file)).toBeUndefined();
  } finally {
    parts = { ...parts, config };
  }
  expect(await listScratch()).toEqual([]);
});
