// What the archive promises, as numbers: which tests count them, and what they have to be.
import { steps } from "#server/prepare/steps.ts";
import type { Numbers, Rig } from "./rig.ts";
import { inputRigs } from "./scoreboard-input.ts";

const noTracing = "this machine lets nobody trace a program";
const noMounting = "this machine lets nobody mount a disk or trace a program";

export const rigs: readonly Rig[] = [
  {
    name: "authorisation",
    promise: "every route answers everyone about every video as declared; what is hidden never was, to the byte",
    goal: "all routes x 10 roles x 9 states, on both backends, directly and through nginx; 0 wrong",
    tests: ["prove/authorisation.test.ts"],
    describe: ({ cells, wrong }) => `${wrong} wrong in ${cells} cells`,
    isKept: ({ cells = 0, wrong }) => cells >= 30_000 && wrong === 0,
  },
  {
    name: "canaries",
    promise: "no word of what is hidden or secret is in an answer to others, in the log, or in a metric",
    goal: "0",
    tests: ["prove/canaries.test.ts"],
    describe: ({ canariesFound, planted, answers, logLines }) =>
      `${canariesFound} of ${planted} planted, in ${answers} answers and ${logLines} lines of logs`,
    isKept: ({ canariesFound, planted = 0, answers = 0 }) => canariesFound === 0 && planted >= 100 && answers >= 1000,
  },
  {
    name: "retention",
    promise: "nothing leaves unannounced, too soon, protected, or with another's files",
    goal: "0 wrong deletions in 100,000 simulated archives",
    tests: ["server/cleanup/plan.test.ts", "server/cleanup/life.test.ts"],
    describe: ({ cases, left, sweeps, deleted }) =>
      `0 wrong in ${cases} archives (${left} videos left) and in ${sweeps} sweeps of real files (${deleted} deleted)`,
    isKept: ({ cases = 0, deleted = 0 }) => cases >= 100_000 && deleted > 0,
  },
  {
    name: "edits",
    promise: "of editors who save at once, none loses a saved change",
    goal: "0 lost in 10,000 interleavings",
    tests: ["server/library/two-editors.test.ts"],
    describe: ({ interleavings, saved, refused }) =>
      `0 lost in ${interleavings} interleavings (${saved} saved, ${refused} told of the other's change)`,
    isKept: ({ interleavings = 0 }) => interleavings >= 10_000,
  },
  {
    name: "providers",
    promise: "while a provider is at fault no member is locked out and no stranger let in",
    goal: "72 faults x phases, 0 / 0",
    tests: ["server/member/faults.test.ts"],
    describe: ({ cells }) => `${cells} faults x phases, 0 locked out, 0 let in`,
    isKept: ({ cells }) => cells === 72,
  },
  {
    name: "revocation",
    promise: "who loses access is refused",
    goal: "next request (log out, session ended, membership ended); under 5 s (webhook)",
    tests: ["server/member/revocation.test.ts", "server/member/current.test.ts"],
    describe: ({ explicit, webhooks, mostMs = 0 }) =>
      `next request in ${explicit} of ${explicit}; at most ${Math.ceil(mostMs)} ms after ${webhooks} webhooks`,
    isKept: ({ explicit = 0, webhooks = 0, mostMs = Infinity }) => explicit >= 6 && webhooks >= 100 && mostMs < 5000,
  },
  {
    name: "states",
    promise: "no guessed or stolen sign-in state is accepted, no redirect leaves the archive",
    goal: "0 of 10,000 states, 0 of 300 paths",
    tests: ["server/member/sign-in/hostile-states.test.ts"],
    describe: ({ states, accepted, paths }) => `${accepted} of ${states} states, 0 of ${paths} paths`,
    isKept: ({ states = 0, accepted, paths = 0 }) => states >= 10_000 && accepted === 0 && paths >= 300,
  },
  {
    name: "nodes",
    promise: "what one server changes another does not serve any more",
    goal: "seen by the other within 5 s, every time",
    tests: ["server/nodes.test.ts"],
    describe: ({ changes, mostMs = 0 }) => `${changes} changes, the slowest seen after ${Math.ceil(mostMs)} ms`,
    isKept: ({ changes = 0, mostMs = Infinity }) => changes >= 300 && mostMs < 5000,
  },
  {
    name: "bit-rot",
    needsDisk: true,
    promise: "a file of which one bit has changed is found",
    goal: "1,000 of 1,000",
    tests: ["server/backup/verify.test.ts"],
    describe: ({ flipped, found, files }) => `${found} of ${flipped}, and nothing else among ${files} files`,
    isKept: ({ flipped = 0, found }) => flipped >= 1000 && found === flipped,
  },
  {
    name: "restore",
    needsDisk: true,
    promise: "an archive that was lost is back by the commands of the manual",
    goal: "every row and byte; minutes",
    tests: ["prove/restore.test.ts"],
    describe: ({ drills, videos, megabytes, mostSeconds = 0 }) =>
      `${drills} of ${drills} drills, ${videos} videos with ${megabytes} MB in all, the slower in ${(mostSeconds / 60).toFixed(1)} minutes`,
    isKept: ({ drills = 0 }) => drills >= 2,
  },
  ...inputRigs,
  {
    name: "crash",
    needsDisk: true,
    isLong: true,
    promise: "what was acknowledged outlives a kill of the server or a backup, whenever it comes",
    goal: "0 lost in 1,000 kills, and at every call that makes something durable",
    tests: [
      "prove/crash.test.ts",
      "prove/crash-calls.test.ts",
      "server/backup/backup-kill.test.ts",
      "server/main.test.ts",
    ],
    describe: ({ lost, acknowledged, kills = 0, backupsKilled, killedAlone = 0, killsAtCalls = 0, complete }) =>
      `${lost} lost of ${acknowledged} acknowledged operations in ${kills + killedAlone + killsAtCalls} kills: ${kills} under load (${backupsKilled} of them with a backup), ${killedAlone} of a backup or restore alone, ${killsAtCalls} at every call of ${complete} of 5 operations`,
    isKept: ({ lost, kills = 0, killedAlone = 0, killsAtCalls = 0, complete }) =>
      lost === 0 && kills + killedAlone + killsAtCalls >= 1000 && complete === 5,
    reason: ({ complete }) => (complete === undefined ? noTracing : undefined),
  },
  {
    name: "preparing",
    needsDisk: true,
    isLong: true,
    promise: "whenever the server or ffmpeg is killed, nothing half-made is published and everything gets done",
    goal: "0 half-made in 200 kills, in every step",
    tests: ["server/intake/kill.test.ts"],
    describe: ({ kills, programs, mostSteps, videos }) =>
      `0 half-made of ${videos} videos in ${kills} kills (${programs} of ffmpeg alone), in ${mostSteps} of ${steps.length} steps`,
    isKept: ({ kills = 0, programs = 0, mostSteps }) => kills >= 200 && programs > 0 && mostSteps === steps.length,
  },
  {
    name: "disk",
    needsDisk: true,
    promise: "a disk that is full, failing, read-only, away or another's costs nothing but time",
    goal: "full and failing in every phase; refused in words, 0 damaged, goes on by itself",
    tests: ["prove/disk.test.ts", "prove/disk-preparing.test.ts", "prove/disk-errors"],
    describe: (numbers) =>
      `${numbers["corrupt"]} damaged by ${describeFull(numbers)} and ${describeFailing(numbers)}; ${numbers["awayOrSwapped"]} times away or another's`,
    isKept: ({ corrupt, fullDisks = 0, badDisks = 0, failedTries = 0, awayOrSwapped = 0 }) =>
      corrupt === 0 && fullDisks >= 40 && badDisks >= 60 && failedTries > 0 && awayOrSwapped > 0,
    reason: ({ fullDisks, badDisks }) => (fullDisks && badDisks ? undefined : noMounting),
  },
  {
    name: "faults",
    needsDisk: true,
    promise: "a database or bucket that stumbles costs tries and nothing else; a second server is refused",
    goal: "0 lost, 0 answered wrongly",
    tests: [
      "prove/faults.test.ts",
      "server/media/store/bucket.test.ts",
      "server/http/routes/media/bucket.test.ts",
      "server/database/one-server.test.ts",
    ],
    describe: ({ lost, answered, putOff, locked, cuts, restarts }) =>
      `${lost} lost of ${answered} answered edits (${putOff} told to try again), ${locked} locks, ${cuts} cuts of all connections, ${restarts} crashes and restarts of PostgreSQL`,
    isKept: ({ lost, cuts = 0, locked = 0, restarts = 0 }) => lost === 0 && cuts >= 100 && locked > 0 && restarts >= 40,
  },
];

function describeFull({ fullDisks, mostStepsThatWaited, refusedParts, refusedEdits }: Numbers): string {
  return `${fullDisks} full disks (${mostStepsThatWaited} steps waited; ${refusedParts} parts of uploads and ${refusedEdits} edits refused)`;
}

function describeFailing({ badDisks, failedParts, failedEdits, failedReads, failedTries }: Numbers): string {
  return `${badDisks} failing ones (${failedParts} parts of uploads, ${failedEdits} edits, ${failedReads} downloads and ${failedTries} steps of preparing failed)`;
}
