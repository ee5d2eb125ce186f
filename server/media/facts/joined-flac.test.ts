// FLAC files one after the other are one recording, as long as all of them.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { joinFlac } from "#server/media/ffmpeg/render.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

it("three in a row are as long as all of them, also where their rates differ", async () => {
  const tools = await openTools();
  const parts = await Promise.all(
    [
      [2, 48_000],
      [3, 44_100],
      [2, 48_000],
    ].map(([seconds, rate], n) => clips.make(`${n}.flac`, `-f lavfi -i sine=d=${seconds}:r=${rate} -c:a flac`)),
  );
  const [first = ""] = parts;
  expect(await probe(tools, first)).not.toHaveProperty("isChained");
  const file = path.join(clips.folder, "all.flac");
  await writeFile(file, Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))));
  expect(await probe(tools, file)).toMatchObject({ isChained: true, durationSeconds: 7 });
  const joined = await joinFlac({ tools, source: file, signal: undefined, limitSeconds: 60 }, clips.folder);
  const facts = await probe(tools, joined);
  expect(facts).not.toHaveProperty("isChained");
  expect(facts.durationSeconds).toBeCloseTo(7, 1);
});
