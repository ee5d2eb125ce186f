import { describe, expect, it } from "vitest";
import * as looking from "./arguments.ts";
import * as copying from "./copy-arguments.ts";
import * as encoding from "./encode-arguments.ts";
import * as drawing from "./picture-arguments.ts";
import * as hearing from "./sound-arguments.ts";
import type { AudioFacts, VideoFacts } from "#server/media/facts/facts.ts";

const programs = { ...looking, ...copying, ...encoding, ...drawing, ...hearing };

const picture: VideoFacts = {
  codec: "h264",
  pixelFormat: "yuv420p",
  width: 1920,
  height: 1080,
  rotation: 0,
  framesPerSecond: 30,
  isInterlaced: false,
};
const sound: AudioFacts = { codec: "aac", profile: "LC", channels: 2, sampleRate: 48_000 };
const size = { width: 320, height: 180 };

/** What reads somebody's recording, or what was made of one. */
const readers = {
  probeArguments: programs.probeArguments(),
  surveyArguments: programs.surveyArguments(),
  straightenArguments: programs.straightenArguments(
    { format: "mpegts", video: picture, audio: sound },
    {
      shifts: { video: [{ fromPacket: 10, seconds: 3 }], audio: [] },
      originSeconds: 0,
      lengthSeconds: 5,
      hasHoles: false,
      lateSeconds: 0,
      tailSeconds: 0,
      hasHiddenPictures: false,
      framesPerSecond: 25,
    },
  ),
  copyArguments: programs.copyArguments({ video: true, audio: { how: "encode", facts: sound } }),
  soundArguments: programs.soundArguments(sound, { gainDb: 1 }),
  plainSoundArguments: programs.plainSoundArguments(),
  peakArguments: programs.peakArguments("true"),
  measureArguments: programs.measureArguments(sound),
  encodeArguments: programs.encodeArguments(picture, { encodings: [{ rung: "480", ...size }] }),
  coverArguments: programs.coverArguments({ track: 1 }, size),
  captionArguments: programs.captionArguments(2, 0),
  decodeArguments: programs.decodeArguments(),
  sampleArguments: programs.sampleArguments(["audio"]),
  storyboardArguments: programs.storyboardArguments(
    { columns: 2, rows: 2, rotation: 0, ...size },
    { index: 0, ...size },
  ),
  thumbnailArguments: programs.thumbnailArguments({ rotation: 0, ...size }),
};
/** What reads only what we computed ourselves. */
const ownInput = ["drawnArguments"];
const ofParts = ["joinArguments"];

describe("a program that reads a recording", () => {
  it("is one of these", () => {
    const all = Object.keys(programs).filter((name) => name.endsWith("Arguments"));
    expect(all.toSorted()).toEqual([...Object.keys(readers), ...ownInput, ...ofParts].toSorted());
  });

  it.each(Object.entries(readers))("reads only what is on our lists: %s", (_name, words) => {
    const before = words.slice(0, words.indexOf("-i"));
    const valueOf = (option: string) => before[before.indexOf(option) + 1];
    expect(valueOf("-protocol_whitelist")).toBe("file");
    expect(valueOf("-format_whitelist")).toMatch(/^(mov,matroska,avi,mpegts,flac,wav,mp3,ogg,aac,flv|h264)$/);
    expect(valueOf("-codec_whitelist")).toMatch(/^(h264|mov_text|mjpeg),[\w,-]+$/);
    expect(valueOf("-max_pixels")).toBe("40000000");
    expect(valueOf("-max_streams")).toBe("32");
    expect(words.filter((word) => word === "-i")).toHaveLength(1);
    expect(words[words.indexOf("-i") + 1]).toBe("/in/0");
  });

  it("has the same limits for each file if it reads several", () => {
    const words = programs.sampleArguments(["video", "audio"]);
    expect(words.filter((_, index) => words[index - 1] === "-i")).toEqual(["/in/0", "/in/1"]);
    for (const option of [
      "-protocol_whitelist",
      "-format_whitelist",
      "-codec_whitelist",
      "-max_pixels",
      "-max_streams",
    ])
      expect(words.filter((word) => word === option)).toHaveLength(2);
  });

  it("reads only parts of the recording, and only as FLAC, where it joins them", () => {
    const words = programs.joinArguments([
      { from: 0, to: 100 },
      { from: 100, to: 300 },
    ]);
    const allOf = (option: string) => words.filter((_, index) => words[index - 1] === option);
    expect(allOf("-i")).toEqual(["subfile,,start,0,end,100,,:/in/0", "subfile,,start,100,end,300,,:/in/0"]);
    expect(allOf("-protocol_whitelist")).toEqual(["file,subfile", "file,subfile"]);
    expect(allOf("-format_whitelist")).toEqual(["flac", "flac"]);
    expect(allOf("-max_streams")).toEqual(["32", "32"]);
  });

  it("reads nothing but its pipe while the recording is still arriving", () => {
    const words = programs.copyArguments({ video: true, audio: null }, { from: "pipe:0" });
    const valueOf = (option: string) => words[words.indexOf(option) + 1];
    expect(valueOf("-protocol_whitelist")).toBe("pipe");
    expect(valueOf("-format_whitelist")).toBe("mov,matroska,avi,mpegts,flac,wav,mp3,ogg,aac,flv");
    expect(valueOf("-i")).toBe("pipe:0");
  });
});
