// Recordings whose clocks or sizes are broken: gaps, jumps, resets and times before zero in one track or both, files one after
// the other, cut ones, and ones that say less than they hold. SEED and BROKEN_ONLY=7,12 choose some.
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { inLanes } from "./lanes.ts";
import { framesPerSecond, listBroken, makeWholes, type Broken } from "./odd-sources/broken.ts";
import { soundLag } from "./odd-sources/compare.ts";
import { decode, hearSound, seePictures, type SeenPicture, type SeenSound } from "./odd-sources/decode.ts";
import { prepare, type Stage } from "./odd-sources/run.ts";
import { readServed } from "./odd-sources/served.ts";
import { openStage } from "./odd-sources/stage.ts";

const only = process.env["BROKEN_ONLY"]?.split(",").map(Number);
const count = scaled(12, 300);
const all = listBroken(seed, Math.max(count, 300));
const tried = only ? all.filter(({ number }) => only.includes(number)) : all.slice(0, count);
/** What ffmpeg may have for audio and copies; with such small pictures it needs no more for those. */
const mostMb = 768;

it(
  "broken clocks and sizes end as what can be decoded, video and audio together, or are refused",
  { timeout: 1_800_000 },
  async () => {
    await using stage = await openStage({ hasPlayer: false });
    const wholes = await makeWholes(stage.folder);
    using memory = watchMemory();
    const verdicts = await inLanes(tried, async (broken) => {
      const { outcome, faults } = await judge(stage, wholes, broken);
      if (faults.length > 0 || only)
        console.log(
          `${faults.length > 0 ? "WRONG" : "right"} ${broken.number} ${broken.kind}: ${broken.container} ${broken.told}, ${outcome}\n  ${faults.join("\n  ")}`,
        );
      return { number: broken.number, outcome, faults };
    });
    const wrong = verdicts.filter(({ faults }) => faults.length > 0).map(({ number }) => number);
    const refused = verdicts.filter(({ outcome }) => outcome.startsWith("refused")).length;
    publish("odd-clocks", { files: tried.length, refused, wrong: wrong.length, mostMemoryMb: memory.most() });
    expect(wrong).toEqual([]);
    // most of them can be played
    expect(refused).toBeLessThan(Math.max(2, tried.length / 5));
    expect(memory.most()).toBeLessThan(mostMb);
  },
);

async function judge(
  { archive, member }: Stage,
  wholes: Parameters<Broken["make"]>[0],
  broken: Broken,
): Promise<{ outcome: string; faults: string[] }> {
  const file = await broken.make(wholes);
  try {
    const facts = await prepare(archive, { file }, broken);
    if (facts.sentence !== undefined) {
      const isAllowed =
        broken.mayBeRefused && facts.sentence !== "" && !facts.isStuck && !/server log/.test(facts.sentence);
      return { outcome: `refused: ${facts.sentence}`, faults: isAllowed ? [] : ["refused"] };
    }
    const playlists = await readServed(member, facts.id);
    const faults = [...facts.failed];
    const wanted = broken.seconds ?? (await countDecoded(file)) + broken.gapSeconds;
    const away = facts.durationSeconds - wanted;
    if (Math.abs(away) > lengthTolerance(broken))
      faults.push(`${facts.durationSeconds} s instead of ${wanted.toFixed(3)} s`);
    const video = playlists.find(({ name }) => name.startsWith("video-"));
    const pictures = video && (await seePictures(video)).pictures;
    for (const playlist of playlists.filter(({ name }) => name.includes("audio"))) {
      const { sound } = await hearSound(playlist);
      if (pictures)
        faults.push(...compare(pictures, sound, lagTolerance(broken)).map((fault) => `${playlist.name}: ${fault}`));
    }
    return { outcome: facts.outcome, faults };
  } finally {
    await rm(file, { force: true });
  }
}

/** Encoders add a lead-in to each part, the last packet is longer than what is in it, and before a cut B-frames are missing. */
const lengthTolerance = ({ told, kind }: Broken) =>
  0.1 + 0.05 * told.split("+").length + (kind === "cut" ? 4 / framesPerSecond : 0);

/** AVI has no times: with each part there are the frames of its audio that an encoder adds. */
const lagTolerance = ({ container, told }: Broken) =>
  0.04 + (container === "avi" ? 0.03 * (told.split("+").length - 1) : 0);

/** How much of it ffmpeg can decode, whatever its times are. */
async function countDecoded(file: string): Promise<number> {
  const count = async (how: readonly string[]) => (await decode(["-i", file, ...how, "-"])).output.length;
  const frames = await count([
    "-map",
    "0:v?",
    "-vf",
    "scale=2:2,format=gray",
    "-fps_mode",
    "passthrough",
    "-f",
    "rawvideo",
  ]);
  const samples = await count(["-map", "0:a?", "-ac", "1", "-ar", "8000", "-f", "s16le"]);
  return Math.max(frames / 4 / framesPerSecond, samples / 2 / 8000);
}

const longestFrameSeconds = 0.05;
const leastCompared = 4;

/** The content of the audio beside each frame must be that of the frame. Frames that are held over a gap say nothing. */
function compare(pictures: readonly SeenPicture[], sound: SeenSound, most: number): string[] {
  const lags: { at: number; lag: number }[] = [];
  for (const [n, { at, frame }] of pictures.entries()) {
    const next = pictures[n + 1];
    if (n % 6 !== 3 || frame === null || !next || next.at - at > longestFrameSeconds || next.frame !== frame + 1)
      continue;
    const content = frame / framesPerSecond;
    const truth = { seconds: 0, pictures: [], slack: 0, sound: [{ at: at - 1, until: at + 1, content: content - 1 }] };
    const lag = soundLag(truth, sound, at, 0);
    if (lag !== undefined) lags.push({ at, lag });
  }
  if (lags.length < leastCompared) return [`only ${lags.length} moments have both video and audio`];
  const wrong = lags.filter(({ lag }) => Math.abs(lag) > most);
  const [first] = wrong;
  // where one part ends and the next begins, a moment may have some of both
  if (!first || wrong.length <= lags.length / 20) return [];
  return [
    `at ${first.at.toFixed(2)} s the audio is ${Math.round(first.lag * 1000)} ms late; ${wrong.length} of ${lags.length} moments`,
  ];
}

/** The most that any program of the archive has had: those run with low priority, those of this test do not. */
function watchMemory() {
  let most = 0;
  const look = () => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        const [, name = "", rest = ""] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
        if (!name.startsWith("ff") || Number(rest.split(" ")[16]) < 10) continue;
        const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        most = Math.max(most, Math.ceil(Number(kb ?? 0) / 1024));
      } catch {
        // it has ended
      }
    }
  };
  const timer = setInterval(look, 100);
  return { most: () => most, [Symbol.dispose]: () => clearInterval(timer) };
}
