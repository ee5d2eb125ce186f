// The pure parts of the media room, and the sandbox around ffmpeg with the real one inside.
import { execFile } from "node:child_process";
import { mkdtempDisposable, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { decide, firstEncoding, furtherEncodings } from "#server/media/facts/decide.ts";
import type { Facts, VideoFacts } from "#server/media/facts/facts.ts";
import { chooseBest, findColor } from "#server/media/facts/picture-colors.ts";
import { chooseGain, readLoudness } from "#server/media/facts/loudness.ts";
import { openPeakReader, reducePeaks, writePeakDigits } from "#server/media/facts/peaks.ts";
import { writeMasterPlaylist } from "#server/media/fragments/playlist.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { decodeWhole, trySamples } from "#server/media/ffmpeg/render.ts";
import { openTools, run } from "#server/media/ffmpeg/run.ts";
import { nameObstacle, type Obstacle } from "#server/media/ffmpeg/sandbox.ts";
import { folderOf, keepFile, makeScratch, openStore, requireSpace } from "#server/media/store/store.ts";
import { openTurns } from "#server/media/store/turns.ts";

const video: VideoFacts = {
  codec: "h264",
  pixelFormat: "yuv420p",
  width: 1920,
  height: 1080,
  rotation: 0,
  framesPerSecond: 30,
  isInterlaced: false,
};
const facts = (change: Partial<VideoFacts> | null, audio: Facts["audio"] = null): Facts => ({
  format: "mp4",
  durationSeconds: 60,
  bitsPerSecond: 1,
  video: change && { ...video, ...change },
  audio,
  audioTracks: audio ? 1 : 0,
  title: null,
  recordedAt: null,
});

it.each([
  ["plain H.264", facts({}), "copy"],
  ["turned H.264", facts({ rotation: 90, width: 1080, height: 1920 }), "copy"],
  ["10-bit H.264", facts({ pixelFormat: "yuv420p10le" }), "encode"],
  ["4:4:4", facts({ pixelFormat: "yuv444p" }), "encode"],
  ["interlaced", facts({ isInterlaced: true }), "encode"],
  ["HEVC", facts({ codec: "hevc" }), "encode"],
  ["VP9", facts({ codec: "vp9" }), "encode"],
  ["no pictures", facts(null), null],
] as const)("the pictures of %s are decided upon", (_name, given, expected) => {
  expect(decide(given).pictures).toBe(expected);
});

it("no size is larger than the recording, and sizes are even", () => {
  const rungs = (change: Partial<VideoFacts>, has: Parameters<typeof furtherEncodings>[1]) =>
    furtherEncodings({ ...video, ...change }, has).map(({ rung, width, height }) => `${rung} ${width}x${height}`);
  expect(rungs({}, ["source"])).toEqual(["720 1280x720", "480 854x480"]);
  expect(rungs({ width: 1280, height: 720 }, ["source"])).toEqual(["480 854x480"]);
  expect(rungs({ width: 640, height: 360 }, ["source"])).toEqual([]);
  expect(rungs({ codec: "hevc" }, ["480"])).toEqual(["1080 1920x1080", "720 1280x720"]);
  expect(rungs({ width: 1080, height: 1920 }, ["source"])).toEqual(["720 720x1280", "480 480x854"]);
  expect(rungs({ codec: "mpeg2video", width: 1024, height: 576 }, ["480"])).toEqual(["source 1024x576"]);
  expect(rungs({ codec: "hevc", width: 900, height: 1600 }, ["480"])).toEqual(["source 900x1600", "720 720x1280"]);
  expect(rungs({ codec: "hevc", width: 1600, height: 900 }, ["480", "source"])).toEqual(["720 1280x720"]);
  expect(rungs({ codec: "hevc", width: 864, height: 486 }, ["480"])).toEqual([]);
  expect(rungs({ codec: "hevc", width: 2560, height: 1440 }, ["480"])).toEqual(["1080 1920x1080", "720 1280x720"]);
  expect(firstEncoding({ ...video, width: 321, height: 181 })).toEqual({ rung: "source", width: 322, height: 182 });
});

it("the gain never lets a peak pass the ceiling, and leaves silence alone", () => {
  expect(chooseGain({ integratedLufs: -20, peakDb: -10 })).toBe(6);
  expect(chooseGain({ integratedLufs: -20, peakDb: -3 })).toBe(2);
  expect(chooseGain({ integratedLufs: -8, peakDb: 0 })).toBe(-6);
  expect(chooseGain({ integratedLufs: -70, peakDb: -70 })).toBe(0);
  expect(
    readLoudness(
      "Summary:\n  Integrated loudness:\n    I:         -21.8 LUFS\n  Sample peak:\n    Peak:      -12.1 dBFS",
    ),
  ).toEqual({ integratedLufs: -21.8, peakDb: -12.1, gainDb: 7.8 });
  expect(readLoudness("Summary:\n I: -70.0 LUFS\n Peak:  -inf dBFS").gainDb).toBe(0);
});

it("peaks are the same however the samples arrive", () => {
  const samples = Buffer.alloc(48_000 * 2);
  samples.writeInt16LE(-32_768, 24_000 * 2);
  const whole = openPeakReader(48_000);
  whole.add(samples);
  const pieces = openPeakReader(48_000);
  for (let at = 0; at < samples.length; at += 777) pieces.add(samples.subarray(at, at + 777));
  const { peaks, seconds } = whole.end();
  expect(pieces.end().peaks).toEqual(peaks);
  expect([peaks.length, peaks[10], seconds]).toEqual([20, 1, 1]);
  expect(reducePeaks(peaks, 4)).toEqual(Float32Array.from([0, 0, 1, 0]));
  expect(writePeakDigits(peaks)).toMatch(/^0{32}f{1,4}0+$/);
  expect(writePeakDigits(new Float32Array(0))).toBe("0".repeat(64));
});

it("a picture that shows something is preferred to a black one", () => {
  const [black, white] = [new Uint8Array(576 * 3), new Uint8Array(576 * 3).fill(255)];
  const scene = Uint8Array.from({ length: 576 * 3 }, (_, n) => (n % 3 === 0 ? 200 : (n * 7) % 120));
  expect(chooseBest([black, black, scene, white, black])).toBe(2);
  expect(findColor(new Uint8Array([255, 0, 0, 255, 0, 0, 10, 10, 10]))).toBe("#ff0000");
});

it("the master playlist names codecs, sizes and rates, and only relative addresses", () => {
  const rendition = {
    codec: "avc1.640028",
    width: 1280,
    height: 720,
    channels: 0,
    framesPerSecond: 25,
    peakBits: 900,
    averageBits: 800,
    durationSeconds: 3,
  };
  const sound = {
    address: "audio.m3u8",
    rendition: {
      ...rendition,
      codec: "mp4a.40.2",
      width: 0,
      height: 0,
      channels: 2,
      framesPerSecond: 0,
      peakBits: 100,
      averageBits: 90,
    },
  };
  const text = writeMasterPlaylist([{ address: "video-source.m3u8", rendition }], sound);
  expect(text).toContain(
    'BANDWIDTH=1000,AVERAGE-BANDWIDTH=890,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25.000,AUDIO="sound"\nvideo-source.m3u8',
  );
  expect(text).toContain('CHANNELS="2",URI="audio.m3u8"');
  expect(text).not.toMatch(/https?:|\/api/);
  // only beside the pictures: as a size of its own, too, it confuses VLC
  expect(text.match(/audio\.m3u8/g)).toHaveLength(1);
  expect(writeMasterPlaylist([], sound)).toMatch(/^#EXT-X-STREAM-INF:.*CODECS="mp4a.40.2"\naudio.m3u8$/m);
  expect(writeMasterPlaylist([{ address: "v.m3u8", rendition }], null)).not.toContain("AUDIO=");
});

it("a larger size is listed before a smaller one, and never with lower rates", () => {
  const list = (height: number, peakBits: number, averageBits: number) => ({
    address: `video-${height}.m3u8`,
    rendition: {
      ...{ codec: "avc1.640028", width: (height * 16) / 9, height, channels: 0, framesPerSecond: 60 },
      ...{ peakBits, averageBits, durationSeconds: 3 },
    },
  });
  const text = writeMasterPlaylist([list(720, 900, 500), list(480, 1000, 700), list(2160, 950, 950)], null);
  const found = [...text.matchAll(/BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+).*\nvideo-(\d+)/g)].map((all) =>
    all.slice(1),
  );
  expect(found).toEqual([
    ["1000", "950", "2160"],
    ["1000", "700", "720"],
    ["1000", "700", "480"],
  ]);
});

it("turns are given in order, and an aborted task leaves the queue", async () => {
  const turns = openTurns(1);
  const first = await turns.take();
  const leaving = new AbortController();
  const left = turns.take(leaving.signal);
  const next = turns.take();
  leaving.abort(new Error("no longer"));
  await expect(left).rejects.toThrow("no longer");
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using _turn = await next;
});

it("a file in the store is complete or missing, named by its content, and only under an id", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-store-"));
  const store = await openStore(folder.path, { isExpected: false });
  expect((await openStore(folder.path, { isExpected: true })).id).toBe(store.id);
  await expect(openStore(path.join(folder.path, "elsewhere"), { isExpected: true })).rejects.toMatchObject({
    code: "cannot-start",
  });
  const id = "a".repeat(26);
  {
    await using scratch = await makeScratch(store);
    await writeFile(path.join(scratch.folder, "x"), "hello");
    const stored = await keepFile(store, id, { kind: "thumbnail", from: path.join(scratch.folder, "x") });
    expect(stored).toEqual({ sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", bytes: 5 });
  }
  expect(await readFile(path.join(folder.path, "aa", id, "thumbnail.2cf24dba5fb0a30e"), "utf8")).toBe("hello");
  expect(await readdir(path.join(folder.path, "aside"))).toEqual([]);
  for (const bad of ["", "..", "../../etc", "A".repeat(26), `${"a".repeat(25)}/`, "a".repeat(27)])
    expect(() => folderOf(store, bad)).toThrow("is not the id of a video");
  await expect(requireSpace(folder.path, 2 ** 60, 0)).rejects.toMatchObject({
    code: "no-room",
    message: expect.stringContaining("not enough space"),
  });
});

it("says whether bubblewrap is missing, not allowed here, or broken", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-obstacles-"));
  const source = JSON.stringify(path.resolve("server/media/ffmpeg/run.ts"));
  const show = `import { openTools } from ${source}; console.log(JSON.stringify((await openTools()).sandbox.obstacle ?? null))`;
  const program = [process.execPath, "--input-type=module", "--eval", show];
  const find = async ([command = "", ...args]: readonly string[], env: Record<string, string>) => {
    const { stdout } = await promisify(execFile)(command, args, { env });
    return JSON.parse(stdout) as Obstacle | null;
  };
  expect(await find(program, { PATH: folder.path })).toMatchObject({ kind: "missing" });

  await writeFile(
    path.join(folder.path, "bwrap"),
    "#!/bin/sh\necho 'bwrap: Unknown option --unshare-all' >&2; exit 1\n",
    { mode: 0o755 },
  );
  expect(await find(program, { PATH: folder.path })).toEqual({
    kind: "broken",
    said: "bwrap: Unknown option --unshare-all",
  });
  await writeFile(path.join(folder.path, "bwrap"), "#!/bin/sh\nkill -SEGV $$\n");
  expect(await find(program, { PATH: folder.path })).toEqual({ kind: "broken", said: "bwrap ended with SIGSEGV" });

  const { PATH = "" } = process.env;
  if ((await find(program, { PATH })) !== null) return;
  // a host that allows no more namespaces
  const host = ["bwrap", "--dev-bind", "/", "/", "--unshare-user", "--disable-userns"];
  expect(await find([...host, ...program], { PATH })).toMatchObject({ kind: "not-allowed" });
});

it("understands every way in which the kernel refuses bubblewrap, and nothing else", () => {
  const kindOf = (said: string) => nameObstacle(true, `${said}\n`).kind;
  for (const said of [
    "Can't open source /usr: Function not implemented",
    "No permissions to create a new namespace, likely because the kernel does not allow non-privileged user namespaces.",
    "setting up uid map: Permission denied",
    "loopback: Failed RTM_NEWADDR: Operation not permitted",
    "Creating new namespace failed: nesting depth or /proc/sys/user/max_user_namespaces exceeded (ENOSPC)",
    "Failed to make / slave: Operation not permitted",
  ])
    expect([said, kindOf(`bwrap: ${said}`)]).toEqual([said, "not-allowed"]);
  expect(kindOf("bwrap: execvp true: No such file or directory")).toBe("broken");
  expect(kindOf("error while loading shared libraries: libcap.so.2: cannot open shared object file")).toBe("broken");
});

it("in its sandbox a program reads one file, writes one folder, and has no network", async () => {
  const tools = await openTools();
  if (!tools.sandbox.hasBubblewrap) return;
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-sandbox-"));
  await writeFile(path.join(folder.path, "secret"), "secret");
  let connections = 0;
  const server = createServer(() => void (connections += 1)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const attempt = (...args: string[]) =>
    run(tools, {
      program: ["ffmpeg", "-v", "error", ...args, "-f", "null", "-"],
      paths: { reads: [] },
      weight: "light",
      limitSeconds: 10,
    }).then(
      () => "worked",
      () => "refused",
    );
  expect(await attempt("-f", "data", "-i", path.join(folder.path, "secret"))).toBe("refused");
  expect(await attempt("-f", "data", "-i", "/etc/passwd")).toBe("refused");
  expect(await attempt("-i", `tcp://127.0.0.1:${port}`)).toBe("refused");
  expect(connections).toBe(0);
  server.close();
});

it("hostile files are refused, and nothing is written", async () => {
  const tools = await openTools();
  await using clips = await openClips();
  const secret = await clips.make("secret.mp4", `${pictures()} ${x264}`);
  const hostile = {
    // text behind a head that looks like a recording
    "id3-playlist.mp3": `ID3\u0004\0\0\0\0\0\0#EXTM3U\n#EXTINF:1,\nfile://${secret}\n`,
    "concat.ts": "G".padEnd(188, " ").repeat(3),
    "mov-reference.mp4": Buffer.concat([Buffer.from("\0\0\0\u0014ftypqt  \0\0\0\0qt  ", "latin1"), Buffer.alloc(64)]),
    "huge.mp4": Buffer.concat([Buffer.from("\u007f\u00ff\u00ff\u00ffftypisom", "latin1"), Buffer.alloc(64)]),
    "noise.mkv": Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(4096, 0x99)]),
    "noise.flac": Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(4096, 0x55)]),
  };
  for (const [name, content] of Object.entries(hostile)) {
    const file = path.join(clips.folder, name);
    await writeFile(file, content);
    await expect(probe(tools, file)).rejects.toMatchObject({ name: "Refusal", code: "bad-input" });
  }
  const large = await clips.make(
    "large.mp4",
    "-f lavfi -i color=s=8192x8192:d=0.04:r=25 -c:v libx264 -preset ultrafast",
  );
  await expect(probe(tools, large)).rejects.toMatchObject({ name: "Refusal" });
  const foreign = await clips.make("foreign.mkv", `${pictures()} -c:v magicyuv`);
  await expect(probe(tools, foreign)).rejects.toMatchObject({
    name: "Refusal",
    message: "The video is in MagicYUV, which can't be read here. Export it as H.264 (MP4) and try again.",
  });
});

