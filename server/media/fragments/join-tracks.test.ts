import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { chord, decodeFile, openClips, pictures, probeFile } from "#server/testing/clips.ts";
import { readAudioIndex } from "./cut-audio.ts";
import { wholeOf, writeJoinedHead } from "./join-tracks.ts";
import { readVideoIndex } from "./read-video-index.ts";
import { writeTags } from "./write-tags.ts";

const flags = "+frag_keyframe+cmaf+empty_moov+default_base_moof+delay_moov+frag_discont+skip_trailer+skip_sidx";
const h264 = "-c:v libx264 -preset ultrafast -bf 2 -b_strategy 0 -pix_fmt yuv420p -g 25";

// our files begin at one second; one that begins half a second later is shown half a second later
it.each([
  { begins: 1, shownAt: 0 },
  { begins: 1.5, shownAt: 0.5 },
])("video that begins at $begins is joined with its audio, every picture as it was", async ({ begins, shownAt }) => {
  await using clips = await openClips();
  const source = await clips.make("source.mp4", `${pictures("320x180", 25, 4)} ${chord(4)} ${h264} -c:a aac`);
  const shift = `-avoid_negative_ts disabled -output_ts_offset ${begins} -video_track_timescale 90000`;
  const video = await clips.make("v.mp4", `-i ${source} -map 0:v -c copy ${shift} -movflags ${flags}`);
  const audio = await clips.make("a.m4a", `-i ${source} -map 0:a -c copy -movflags +faststart`);
  const [pictureBytes, soundBytes] = [await readFile(video), await readFile(audio)];
  const index = readAudioIndex(soundBytes);
  const cover = await readFile(await clips.make("cover.jpg", "-f lavfi -i color=red:s=32x32 -frames:v 1"));
  const chapters = [
    { start: 0, title: "One" },
    { start: 2, title: "Zwei – ö".repeat(50) },
  ];
  const described = { title: "T", artist: "A", album: "A", day: "2026-01-02", description: "", cover, chapters };
  const head = writeJoinedHead({
    ...{
      video: await readVideoIndex(video),
      videoBytes: pictureBytes.length,
      audio: { index, packets: wholeOf(index) },
    },
    extra: writeTags(described),
  });
  const packets = soundBytes.subarray(
    index.dataFrom,
    index.dataFrom + index.sizes.reduce((sum, size) => sum + size, 0),
  );
  const file = path.join(clips.folder, "joined.mp4");
  await writeFile(file, Buffer.concat([head, pictureBytes, packets]));

  // ffmpeg says so of every file with a cover, also of its own
  expect((await decodeFile(file)).replaceAll(/.*(?:timescale not set|EOI missing, emulating)\n/g, "")).toBe("");
  const { streams, format } = await probeFile(file);
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(["h264", "aac", "mjpeg"]);
  expect(streams[0]?.["nb_frames"]).toBe("100");
  expect([Number(streams[0]?.["start_time"]), Number(streams[1]?.["start_time"])]).toEqual([shownAt, 0]);
  expect(format["tags"]).toMatchObject({ title: "T", date: "2026-01-02" });
  expect(await hashTrack(file, "0:a:0")).toBe(await hashTrack(source, "0:a:0"));
  expect(await hashTrack(file, "0:v:0")).toBe(await hashTrack(source, "0:v:0"));
});

/** Of every frame, decoded, without its time. */
async function hashTrack(file: string, map: string): Promise<string> {
  const args = ["-v", "error", "-i", file, "-map", map, "-f", "framemd5", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args);
  const frames = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return frames.map((line) => line.split(",").at(-1)?.trim()).join(" ");
}
