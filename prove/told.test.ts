// What can go wrong with an archive that runs, really made: the owner is told within 15 minutes of the archive's own clock,
// once, and once when it is over.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { saveFindings } from "#server/backup/verify-findings.ts";
import { createCheckUp } from "#server/checkup/check-up.ts";
import { noteBackup, noteBackupFailure, readCheckUp } from "#server/checkup/saved.ts";
import { recordEvent } from "#server/history/log.ts";
import { watchTroubles } from "#server/notices/troubles.ts";
import { addJob } from "#server/queue/queue.ts";
import { saveStored, type NewValues } from "#server/setup/stored.ts";
import type { SettingName } from "#server/settings.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { listen, type Listening } from "#server/testing/notices/http.ts";
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
  /** Of the notice that it is over, where that is another one. */
  over?: string;
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
let newest = "0.0.1";
let releases: Listening;
let checkUp: () => Promise<unknown>;

const faults: Fault[] = [
  {
    name: "a paused webhook",
    title: "Patreon: reports of membership changes",
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
    title: "Twitch: client id and secret",
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
    title: "Many members would lose access",
    make: () =>
      recordEvent(archive.parts.db, {
        at: archive.parts.clock.now(),
        kind: "mass-revocation-stopped",
        detail: { lost: 40 },
      }),
    mend: async () => archive.advance(3 * 60 * minuteMs),
  },
  {
    name: "a new version",
    title: "A new version is available",
    over: "The newest version is installed",
    make: async () => {
      newest = "900.0.0";
      archive.advance(dayMs);
      await goodBackup();
    },
    mend: async () => {
      newest = "0.0.1";
      // as after an upgrade: the new program asks at its start
      checkUp = createCheckUp(archive.parts, "regular");
    },
  },
  {
    name: "a permission that the creator has withdrawn",
    title: "Patreon: permission of the creator",
    make: () => archive.control("POST personas/patron-owner/revoke", {}),
    mend: connectAgain,
  },
  // last: while it is wrong, the creator's permission cannot be renewed
  {
    name: "a wrong client secret of Patreon",
    title: "Patreon: client id and secret",
    make: change({ PATREON_CLIENT_SECRET: "wrong" }),
    mend: () => restore("PATREON_CLIENT_SECRET"),
  },
];

/** The creator gives a new permission. */
async function connectAgain(): Promise<void> {
  const scopes = ["identity", "campaigns", "campaigns.members", "w:campaigns.webhook"];
  const given = await archive.control("POST tokens", { persona: "patron-owner", scopes });
  const { access_token, refresh_token } = given as Record<"access_token" | "refresh_token", string>;
  await change({ PATREON_CREATOR_TOKEN: access_token, PATREON_CREATOR_REFRESH_TOKEN: refresh_token })();
}

async function setJob(state: "quarantined" | "done"): Promise<void> {
  await archive.parts.db.updateTable("job").set({ state, error: "It broke." }).where("id", "=", jobId).execute();
}

beforeAll(async () => {
  discord = await startDiscordLike();
  releases = await listen(async () => ({ status: 200, body: JSON.stringify({ version: newest }) }));
  archive = await openTestArchive({
    isNew: true,
    // five minutes pass in a moment, so Patreon would see far too many requests
    emulator: { quirks: { patreonThrottles: false } },
    env: { NOTICES_TO_PRIVATE: "yes", LEAST_FREE_GB: "", NEW_VERSION_URL: releases.url },
  });
  checkUp = createCheckUp(archive.parts, "regular");
  await change({ ...ownSettings(), DISCORD_TROUBLE_URL: discord.webhookUrl, LEAST_FREE_GB: "0" })();
  await goodBackup();
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await discord[Symbol.asyncDispose]();
  await releases[Symbol.asyncDispose]();
});

const count = (title: string) => discord.posted.filter(({ embeds }) => embeds[0]?.title === title).length;

/** As the archive does it every 5 minutes. */
async function round(): Promise<void> {
  archive.advance(roundMs);
  await checkUp();
  await watchTroubles(archive.parts);
}

async function isNoticed(title: string): Promise<boolean> {
  const prefix = /^(Solved|Problem): /.exec(title)?.[1];
  const kind = prefix === "Solved" ? "trouble-over" : prefix === "Problem" ? "trouble" : "version";
  const bare = title.replace(/^(Solved|Problem): /, "");
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
  const red = (await readCheckUp(archive.parts)).lines.filter(({ state }) => state !== "good");
  throw new Error(`nothing was told: ${title}; ${JSON.stringify(red)}`);
}

it.each(faults.slice(0, scaled(2, faults.length)))(
  "$name is told within 15 minutes, once, and its end once",
  async ({ title, over, make, mend }) => {
    const [begins, ends] = over === undefined ? [`Problem: ${title}`, `Solved: ${title}`] : [title, over];
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

it.skipIf(scaled(0, 1) === 0)(
  "a certificate near its end is told within 15 minutes, once, and its end once",
  async () => {
    await using tls = await startTls(90);
    await using posts = await startDiscordLike();
    await using own = await openTestArchive({
      isNew: true,
      env: { PUBLIC_URL: `https://localhost:${tls.port}`, NOTICES_TO_PRIVATE: "yes" },
    });
    const values = { ...(own.emulator.settings as NewValues), DISCORD_TROUBLE_URL: posts.webhookUrl };
    await saveStored(own.parts.db, own.parts, values);
    await own.parts.settings.reload();
    const check = createCheckUp(own.parts, "regular");
    const told = (title: string) => posts.posted.filter(({ embeds }) => embeds[0]?.title === title).length;
    const rounds = async (most: number, isOver: () => boolean): Promise<number> => {
      for (let minutes = 5; minutes <= most; minutes += 5) {
        own.advance(roundMs);
        await check();
        await watchTroubles(own.parts);
        await settle(own);
        if (isOver()) return minutes;
      }
      return most + 5;
    };
    const [begins, ends] = ["Problem: Certificate", "Solved: Certificate"];
    await rounds(10, () => false);
    expect(told(begins)).toBe(0);
    own.advance(80 * dayMs);
    const minutes = await rounds(15, () => told(begins) === 1);
    await rounds(15, () => false);
    tls.renew(365);
    const untilOver = await rounds(15, () => told(ends) === 1);
    await rounds(10, () => false);
    expect([minutes, untilOver].filter((one) => one > 15)).toEqual([]);
    expect([told(begins), told(ends)]).toEqual([1, 1]);
    publish("told", { faults: 1, mostMinutes: Math.max(minutes, untilOver) });
  },
);

/** Until nothing is on its way. */
async function settle({ parts }: TestArchive): Promise<void> {
  const countWaiting = async () => {
    const jobs = await parts.db
      .selectFrom("job")
      .select("id")
      .where("kind", "in", ["spread-notice", "send-notice"])
      .where("state", "in", ["waiting", "running"])
      .execute();
    return jobs.length;
  };
  await expect.poll(countWaiting).toBe(0);
}

/** Only its certificate matters; it is valid for so many days. */
async function startTls(days: number): Promise<AsyncDisposable & { port: number; renew(days: number): void }> {
  const server = createServer(makeCertificate(days));
  server.on("error", () => {});
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    renew: (more) => server.setSecureContext(makeCertificate(more)),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function makeCertificate(days: number): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-certificate-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const files = ["-keyout", key, "-out", cert, "-days", String(days)];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", ...files], {
    stdio: "pipe",
  });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