it.each([
  ["kill -KILL $$", "busy"],
  ["exit 137", "busy"],
  ["exit 1", "bad-input"],
  ["kill -SEGV $$", "bad-input"],
])(
  "a file whose look ends by %s is refused as %s: only what the file itself causes is its fault",
  async (end, code) => {
    await using clips = await openClips();
    const file = await clips.make("any.mp4", `${pictures()} ${x264}`);
    await writeFile(path.join(clips.folder, "ffprobe"), `#!/bin/sh\n${end}\n`, { mode: 0o755 });
    const tools = { ...(await openTools()), sandbox: { hasBubblewrap: false, hasPrlimit: false } };
    vi.stubEnv("PATH", `${clips.folder}:${process.env["PATH"]}`);
    await expect(probe(tools, file)).rejects.toMatchObject({ name: "Refusal", code });
    vi.unstubAllEnvs();
  },
);

it.each([
  ["kill -KILL $$", undefined],
  ["exit 255", undefined],
  ["exit 1", undefined],
  ["echo Input/output error >&2; exit 1", undefined],
  ["echo '/in/0: Stale file handle' >&2", undefined],
  ["echo Invalid data >&2; exit 1", "Invalid data"],
])(
  "a check of what was made that ends by %s finds %o: a fault of the machine is tried again",
  async (end, complaint) => {
    await using clips = await openClips();
    const file = path.join(clips.folder, "made.mp4");
    await writeFile(file, "made");
    await writeFile(path.join(clips.folder, "ffmpeg"), `#!/bin/sh\n${end}\n`, { mode: 0o755 });
    const tools = { ...(await openTools()), sandbox: { hasBubblewrap: false, hasPrlimit: false } };
    vi.stubEnv("PATH", `${clips.folder}:${process.env["PATH"]}`);
    const work = { tools, source: file, signal: AbortSignal.timeout(60_000), limitSeconds: 60 };
    for (const check of [() => trySamples(work, [{ kind: "video", file }]), () => decodeWhole(work)])
      if (complaint === undefined) await expect(check()).rejects.toThrow(/^ff(mpeg|probe) /);
      else expect((await check()).complaints).toContain(complaint);
    vi.unstubAllEnvs();
  },
);

