// Colours of what is encoded, measured: whatever the recording's are, a plain player shows them right.
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClips, probeFile, type Clips } from "#server/testing/clips.ts";
import { decide } from "#server/media/facts/decide.ts";
import { describe as describeProbed, probe } from "./probe.ts";
import { encodePictures } from "./render.ts";
import { openTools } from "./run.ts";

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

const size = { width: 320, height: 180 };
const bars = `-f lavfi -i smptehdbars=s=${size.width}x${size.height}:r=10:d=0.5`;
const hevc = "-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error";
const light =
  "format=gbrp,setparams=color_primaries=bt709:color_trc=bt709,zscale=min=gbr:pin=bt709:tin=bt709:rin=full:t=linear:npl=203,format=gbrpf32le";
const tags = (primaries: string, transfer: string, matrix: string) =>
  `-color_primaries ${primaries} -color_trc ${transfer} -colorspace ${matrix}`;
/** A white wall at 203 nits, as BT.2408 wants it. */
const hdr = (transfer: string) =>
  `${bars} -vf ${light},zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=limited:npl=203,format=yuv420p10le ${hevc}`;
const yuv = (matrix: string, range: string) => `${bars} -vf scale=out_color_matrix=${matrix}:out_range=${range}`;

it.each([
  ["HDR10", "hdr10.mp4", `${hdr("smpte2084")} ${tags("bt2020", "smpte2084", "bt2020nc")}`, 30],
  ["HDR10 that only says PQ", "pq.mkv", `${hdr("smpte2084")} -color_trc smpte2084`, 30],
  ["HLG", "hlg.mp4", `${hdr("arib-std-b67")} ${tags("bt2020", "arib-std-b67", "bt2020nc")}`, 30],
  [
    "BT.2020 without HDR",
    "wide.mp4",
    `${bars} -vf ${light},zscale=p=bt2020:t=bt709:m=bt2020nc:r=limited:npl=203,format=yuv420p10le ${hevc} ${tags("bt2020", "bt2020-10", "bt2020nc")}`,
    20,
  ],
  [
    "BT.601, full range",
    "full.mp4",
    `${yuv("smpte170m", "pc")},format=yuvj444p -c:v libx264 -color_range pc ${tags("smpte170m", "smpte170m", "smpte170m")}`,
    12,
  ],
  ["BT.601, untagged and small", "small.mkv", `${yuv("smpte170m", "tv")} ${hevc}`, 12],
  ["BT.709", "plain.mp4", `${yuv("bt709", "tv")} ${hevc} ${tags("bt709", "bt709", "bt709")}`, 12],
  ["red, green and blue", "rgb.mp4", `${bars} -c:v libx264rgb`, 12],
])("%s is shown in the colours it was recorded in", async (_name, file, line, most) => {
  const tools = await openTools();
  const source = await clips.make(file, line);
  const { video } = await probe(tools, source);
  if (!video) throw new Error("there are no pictures");
  const folder = path.join(clips.folder, `${file}-made`);
  await mkdir(folder);
  const encodings = [{ rung: "480" as const, ...size }];
  const { files } = await encodePictures({ tools, source, limitSeconds: 60 }, { video, plan: { encodings }, folder });
  const made = files[0] ?? "";
  expect((await probeFile(made)).streams[0]).toMatchObject({
    pix_fmt: "yuv420p",
    color_range: "tv",
    color_space: "bt709",
    color_transfer: "bt709",
    color_primaries: "bt709",
  });
  const wanted = await readColors(await clips.make("bars.png", `${bars} -frames:v 1`));
  const found = await readColors(made);
  const away = found.map((part, index) => Math.abs(part - (wanted[index] ?? 0)));
  expect(Math.max(...away)).toBeLessThanOrEqual(most);
});

it("plain H.264 that says it is HDR is encoded, because browsers would show it grey", () => {
  const stream = { index: 0, codec_type: "video", codec_name: "h264", pix_fmt: "yuv420p", width: 640, height: 360 };
  const pictures = (transfer: string) =>
    decide(describeProbed({ streams: [{ ...stream, color_transfer: transfer }] })).pictures;
  expect(["bt709", "smpte2084", "arib-std-b67"].map(pictures)).toEqual(["copy", "encode", "encode"]);
});

/** Red, green and blue in the middle of each of the seven large bars, and of the grey ones beside them. */
async function readColors(file: string): Promise<number[]> {
  const look = "scale=320:180:in_color_matrix=bt709,format=rgb24,crop=320:60:0:20,scale=32:1:flags=area";
  const args = ["-v", "error", "-i", file, "-frames:v", "1", "-vf", look, "-f", "rawvideo", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer" });
  return [1, 5, 9, 12, 16, 19, 23, 26, 30].flatMap((place) => [...stdout.subarray(place * 3, place * 3 + 3)]);
}
