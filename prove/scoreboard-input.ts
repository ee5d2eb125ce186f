// What the archive promises about requests and files that are sent to it.
import type { Numbers, Rig } from "./rig.ts";

const percent = (part = 0) => `${Math.round(part * 100)} %`;

export const inputRigs: readonly Rig[] = [
  {
    name: "fuzz",
    partInAll: 0.2,
    isLong: true,
    promise:
      "no request causes a server error, shows internal details, is refused without a code, or hides another request",
    goal: "0 of 100,000 requests for each of 5 roles, on both databases",
    tests: ["prove/fuzz.test.ts", "prove/raw-http.test.ts"],
    describe: ({ requests = 0, raw, faults, leaks, mute }) =>
      `${faults} server errors, ${leaks} with internal details, ${mute} without a code, of ${requests} requests (${requests / 5} for each role) and ${raw} that are barely HTTP`,
    trials: { requests: 500_000, raw: 4000 },
    isKept: ({ faults, leaks, mute }) => faults === 0 && leaks === 0 && mute === 0,
  },
  {
    name: "live",
    promise:
      "nothing that is sent to the receiver of live streams ends it, gets past the key, or leaves a file that is not whole",
    goal: "0 wrong of 500,000 conversations made of a real one; of 4,000 connections none accepted, memory flat, the one that is live not disturbed",
    tests: ["prove/live.test.ts"],
    partInAll: 0.2,
    describe: ({ wrong, conversations, accepted, connections, mostMegabytes = 0 }) =>
      `${wrong} wrong of ${conversations} conversations; ${accepted} accepted of ${connections} connections, memory grew by ${mostMegabytes} MB`,
    trials: { conversations: 500_000, connections: 4000 },
    isKept: ({ wrong, accepted }) => wrong === 0 && accepted === 0,
  },
  {
    name: "stall",
    promise:
      "a text that is made to be slow lets nobody else wait: captions, set lists, files beside a recording, every route",
    goal: "0 of 100,000 texts of full allowed size stop others for longer than 100 ms",
    tests: ["prove/stall.test.ts"],
    describe: ({ texts, slow, mostMs }) => `${slow} of ${texts} texts; the longest wait was ${mostMs} ms`,
    trials: { texts: 100_000 },
    isKept: ({ slow }) => slow === 0,
  },
  {
    name: "ranges",
    promise: "a part of a file has exactly the bytes that its headers say: directly, through nginx, and sent by nginx",
    goal: "0 wrong of 10,000 requests",
    tests: ["prove/ranges.test.ts"],
    describe: ({ wrong, ranges, partial }) => `${wrong} wrong of ${ranges} requests (${partial} of them for a part)`,
    trials: { ranges: 10_000 },
    isKept: ({ wrong }) => wrong === 0,
  },
  {
    name: "uploads",
    partInAll: 0.2,
    isLong: true,
    promise: "an upload holds exactly the bytes that were sent, whatever is repeated, resumed or restarted on the way",
    goal: "0 differences from a model in 10,000 random sequences of requests",
    tests: ["prove/uploads.test.ts"],
    describe: ({ traces, steps, finished, restarts }) =>
      `0 differences in ${traces} sequences (${steps} steps, ${finished} files taken in, ${restarts} restarts)`,
    trials: { traces: 10_000 },
  },
  {
    name: "import",
    partInAll: 0.2,
    promise: "an import that is stopped at any moment goes on: nothing is added twice, and nothing half",
    goal: "0 wrong after 50 kills; the next run copies nothing, in at most 1.2 times of reading the files once",
    tests: ["prove/import.test.ts", "scripts/import-messy.test.ts"],
    describe: ({ kills, whileAdding, files, percent, messy }) =>
      `0 wrong after ${kills} kills (${whileAdding} before everything was added), ${files} files imported; the next run takes ${percent} % of the time of reading them once; ${messy} files of every kind read as meant`,
    trials: { kills: 50, messy: 60 },
    isKept: ({ percent = Infinity }) => percent <= 120,
  },
  {
    name: "doubles",
    promise: "the same audio in another file is recognised by how it sounds, and other music is not",
    goal: "0 missed, 0 wrong: the demo's recordings, encoded again, louder, and cut",
    tests: ["prove/doubles.test.ts"],
    describe: ({ same, other, missed, wrong }) =>
      `${missed} missed of ${same} pairs that are the same, ${wrong} wrong of ${other} that are not`,
    trials: { same: 150, other: 1000 },
    isKept: ({ missed, wrong }) => missed === 0 && wrong === 0,
  },
  {
    name: "incoming",
    partInAll: 0.15,
    isLong: true,
    promise: "a file in the folder incoming is taken in completely or not at all, and none of its bytes is lost",
    goal: "0 bytes lost and 0 recordings published in part, with 300 writers that pause, rename, rewrite or are killed",
    tests: ["prove/incoming.test.ts"],
    describe: ({ runs, published, lost, partial, bytes }) =>
      `${lost} of ${bytes} bytes lost and ${partial} of ${published} recordings published in part, with ${runs} writers`,
    trials: { runs: 300 },
    isKept: ({ lost, partial }) => lost === 0 && partial === 0,
    reason: ({ runs }) => (runs === undefined ? "this machine does not show which files are open" : undefined),
  },
  {
    name: "hostile",
    promise:
      "a hostile file is refused or harmless: ffmpeg opens no other file, makes no connection, and needs little memory",
    goal: "120 files; 0 other files opened; 0 connections; at most 512 MB",
    tests: ["prove/hostile.test.ts"],
    describe: ({ files, programs, opens, foreign, connections, mostMemoryMb = 0 }) =>
      `${files} files, ${programs} programs watched; ${foreign} other files among ${opens} opened; ${connections} connections; at most ${Math.ceil(mostMemoryMb)} MB`,
    trials: { files: 120 },
    isKept: ({ foreign, connections, mostMemoryMb = Infinity }) =>
      foreign === 0 && connections === 0 && mostMemoryMb <= 512,
    reason: ({ files }) =>
      files === undefined ? "this machine does not allow tracing a program or a sandbox" : undefined,
  },
  {
    name: "odd-sources",
    partInAll: 0.08,
    isLong: true,
    promise: "a recording with irregular times is shown and heard as intended, or refused with a reason",
    goal: "0 wrong of 500 random recordings, a third of them in a browser",
    tests: ["prove/odd-sources.test.ts"],
    describe: ({ files, copied, encoded, refused, watched, wrong }) =>
      `${wrong} wrong of ${files} recordings (${copied} copied, ${encoded} encoded, ${refused} refused; ${watched} watched in a browser)`,
    trials: { files: 500, watched: 100 },
    isKept: ({ wrong }) => wrong === 0,
  },
  {
    name: "odd-clocks",
    partInAll: 0.6,
    isLong: true,
    promise: "of a recording with broken clocks or sizes everything that can be decoded is played, or it is refused",
    goal: "0 wrong of 300 files: video and audio within 40 ms, the length within 0.1 s; no program above 768 MB",
    tests: ["prove/odd-clocks.test.ts"],
    describe: ({ files, refused, wrong, mostMemoryMb }) =>
      `${wrong} wrong of ${files} files (${refused} refused); at most ${mostMemoryMb} MB`,
    trials: { files: 300 },
    isKept: ({ wrong, mostMemoryMb = Infinity }) => wrong === 0 && mostMemoryMb < 768,
  },
  {
    name: "formats",
    promise: "recordings of every accepted format, regular or not, are prepared and play from beginning to end",
    goal: "0 of 45 recordings and 33 codecs wrong",
    tests: [
      "server/prepare/making/irregular.test.ts",
      "server/prepare/making/captions.test.ts",
      "server/media/ffmpeg/codecs.test.ts",
      "server/media/ffmpeg/sound.test.ts",
      "server/prepare/making/default-tracks.test.ts",
      "server/http/routes/media/vlc.test.ts",
    ],
    describe: ({ recordings, codecs, captioned }) =>
      `0 wrong of ${recordings} recordings, of files in ${codecs} codecs, and of ${captioned} with captions after their end`,
    trials: { recordings: 45, codecs: 33, captioned: 2 },
  },
  {
    name: "judge",
    partInAll: 0.15,
    isLong: true,
    promise: "the judge refuses what a copier without corrections would publish wrong",
    goal: "at least 95 % of the wrong ones among 400 random recordings",
    tests: ["prove/judge.test.ts"],
    describe: ({ copies, wrong, refused, falseAlarms }) =>
      `${refused} of ${wrong} wrong copies refused (${copies} copies; ${falseAlarms} right ones refused too)`,
    trials: { wrong: 40 },
    isKept: ({ wrong = 0, refused = 0 }) => refused >= wrong * 0.95,
  },
  {
    name: "peaks",
    partInAll: 0.4,
    promise: "after encoding, audio stays below the level at which players distort",
    goal: "0 of 50 noisy pieces above -0.5 dBFS true peak",
    tests: ["prove/peaks.test.ts"],
    describe: ({ pieces, tooHigh, mostOfFull = 0 }) =>
      `${tooHigh} of ${pieces} pieces too high; the highest has ${(20 * Math.log10(mostOfFull)).toFixed(2)} dBFS`,
    trials: { pieces: 50 },
    isKept: ({ tooHigh }) => tooHigh === 0,
  },
  {
    name: "players",
    partInAll: 0.34,
    isLong: true,
    promise: "other players play every kind of recording to its end, with its audio",
    goal: "0 wrong of 18 kinds, 2 of each, by ffmpeg, mpv, VLC and Shaka Player",
    tests: ["prove/players"],
    describe: ({ wrong, plays, recordings, kinds, inVlc }) =>
      `${wrong} wrong of ${plays} plays of ${recordings} recordings of ${kinds} kinds${inVlc === 0 ? ", none of them by VLC" : ""}`,
    trials: { kinds: 18, recordings: 36 },
    isKept: ({ wrong, recordings, inVlc }) => inVlc === recordings && wrong === 0,
    reason: ({ wrong, inVlc }) => (wrong === 0 && inVlc === 0 ? "VLC is not installed" : undefined),
  },
  {
    name: "browsers",
    isLong: true,
    promise: "the page works and looks right in Chromium, Firefox and WebKitGTK, from a small phone to a large screen",
    goal: "11 journeys and 50 views in each of 3 browsers; nothing covers the header, no text is cut off, no menu is larger than its content",
    tests: ["prove/browsers/browsers.test.ts"],
    describe: ({ faults, journeys, views, engines }) =>
      `${journeys} journeys complete and ${faults} faults in ${views} views, in ${engines} browsers`,
    trials: { journeys: 33, views: 150 },
    isKept: ({ faults, engines }) => engines === 3 && faults === 0,
    reason: ({ faults, engines = 0 }) =>
      faults === 0 && engines < 3 ? "Firefox or WebKitGTK is not installed on this machine" : undefined,
  },
  {
    name: "journeys",
    // three browsers at once leave nothing for others
    isAlone: true,
    partInAll: 0.25,
    promise: "the journeys of e2e/ end well on a phone and at a desk",
    goal: "0 failed of at least 170",
    tests: ["prove/journeys.test.ts"],
    describe: ({ failed, passed }) => `${failed} failed, ${passed} passed`,
    trials: { passed: 170 },
    isKept: ({ failed }) => failed === 0,
  },
  {
    name: "premiere",
    isAlone: true,
    needsDisk: true,
    promise: "when something new is shown, all members get in and play it at once",
    goal: "500 members, 200 of them behind one address, log in and start the same recording of 6 Mbit/s within a minute; nobody is refused, but 10,000 guessed logins from that address are; nobody's player stands still for more than a second; the disk is read at most twice",
    tests: ["prove/premiere.test.ts"],
    describe: ({
      members,
      behindOne,
      refused,
      mostStalledMs = 0,
      mostStartMs = 0,
      mostReadShare = 0,
      guesses,
      guessesRefused,
      sentMb = 0,
    }) =>
      `${refused} of ${members} refused (${behindOne} behind one address), the slowest started after ${seconds(mostStartMs)} s and stood still for ${seconds(mostStalledMs)} s; ${guessesRefused} of ${guesses} guesses refused; ${sentMb.toFixed(0)} MB sent, the recording read ${mostReadShare.toFixed(1)} times from the disk`,
    trials: { members: 500, behindOne: 200, guesses: 10_000 },
    isKept: ({ refused, mostStalledMs = Infinity, mostReadShare = Infinity }) =>
      refused === 0 && mostStalledMs <= 1000 && mostReadShare <= 2,
  },
  {
    name: "overload",
    isAlone: true,
    needsDisk: true,
    promise: "overload is refused, slow clients are disconnected, and the others are served",
    goal: "with 1,500 clients at once that would ask for 5 times as much as the server can do, it serves 90 % of its peak and refuses the rest, and all but 1 of 1,000 requests are answered within 10 s; slow clients are disconnected within 30 s; 10,000 idle connections take less than 150 MB",
    tests: ["prove/overload.test.ts"],
    describe: ({ mostAtFive, mostAsked = 0, served, shed, lost, mostSlowSeconds = 0, mostIdle, mostIdleMb = 0 }) =>
      `${percent(mostAtFive)} of the peak: ${served} served, ${shed} refused as busy, ${lost} without an answer (${mostAsked.toFixed(1)} times the peak was asked, because each client waits for its answer); slow clients disconnected after ${Math.ceil(mostSlowSeconds)} s; ${Math.ceil(mostIdleMb)} MB for ${mostIdle} idle connections`,
    isKept: (numbers) => isOverloadKept(numbers) && missedByTheRig(numbers) === undefined,
    reason: (numbers) => (isOverloadKept(numbers) ? missedByTheRig(numbers) : undefined),
  },
];

function isOverloadKept(numbers: Numbers): boolean {
  const { mostAtFive = 0, mostSlowSeconds = Infinity, mostIdleMb = Infinity } = numbers;
  return isShed(numbers) && mostAtFive >= 0.9 && mostSlowSeconds <= 30 && mostIdleMb < 150;
}

/** Refused instead of left waiting: the faster the server, the fewer, since each client waits for its answer. A few may stay without
 * an answer: a connection may close just as a request is sent. */
function isShed({ served = 0, shed = 0, lost = Infinity, others }: Numbers): boolean {
  return shed >= served / 50 && lost <= served / 1000 && others === 0;
}

/** What this test could not do on this machine. */
function missedByTheRig({ mostIdle = 0 }: Numbers): string | undefined {
  return mostIdle < 10_000 ? "each connection needs two open files, and this machine allows too few" : undefined;
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
