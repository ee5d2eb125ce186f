// What the archive promises about whatever is sent to it.
import type { Numbers, Rig } from "./rig.ts";

const percent = (part = 0) => `${Math.round(part * 100)} %`;

export const inputRigs: readonly Rig[] = [
  {
    name: "fuzz",
    isLong: true,
    promise: "no request is our fault, shows our inside, is refused without a code, or hides another",
    goal: "0 in 100,000 requests for each of 5 roles, on both databases",
    tests: ["prove/fuzz.test.ts", "prove/raw-http.test.ts"],
    describe: ({ requests = 0, raw, faults, leaks, mute }) =>
      `${faults} faults, ${leaks} looks inside, ${mute} without a code in ${requests} requests (${requests / 5} for each role) and ${raw} that are hardly HTTP`,
    isKept: ({ requests = 0, raw = 0, faults, leaks, mute }) =>
      requests >= 500_000 && raw >= 4000 && faults === 0 && leaks === 0 && mute === 0,
  },
  {
    name: "ranges",
    promise: "a part of a file is exactly the bytes its headers say: directly, through nginx, and sent by nginx",
    goal: "0 wrong in 10,000",
    tests: ["prove/ranges.test.ts"],
    describe: ({ wrong, ranges, partial }) => `${wrong} wrong in ${ranges} (${partial} of them parts)`,
    isKept: ({ wrong, ranges = 0 }) => ranges >= 10_000 && wrong === 0,
  },
  {
    name: "uploads",
    isLong: true,
    promise: "an upload is what was sent, whatever is tried, repeated, resumed or restarted on the way",
    goal: "0 divergences from a model in 10,000 traces",
    tests: ["prove/uploads.test.ts"],
    describe: ({ traces, steps, finished, restarts }) =>
      `0 in ${traces} traces (${steps} steps, ${finished} files taken in, ${restarts} restarts)`,
    isKept: ({ traces = 0 }) => traces >= 10_000,
  },
  {
    name: "incoming",
    isLong: true,
    promise:
      "a file that is put into the folder incoming is taken in whole or not at all, and none of its bytes is lost",
    goal: "0 bytes lost and 0 published in part, of 300 writers that pause, rename, rewrite or are killed",
    tests: ["prove/incoming.test.ts"],
    describe: ({ runs, published, lost, partial, bytes }) =>
      `${lost} of ${bytes} bytes lost and ${partial} of ${published} recordings published in part, of ${runs} writers`,
    isKept: ({ runs = 0, lost, partial }) => runs >= 300 && lost === 0 && partial === 0,
    reason: ({ runs }) => (runs === undefined ? "this machine does not show which files are open" : undefined),
  },
  {
    name: "hostile",
    promise: "a hostile file is refused or harmless: ffmpeg opens nothing but it, calls nobody, and needs little",
    goal: "120 files; 0 foreign reads; 0 connections; at most 512 MB",
    tests: ["prove/hostile.test.ts"],
    describe: ({ files, programs, opens, foreign, connections, mostMemoryMb = 0 }) =>
      `${files} files, ${programs} programs watched; ${foreign} foreign of ${opens} opens; ${connections} connections; at most ${Math.ceil(mostMemoryMb)} MB`,
    isKept: ({ files = 0, foreign, connections, mostMemoryMb = Infinity }) =>
      files >= 120 && foreign === 0 && connections === 0 && mostMemoryMb <= 512,
    reason: ({ files }) =>
      files === undefined ? "this machine lets nobody trace a program or build walls" : undefined,
  },
  {
    name: "odd-sources",
    isLong: true,
    promise: "an odd recording is shown and heard as it is, or refused with a reason",
    goal: "0 wrong of 500 random recordings, a third of them in a browser",
    tests: ["prove/odd-sources.test.ts"],
    describe: ({ files, copied, encoded, refused, watched, wrong }) =>
      `${wrong} wrong of ${files} recordings (${copied} copied, ${encoded} encoded, ${refused} refused; ${watched} watched in a browser)`,
    isKept: ({ files = 0, watched = 0, wrong }) => files >= 500 && watched >= 100 && wrong === 0,
  },
  {
    name: "players",
    isLong: true,
    promise: "players made by others play a recording of any kind to its end, with its sound",
    goal: "0 wrong of 18 kinds, 2 of each, by ffmpeg, mpv, VLC and Shaka Player",
    tests: ["prove/players.test.ts"],
    describe: ({ wrong, plays, recordings, kinds, inVlc }) =>
      `${wrong} wrong of ${plays} plays of ${recordings} recordings of ${kinds} kinds${inVlc === 0 ? ", none of them by VLC" : ""}`,
    isKept: ({ wrong, recordings = 0, kinds = 0, inVlc }) =>
      kinds >= 18 && recordings >= 36 && inVlc === recordings && wrong === 0,
    reason: ({ wrong, inVlc }) => (wrong === 0 && inVlc === 0 ? "VLC is not installed" : undefined),
  },
  {
    name: "overload",
    isAlone: true,
    needsDisk: true,
    promise: "too much is shed, the slow are cut off, and the others are served",
    goal: "of 1,500 clients at once that would ask for 5 times as much as can be done, 90 % of the peak is served, the others are refused, and all but 1 of 1,000 have an answer within 10 s; slow ones end within 30 s; 10,000 idle ones take under 150 MB",
    tests: ["prove/overload.test.ts"],
    describe: ({ mostAtFive, mostAsked = 0, served, shed, lost, mostSlowSeconds = 0, mostIdle, mostIdleMb = 0 }) =>
      `${percent(mostAtFive)} of the peak: ${served} served, ${shed} refused as busy, ${lost} without an answer (as each waits for its answer, ${mostAsked.toFixed(1)} times the peak was asked); ${Math.ceil(mostSlowSeconds)} s; ${Math.ceil(mostIdleMb)} MB for ${mostIdle}`,
    isKept: (numbers) => isOverloadKept(numbers) && missedByTheRig(numbers) === undefined,
    reason: (numbers) => (isOverloadKept(numbers) ? missedByTheRig(numbers) : undefined),
  },
];

function isOverloadKept(numbers: Numbers): boolean {
  const { mostAtFive = 0, mostSlowSeconds = Infinity, mostIdleMb = Infinity } = numbers;
  return isShed(numbers) && mostAtFive >= 0.9 && mostSlowSeconds <= 30 && mostIdleMb < 150;
}

/** Refused instead of left waiting; a connection may end at the moment it is asked. */
function isShed({ served = 0, shed = 0, lost = Infinity, others }: Numbers): boolean {
  return shed >= served / 20 && lost <= served / 1000 && others === 0;
}

/** What the rig itself could not do here. */
function missedByTheRig({ mostIdle = 0 }: Numbers): string | undefined {
  return mostIdle < 10_000 ? "each connection takes two open files, and this machine allows fewer" : undefined;
}
