// What the archive promises, which tests count it, and which numbers they must reach.
import { steps } from "#server/prepare/steps.ts";
import type { Numbers, Rig } from "./rig.ts";
import { inputRigs } from "./scoreboard-input.ts";

const noTracing = "this machine does not allow tracing a program";
const noMounting = "this machine does not allow mounting a disk or tracing a program";

export const rigs: readonly Rig[] = [
  {
    name: "authorisation",
    isLong: true,
    partInAll: 0.4,
    promise:
      "every route answers every role about every recording as declared; a hidden recording gives the same bytes as one that never existed",
    goal: "0 wrong for all routes x 15 roles x 10 states, on both backends, directly and through nginx; 0 ended guests back by 18 ways",
    tests: ["prove/authorisation.test.ts"],
    describe: ({ cells, wrong, waysBack = 0, cameBack = 0 }) =>
      `${wrong} wrong of ${cells} combinations; ${cameBack} of ${waysBack} tries of ended guests to come back`,
    trials: { cells: 30_000 },
    isKept: ({ wrong, cameBack = 0 }) => wrong === 0 && cameBack === 0,
  },
  {
    name: "once",
    promise:
      "each call that changes something leaves the same behind when it is sent ten times at once as when it is sent once",
    goal: "0 wrong, on both databases, for the calls of the route table; set-up leaves one webhook at Patreon",
    tests: ["prove/once.test.ts"],
    describe: ({ calls, wrong }) => `${wrong} wrong of ${calls} calls`,
    trials: { calls: 110 },
    isKept: ({ wrong }) => wrong === 0,
  },
  {
    name: "canaries",
    promise:
      "no hidden or secret text is in an answer to people who may not see it, in the log, in a metric or in a backup",
    goal: "0 found",
    tests: ["prove/canaries.test.ts"],
    describe: ({ canariesFound, planted, answers, logLines }) =>
      `${canariesFound} of ${planted} planted texts found, in ${answers} answers and ${logLines} log lines`,
    trials: { planted: 100, answers: 1000 },
    isKept: ({ canariesFound }) => canariesFound === 0,
  },
  {
    name: "heard",
    partInAll: 0.1,
    promise:
      "what is heard is counted once, and never above what was heard, however often servers are killed; a deleted account leaves nothing of its own",
    goal: "500 members by a known plan, servers killed 50 times on each database, two servers on PostgreSQL: within 0.5 %, never above, the most replayed second found",
    tests: ["prove/heard.test.ts"],
    describe: ({ members, kills, planned = 0, wrong, mostPercentOff = 0, wrongHistories, lost }) =>
      `${wrong} sums wrong (at most ${mostPercentOff.toFixed(2)} % off) of ${(planned / 3600).toFixed(0)} hours heard by ${members} members, with ${kills} kills; ${wrongHistories} histories wrong, ${lost} most replayed seconds not found`,
    trials: { members: 1000, kills: 100 },
    isKept: ({ wrong, wrongHistories, lost }) => wrong === 0 && wrongHistories === 0 && lost === 0,
  },
  {
    name: "levels",
    partInAll: 0.03,
    promise:
      "the same member is told the same about the same recording by list, search, files, songs, playlists, collections, positions and podcast feed",
    goal: "0 different answers in 100,000 random archives",
    tests: ["prove/levels.test.ts"],
    describe: ({ archives }) => `0 different in ${archives} random archives`,
    trials: { archives: 100_000 },
  },
  {
    name: "owner-faults",
    promise:
      "what goes wrong in an owner's first hour (wrong secrets, tiers, DNS, ports, disks) is named in one sentence, and nothing half-made is left",
    goal: "each of 15 within 10 s",
    tests: ["prove/owner-faults.test.ts"],
    describe: ({ faults, mostSeconds = 0 }) => `${faults} faults, the slowest named after ${mostSeconds.toFixed(1)} s`,
    trials: { faults: 15 },
    isKept: ({ mostSeconds = Infinity }) => mostSeconds < 10,
  },
  {
    name: "retention",
    promise: "cleanup deletes nothing that is unannounced, not yet due or protected, and no files of another recording",
    goal: "0 wrong deletions in 100,000 simulated archives",
    tests: ["server/cleanup/plan.test.ts", "server/cleanup/life.test.ts"],
    describe: ({ cases, left, sweeps, deleted }) =>
      `0 wrong in ${cases} simulated archives (${left} recordings planned for the trash) and in ${sweeps} cleanups of real files (${deleted} deleted)`,
    trials: { cases: 100_000 },
    isKept: ({ deleted = 0 }) => deleted > 0,
  },
  {
    name: "mutations",
    isLong: true,
    promise:
      "who may see what, what cleanup deletes, what is published and what a set list says: tests notice when a line of it changes",
    goal: "85 % of all changed lines noticed, in each of the four",
    tests: ["prove/mutations.test.ts"],
    describe: ({ noticed, mutants, leastPercent = 0 }) =>
      `${noticed} of ${mutants} changes noticed, in each at least ${leastPercent.toFixed(1)} %`,
    trials: { mutants: 1000 },
    isKept: ({ leastPercent = 0 }) => leastPercent >= 85,
  },
  {
    name: "edits",
    partInAll: 0.3,
    promise: "when editors save at the same time, no saved change is lost",
    goal: "0 lost in 10,000 interleavings",
    tests: ["server/library/two-editors.test.ts", "server/library/songs/two-editors.test.ts"],
    describe: ({ interleavings, saved, refused }) =>
      `0 lost in ${interleavings} interleavings (${saved} saved, ${refused} refused because of another editor's change)`,
    trials: { interleavings: 10_000 },
  },
  {
    name: "borders",
    partInAll: 0.15,
    promise: "most starts and ends of songs that are suggested are right",
    goal: "9 of 10 starts and ends found within a second, at most 1 wrong suggestion for 10 songs, in 20 concerts",
    tests: ["server/media/facts/gaps.test.ts"],
    describe: ({ borders, starts, ends, wrong }) =>
      `of ${borders} songs ${starts} starts and ${ends} ends found within a second, ${wrong} wrong suggestions`,
    trials: { borders: 240 },
    isKept: ({ borders = 0, starts = 0, ends = 0, wrong = 0 }) =>
      Math.min(starts, ends) >= borders * 0.9 && wrong <= borders * 0.1,
  },
  {
    name: "providers",
    promise: "while a provider fails, no member loses access and nobody else gets it",
    goal: "0 wrong for 72 combinations of fault and phase",
    tests: ["server/member/faults.test.ts"],
    describe: ({ cells }) => `${cells} combinations, 0 members locked out, 0 others given access`,
    trials: { cells: 72 },
  },
  {
    name: "revocation",
    promise: "a person who loses access is refused",
    goal: "at the next request after logging out, an ended session or an ended membership; within 5 s of a webhook",
    tests: ["server/member/revocation.test.ts", "server/member/current.test.ts"],
    describe: ({ explicit, webhooks, mostMs = 0 }) =>
      `at the next request in ${explicit} of ${explicit} cases; at most ${Math.ceil(mostMs)} ms after ${webhooks} webhooks`,
    trials: { explicit: 6, webhooks: 100 },
    isKept: ({ mostMs = Infinity }) => mostMs < 5000,
  },
  {
    name: "feed",
    partInAll: 0.5,
    promise:
      "when a membership ends, its podcast feed says so and its audio is refused; renewed, the same address plays",
    goal: "refused within 5 s of the webhook, 200 of 200 times",
    tests: ["server/feed/feed.test.ts"],
    describe: ({ revoked, mostMs = 0 }) =>
      `${revoked} of ${revoked} times, at most ${Math.ceil(mostMs)} ms after the webhook`,
    trials: { revoked: 200 },
    isKept: ({ mostMs = Infinity }) => mostMs < 5000,
  },
  {
    name: "screen",
    partInAll: 0.2,
    promise: "when a membership ends, a television is refused, also in the middle of an answer",
    goal: "within 5 s of the webhook, 50 of 50 times",
    tests: ["server/screen/screen.test.ts"],
    describe: ({ revoked, mostMs = 0 }) =>
      `${revoked} of ${revoked} times, at most ${Math.ceil(mostMs)} ms after the webhook`,
    trials: { revoked: 50 },
    isKept: ({ mostMs = Infinity }) => mostMs < 5000,
  },
  {
    name: "moments",
    partInAll: 0.3,
    promise:
      "a link to a shared moment gives no byte outside of its excerpt, and nothing after its end or its 20th play",
    goal: "0 wrong in 10,000 ranges of 100 links",
    tests: ["server/moments/moments.test.ts"],
    describe: ({ outside = 0, afterEnd = 0, afterPlays = 0, ranges, links }) =>
      `${outside + afterEnd + afterPlays} wrong in ${ranges} ranges of ${links} links`,
    trials: { ranges: 10_000, links: 100 },
    isKept: ({ outside, afterEnd, afterPlays }) => outside === 0 && afterEnd === 0 && afterPlays === 0,
  },
  {
    name: "states",
    promise: "no guessed or stolen sign-in state is accepted, and no sign-in redirects to another site",
    goal: "0 of 10,000 states accepted, 0 of 300 paths lead to another site",
    tests: ["server/member/sign-in/hostile-states.test.ts"],
    describe: ({ states, accepted, paths }) =>
      `${accepted} of ${states} states accepted, 0 of ${paths} paths lead to another site`,
    trials: { states: 10_000, paths: 300 },
    isKept: ({ accepted }) => accepted === 0,
  },
  {
    name: "nodes",
    promise: "after a change on one server, the other servers no longer serve the old state",
    goal: "known to the other server within 5 s, every time",
    tests: ["server/nodes.test.ts"],
    describe: ({ changes, mostMs = 0 }) => `${changes} changes, the slowest known after ${Math.ceil(mostMs)} ms`,
    trials: { changes: 300 },
    isKept: ({ mostMs = Infinity }) => mostMs < 5000,
  },
  {
    name: "bit-rot",
    needsDisk: true,
    promise: "a file in which one bit has changed is found",
    goal: "1,000 of 1,000 found",
    tests: ["server/backup/verify.test.ts"],
    describe: ({ flipped, found, files }) => `${found} of ${flipped} found, and no false report among ${files} files`,
    trials: { flipped: 1000 },
    isKept: ({ flipped, found }) => found === flipped,
  },
  {
    name: "restore",
    partInAll: 0.3,
    needsDisk: true,
    promise: "a lost archive can be restored with the commands in the manual",
    goal: "every row and every byte, within minutes",
    tests: ["prove/restore.test.ts"],
    describe: ({ drills, videos, megabytes, mostSeconds = 0 }) =>
      `${drills} of ${drills} drills, ${videos} recordings with ${megabytes} MB in all, the slower one in ${(mostSeconds / 60).toFixed(1)} minutes`,
    trials: { drills: 2 },
  },
  {
    name: "offsite",
    partInAll: 0.2,
    promise: "an encrypted backup in a bucket restores a lost machine, and damage in the bucket is found",
    goal: "every row and every byte from bucket and key; 1,000 of 1,000 flipped bits; a killed backup goes on",
    tests: ["prove/offsite.test.ts", "server/backup/offsite"],
    describe: ({ flips = 0, missed = 0, drills, killedBackups, mostSeconds = 0 }) =>
      `${flips - missed} of ${flips} flipped bits found; ${drills} of ${drills} drills, in ${(mostSeconds / 60).toFixed(1)} minutes; a backup was killed ${killedBackups} times and then went on to its end`,
    trials: { flips: 1000, drills: 1, killedBackups: 20 },
    isKept: ({ missed }) => missed === 0,
  },
  ...inputRigs,
  {
    name: "crash",
    partInAll: 0.12,
    needsDisk: true,
    isLong: true,
    promise: "everything that was acknowledged survives when the server or a backup is killed, at any moment",
    goal: "0 lost in 1,000 kills, and in kills at every system call that stores something",
    tests: [
      "prove/crash.test.ts",
      "prove/crash-calls.test.ts",
      "server/backup/backup-kill.test.ts",
      "server/main.test.ts",
    ],
    describe: ({ lost, acknowledged, kills = 0, backupsKilled, killedAlone = 0, killsAtCalls = 0, complete }) =>
      `${lost} lost of ${acknowledged} acknowledged operations in ${kills + killedAlone + killsAtCalls} kills: ${kills} under load (${backupsKilled} of them during a backup), ${killedAlone} of a backup or restore alone, ${killsAtCalls} at every such call of ${complete} of 5 operations`,
    isKept: ({ lost, kills = 0, killedAlone = 0, killsAtCalls = 0, complete }, part) =>
      lost === 0 && kills + killedAlone + killsAtCalls >= 1000 * part && (part < 1 || complete === 5),
    reason: ({ complete }) => (complete === undefined ? noTracing : undefined),
  },
  {
    name: "notices",
    partInAll: 0.15,
    needsDisk: true,
    promise: "every notice arrives once, when the server is killed while it is written or sent",
    goal: "200 kills; 0 missing; once at Discord and in browsers, by mail at most twice with the same Message-ID",
    tests: ["prove/notices.test.ts", "server/notices"],
    describe: ({ wrong, notices, kills, mailsTwice, postsTwice }) =>
      `${wrong} wrong of ${notices} notices in ${kills} kills; ${mailsTwice} mails were sent twice with the same Message-ID, ${postsTwice} posts were sent twice and shown once`,
    trials: { kills: 200 },
    isKept: ({ wrong }) => wrong === 0,
  },
  {
    name: "told",
    promise: "an owner hears of each problem with the archive, once, and when it is solved",
    goal: "13 faults, each within 15 minutes, and each end",
    tests: ["prove/told.test.ts"],
    describe: ({ faults, mostMinutes }) =>
      `${faults} faults and their ends told once each, the latest after ${mostMinutes} minutes`,
    trials: { faults: 13 },
    isKept: ({ mostMinutes = 99 }) => mostMinutes <= 15,
  },
  {
    name: "preparing",
    partInAll: 0.25,
    needsDisk: true,
    isLong: true,
    promise:
      "when the server or ffmpeg is killed at any moment, nothing incomplete is published and every recording is finished later",
    goal: "0 incomplete in 200 kills, in every step",
    tests: ["server/intake/kill.test.ts"],
    describe: ({ kills, programs, mostSteps, videos }) =>
      `0 incomplete of ${videos} recordings in ${kills} kills (${programs} of ffmpeg alone), in ${mostSteps} of ${steps.length} steps`,
    trials: { kills: 200 },
    isKept: ({ programs = 0, mostSteps }) => programs > 0 && mostSteps === steps.length,
  },
  {
    name: "long",
    promise: "what takes too long to be tested with every change holds as well",
    goal: "0 tests fail",
    tests: [
      "server/roles.test.ts",
      "server/cluster.test.ts",
      "server/http/routes/extras/inbox.test.ts",
      "server/prepare/judge-published.test.ts",
      "server/prepare/making/brought.test.ts",
      "server/cleanup/keep-audio.test.ts",
      "server/backup/move-database.test.ts",
      "server/checkup/check-up.test.ts",
    ],
    describe: ({ long }) => `0 of ${long} failed`,
    trials: { long: 9 },
  },
  {
    name: "databases",
    promise: "what takes long to test works on SQLite and on PostgreSQL alike",
    goal: "0 tests fail, each on both",
    tests: [
      "server/prepare/prepare.test.ts",
      "server/http/routes/work.test.ts",
      "server/prepare/waveform-detail.test.ts",
      "server/setup/look/look.test.ts",
      "server/backup/move-media.test.ts",
      "server/database/plans.test.ts",
      "server/backup/restore.test.ts",
      "server/http/routes/collections/collections.test.ts",
      "server/http/routes/listening/positions.test.ts",
      "server/http/routes/listening/saved.test.ts",
      "server/http/routes/lists/lists.test.ts",
      "server/http/routes/media/media.test.ts",
      "server/http/routes/people/data.test.ts",
      "server/http/routes/people/guests.test.ts",
      "server/http/routes/retention.test.ts",
      "server/http/routes/songs/set-lists.test.ts",
      "server/http/routes/video.test.ts",
      "server/http/studio.test.ts",
      "server/intake/take-back.test.ts",
      "server/library/songs/many-performances.test.ts",
      "server/listening/heard.test.ts",
      "server/member/current.test.ts",
      "server/member/revocation.test.ts",
      "server/member/sign-in/personas.test.ts",
      "server/member/sign-in/sign-in.test.ts",
      "server/prepare/leftovers.test.ts",
      "server/work/list.test.ts",
      "server/work/storage-report.test.ts",
    ],
    describe: ({ tests }) => `0 of ${tests} failed`,
    trials: { tests: 300 },
  },
  {
    name: "disk",
    partInAll: 0.5,
    needsDisk: true,
    promise:
      "a disk that is full, failing, read-only, missing or of another archive only causes waiting; nothing is damaged",
    goal: "full and failing in every phase; refused with a sentence, 0 damaged, continues by itself",
    tests: ["prove/disk.test.ts", "prove/disk-preparing.test.ts", "prove/disk-errors"],
    describe: (numbers) =>
      `${numbers["corrupt"]} damaged by ${describeFull(numbers)} and ${describeFailing(numbers)}; ${numbers["awayOrSwapped"]} times missing or of another archive`,
    trials: { fullDisks: 40, badDisks: 60 },
    isKept: ({ corrupt, failedTries = 0, awayOrSwapped = 0 }) => corrupt === 0 && failedTries > 0 && awayOrSwapped > 0,
    reason: ({ fullDisks, badDisks }) => (fullDisks && badDisks ? undefined : noMounting),
  },
  {
    name: "outages",
    promise:
      "bucket, database, Discord, mail and providers may be away while the archive is used: each answer is right or says to come back, and each outage is told once, and once when it is over",
    goal: "0 wrong answers, 0 lost, no byte of an upload sent twice but its last piece; each cut off in two ways",
    tests: ["prove/outages.test.ts", "server/http/routes/upload/outage.test.ts", "server/checkup/storage.test.ts"],
    describe: ({ outages, wrong, lost, answered, putOff, toldTwice, mostRepeatedBytes = 0 }) =>
      `${outages} outages: ${wrong} wrong and ${lost} lost of ${answered} answers (${putOff} told to try again), ${toldTwice} told twice, at most ${mostRepeatedBytes / 2 ** 20} MiB of an upload sent again`,
    trials: { outages: 12 },
    isKept: ({ wrong, lost, toldTwice, stacks }) => wrong === 0 && lost === 0 && toldTwice === 0 && stacks === 0,
  },
  {
    name: "long-upload",
    needsDisk: true,
    promise:
      "a long upload goes on where it was when the bucket was away, and the owner is told of each outage, and once of its end",
    goal: "2 GB, away three times: no byte sent twice but those of one piece, told within 5 minutes, 0 lost",
    tests: ["prove/long-upload.test.ts"],
    describe: ({ mebibytes, away, lost, toldWrong, mostRepeated = 0, mostToldSeconds = 0 }) =>
      `${mebibytes} MiB, ${away} times away: at most ${mostRepeated / 2 ** 20} MiB sent again, ${lost} bytes lost, told after ${Math.ceil(mostToldSeconds)} s at most, ${toldWrong} times too often or not`,
    trials: { away: 3, mebibytes: 2048 },
    isKept: ({ lost, toldWrong, mostRepeated = Infinity }) =>
      lost === 0 && toldWrong === 0 && mostRepeated <= 8 * 2 ** 20,
  },
  {
    name: "faults",
    partInAll: 0.5,
    needsDisk: true,
    promise:
      "a short failure of the database or bucket only causes retries; a second server on the same data is refused",
    goal: "0 lost, 0 wrong answers",
    tests: [
      "prove/faults.test.ts",
      "server/media/store/bucket.test.ts",
      "server/http/routes/media/bucket.test.ts",
      "server/database/one-server.test.ts",
    ],
    describe: ({ lost, answered, putOff, locked, cuts, restarts }) =>
      `${lost} lost of ${answered} answered edits (${putOff} told to try again), ${locked} locks, all connections cut ${cuts} times, ${restarts} crashes and restarts of PostgreSQL`,
    trials: { cuts: 100, restarts: 40 },
    isKept: ({ lost, locked = 0 }) => lost === 0 && locked > 0,
  },
];

function describeFull({ fullDisks, mostStepsThatWaited, refusedParts, refusedEdits }: Numbers): string {
  return `${fullDisks} full disks (${mostStepsThatWaited} steps waited; ${refusedParts} parts of uploads and ${refusedEdits} edits refused)`;
}

function describeFailing({ badDisks, failedParts, failedEdits, failedReads, failedTries }: Numbers): string {
  return `${badDisks} failing ones (${failedParts} parts of uploads, ${failedEdits} edits, ${failedReads} downloads and ${failedTries} preparing steps failed)`;
}
