import { readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { readEditLists } from "./edit-list.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";

it("a pause in the middle of an edit list, or another speed, is refused: it would be shown wrong", async () => {
  await using clips = await openClips();
  await clips.make("base.mp4", `${pictures("160x90", 25, 3)} ${chord(3)} ${x264} -bf 2 -c:a aac`);
  const late = await clips.make("late.mp4", "-i base.mp4 -itsoffset 0.8 -i base.mp4 -map 0:v -map 1:a -c copy");
  const trimmed = await clips.make("trimmed.mp4", "-ss 1.5 -i base.mp4 -c copy");
  for (const file of [late, trimmed]) expect((await readEditLists(file)).isForeign).toBe(false);

  // the pause that the late sound begins with is put behind what is heard
  const bytes = await readFile(late);
  const at = bytes.lastIndexOf("elst") + 12;
  expect(bytes.readInt32BE(at + 4)).toBe(-1);
  const swapped = Buffer.from(bytes);
  bytes.copy(swapped, at, at + 12, at + 24);
  bytes.copy(swapped, at + 12, at, at + 12);
  const slow = Buffer.from(bytes);
  slow.writeInt16BE(0, at + 12 + 8);
  const tools = await openTools();
  for (const [name, changed] of [
    ["swapped.mp4", swapped],
    ["slow.mp4", slow],
  ] as const) {
    const file = `${clips.folder}/${name}`;
    await writeFile(file, changed);
    expect((await readEditLists(file)).isForeign).toBe(true);
    await expect(probe(tools, file)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(/edit list/),
    });
  }
});

it("a list that begins inside of a picture tells how much later the next one is to be shown", async () => {
  await using clips = await openClips();
  await clips.make("slow.mp4", `${pictures("160x90", 10, 4)} ${chord(4)} ${x264} -bf 2 -g 10 -c:a aac`);
  const trimmed = await clips.make("trimmed.mp4", "-ss 1.53 -i slow.mp4 -c copy");
  const { delaysSeconds } = await readEditLists(trimmed);
  expect(delaysSeconds[0]).toBeCloseTo(0.07, 2);
  expect(delaysSeconds[1]).toBe(0);
  expect((await probe(await openTools(), trimmed)).video?.delaySeconds).toBeCloseTo(0.07, 2);
});

it("a list with cuts in the middle tells how much it shows, and one without tells nothing", async () => {
  await using clips = await openClips();
  await clips.make("base.mp4", `${pictures("160x90", 25, 3)} ${chord(3)} ${x264} -bf 2 -c:a aac`);
  const late = await clips.make("late.mp4", "-i base.mp4 -itsoffset 0.8 -i base.mp4 -map 0:v -map 1:a -c copy");
  expect((await readEditLists(late)).cuts).toEqual([undefined, undefined]);

  // the pause becomes the first 0.8 s of the sound
  const bytes = await readFile(late);
  bytes.writeInt32BE(0, bytes.lastIndexOf("elst") + 12 + 4);
  const cut = `${clips.folder}/cut.mp4`;
  await writeFile(cut, bytes);
  const { cuts } = await readEditLists(cut);
  expect(cuts[0]).toBeUndefined();
  expect(cuts[1]?.seconds).toBeCloseTo(3.8, 1);
  // packets of 1024 samples: those that begin in the first 0.8 s, then all
  const [first, second] = cuts[1]?.parts ?? [];
  expect(first?.pictures).toBe(Math.floor((0.8 * 48_000) / 1024));
  expect(second?.atSeconds).toBeCloseTo(0.8, 1);

  // a table that claims four thousand million packets
  bytes.writeUInt32BE(2 ** 32 - 1, bytes.lastIndexOf("stts") + 12);
  await writeFile(cut, bytes);
  const before = process.cpuUsage();
  expect((await readEditLists(cut)).cuts[1]?.parts).toEqual([]);
  expect(process.cpuUsage(before).user).toBeLessThan(5e6);
});