it.each(["inside the sandbox", "without it"])(
  "a program that takes too long, or is no longer wanted, is ended with its children, %s",
  async (where) => {
    const all = await openTools();
    const tools = where === "without it" ? { ...all, sandbox: { ...all.sandbox, hasBubblewrap: false } } : all;
    const mark = `mark=${crypto.randomUUID()}`;
    const endless = [
      "ffmpeg",
      "-v",
      "error",
      "-re",
      "-f",
      "lavfi",
      "-i",
      "color",
      "-metadata",
      mark,
      "-f",
      "null",
      "-",
    ];
    const task = { program: endless as ["ffmpeg", ...string[]], paths: { reads: [] }, weight: "light" as const };

    const late = run(tools, { ...task, limitSeconds: 3 }).catch((error: unknown) => error);
    await expect.poll(() => listMarked(mark)).toContain("ffmpeg");
    expect(await late).toMatchObject({ message: expect.stringContaining("took longer than 3 s"), wasEnded: true });
    await expect.poll(() => listMarked(mark)).toEqual([]);

    const stopping = new AbortController();
    const unwanted = run(tools, { ...task, limitSeconds: 600, signal: stopping.signal }).catch(
      (error: unknown) => error,
    );
    await expect.poll(() => listMarked(mark)).toContain("ffmpeg");
    stopping.abort(new Error("stop"));
    expect(await unwanted).toMatchObject({ message: "stop" });
    await expect.poll(() => listMarked(mark)).toEqual([]);
  },
);

/** The names of all processes with this word in their command line, in whichever namespace. */
async function listMarked(word: string): Promise<string[]> {
  const read = async (pid: string) => {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return line.includes(word) ? [(await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim()] : [];
  };
  return (await Promise.all((await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(read))).flat();
}

it("what a recording says about itself is read", async () => {
  const tools = await openTools();
  await using clips = await openClips();
  const file = await clips.make(
    "told.mp4",
    `${pictures("640x360", 30)} ${chord()} ${x264} -c:a aac -metadata title=Told -metadata creation_time=2021-03-04T05:06:07Z`,
  );
  const found = await probe(tools, file);
  expect(found).toMatchObject({
    title: "Told",
    recordedAt: "2021-03-04T05:06:07.000000Z",
    video: { codec: "h264", width: 640, height: 360, framesPerSecond: 30, rotation: 0 },
    audio: { codec: "aac", channels: 1, sampleRate: 48_000 },
  });
  expect((await stat(file)).size).toBeGreaterThan(0);
});
