// What can go wrong with an archive that runs, really made: the owner is told within 15 minutes of the archive's own clock,
// once, and once when it is over.
import { afterAll, beforeAll, expect, it } from "vitest";
import { saveFindings } from "#server/backup/verify-findings.ts";
import { createCheckUp } from "#server/checkup/check-up.ts";
import { noteBackup, noteBackupFailure } from "#server/checkup/saved.ts";
import { recordEvent } from "#server/history/log.ts";
import { watchTroubles } from "#server/notices/troubles.ts";
import { addJob } from "#server/queue/queue.ts";
import { saveStored, type NewValues } from "#server/setup/stored.ts";
import type { SettingName } from "#server/settings.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { publishRecording } from "#server/testing/notices/recordings.ts";
import { publish, scaled } from "#server/testing/proof.ts";

const minuteMs = 60_000;
const roundMs = 5 * minuteMs;
const dayMs = 86_400_000;
let discord: DiscordLike;
let archive: TestArchive;

interface Fault {
  name: string;
  /** Of the notice. */
  title: string;
  make(): Promise<unknown>;
  mend(): Promise<unknown>;
}

const change = (values: NewValues) => async () => {
  await saveStored(archive.parts.db, archive.parts, values);
  await archive.parts.settings.reload();
};
const goodBackup = () =>
  noteBackup(archive.parts.db, { at: archive.parts.clock.now(), place: "/elsewhere/2026", faults: 0 });
const ownSettings = () => archive.emulator.settings as NewValues;
const restore = (name: SettingName) => change({ [name]: ownSettings()[name] ?? "" })();
let videoId = "";
let jobId = 0;

const faults: Fault[] = [
  {
    name: "a paused webhook",
    title: "Patreon: reports of changes",
    make: () => archive.control("POST campaign", { pauseWebhooks: true }),
    mend: async () => {
      const owner = archive.openBrowser();
      await owner.signIn("patron-owner");
      await owner.ask("POST /api/settings/webhook", {});
    },
  },
  {
    name: "damaged files",
    title: "Damaged files",
    async make() {
      videoId = await publishRecording(archive.parts, { title: "Damaged" });
      const finding = { videoId, name: "original", problem: "changed" as const, title: "Damaged" };
      await saveFindings(archive.parts.db, videoId, { findings: [finding], now: archive.parts.clock.now() });
    },
    mend: () => saveFindings(archive.parts.db, videoId, { findings: [], now: archive.parts.clock.now() }),
  },
  {
    name: "a deleted tier",
    title: "Patreon: campaign and tiers",
    make: change({ PATREON_TIER_IDS: "999" }),
    mend: () => restore("PATREON_TIER_IDS"),
  },
  {
    name: "a disk that is nearly full",
    title: "Free space",
    make: change({ LEAST_FREE_GB: "1000000" }),
    mend: change({ LEAST_FREE_GB: "0" }),
  },
  {
    name: "a backup that failed",
    title: "Backup",
    make: () => noteBackupFailure(archive.parts.db, { at: archive.parts.clock.now(), why: "The disk is full." }),
    mend: goodBackup,
  },
  {
    name: "a backup that is overdue",
    title: "Backup",
    make: () =>
      noteBackup(archive.parts.db, {
        at: new Date(archive.parts.clock.now().getTime() - 4 * dayMs),
        place: "/elsewhere/2026",
        faults: 0,
      }),
    mend: goodBackup,
  },
  {
    name: "a wrong client secret of Twitch",
    title: "Twitch: client",
    make: change({ TWITCH_CLIENT_SECRET: "wrong" }),
    mend: () => restore("TWITCH_CLIENT_SECRET"),
  },
  {
    name: "a recording that cannot be prepared",
    title: "Preparing a recording",
    async make() {
      const id = await publishRecording(archive.parts, { title: "Broken" });
      jobId = (await addJob(archive.parts.db, { kind: "prepare-check", key: id, payload: {}, delayMs: dayMs })).id;
      await setJob("quarantined");
    },
    mend: () => setJob("done"),
  },
  {
    name: "many members who would lose access at once",
    title: "Loss of members",
    make: () =>
      recordEvent(archive.parts.db, {
        at: archive.parts.clock.now(),
        kind: "mass-revocation-stopped",
        detail: { lost: 40 },
      }),
    mend: async () => archive.advance(3 * 60 * minuteMs),
  },
  // last: while it is wrong, the creator's permission cannot be renewed
  {
    name: "a wrong client secret of Patreon",
    title: "Patreon: client",
    make: change({ PATREON_CLIENT_SECRET: "wrong" }),
    mend: () => restore("PATREON_CLIENT_SECRET"),
  },
];

async function setJob(state: "quarantined" | "done"): Promise<void> {
  await archive.parts.db.updateTable("job").set({ state, error: "It broke." }).where("id", "=", jobId).execute();
}

beforeAll(async () => {
  discord = await startDiscordLike();
  archive = await openTestArchive({ isNew: true, env: { NOTICES_TO_PRIVATE: "yes", LEAST_FREE_GB: "" } });
  await change({ ...ownSettings(), DISCORD_TROUBLE_URL: discord.webhookUrl, LEAST_FREE_GB: "0" })();
  await goodBackup();
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await discord[Symbol.asyncDispose]();
});

const count = (title: string) => discord.posted.filter(({ embeds }) => embeds[0]?.title === title).length;

/** As the archive does it every 5 minutes. */
async function round(): Promise<void> {
  archive.advance(roundMs);
  await createCheckUp(archive.parts, "regular")();
  await watchTroubles(archive.parts);
}

async function isNoticed(title: string): Promise<boolean> {
  const kind = title.startsWith("Over: ") ? "trouble-over" : "trouble";
  const bare = title.replace(/^\w+: /, "");
  const rows = await archive.parts.db
    .selectFrom("notice")
    .select("id")
    .where("kind", "=", kind)
    .where("title", "=", bare)
    .execute();
  return rows.length > count(title);
}

/** How many minutes until there is something new to tell. */
async function waitFor(title: string): Promise<number> {
  const before = count(title);
  for (let minutes = 5; minutes <= 30; minutes += 5) {
    await round();
    if (!(await isNoticed(title))) continue;
    await expect.poll(() => count(title)).toBe(before + 1);
    return minutes;
  }
  throw new Error(`nothing was told: ${title}`);
}

it.each(faults.slice(0, scaled(2, faults.length)))(
  "$name is told within 15 minutes, once, and its end once",
  { timeout: 120_000 },
  async ({ title, make, mend }) => {
    const [begins, ends] = [`Trouble: ${title}`, `Over: ${title}`];
    await round();
    const before = [count(begins), count(ends)];
    await make();
    const minutes = await waitFor(begins);
    for (let more = 0; more < 3; more += 1) await round();
    await mend();
    const untilOver = await waitFor(ends);
    await round();
    expect([minutes, untilOver].filter((one) => one > 15)).toEqual([]);
    expect([count(begins), count(ends)]).toEqual(before.map((one) => one + 1));
    publish("told", { faults: 1, mostMinutes: Math.max(minutes, untilOver) });
  },
);
