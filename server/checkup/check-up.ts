// Runs every check side by side, and keeps what they found for the studio.
import type { CheckLine, CheckName } from "#contract/check-up.ts";
import { shareRuns } from "#server/one-at-a-time.ts";
import type { Parts } from "#server/parts.ts";
import { checkAddress } from "./address.ts";
import { checkBackup, checkKeyCopy, sayDay } from "./keeping.ts";
import { attempt, bad, good, warning } from "./line.ts";
import { checkSandbox, checkSpace, checkStorage } from "./machine.ts";
import { checkPatreon } from "./patreon.ts";
import { checkUpJob, readCheckUp, saveLines } from "./saved.ts";
import { checkTwitch } from "./twitch.ts";
import { words } from "./words.ts";
import { nameOf } from "#server/setup/provider-facts.ts";
import { fetchBounded } from "#server/member/providers/ask.ts";
import { z } from "zod";
import { type NoticesConfig, ownVersion } from "#server/config.ts";
import { addJob } from "#server/queue/queue.ts";

/** The demo asks the simulated providers; backups and the key do not matter there. */
export async function listLines(parts: Parts, knownVersion?: CheckLine): Promise<CheckLine[]> {
  const { isSetUp, demo, patreon, twitch } = parts.config;
  const hasLogin = patreon !== null || twitch !== null;
  const one = (name: CheckName, check: () => CheckLine | Promise<CheckLine>) => attempt(parts, name, check);
  const [patreonLines, twitchLines, around, version, machine, keeping] = await Promise.all([
    checkPatreon(parts),
    checkTwitch(parts),
    hasLogin ? checkAround(parts) : Promise.resolve([]),
    knownVersion ? [knownVersion] : checkVersion(parts),
    Promise.all([
      one("storage", () => checkStorage(parts)),
      one("space", () => checkSpace(parts)),
      one("sandbox", () => checkSandbox(parts)),
    ]),
    isSetUp
      ? Promise.all([one("backup", () => checkBackup(parts)), one("key-copy", () => checkKeyCopy(parts))])
      : Promise.resolve([]),
  ]);
  const setUp = isSetUp ? [] : [warning("set-up", demo ? words.isDemo : words.isClosed)];
  return [setUp, patreonLines, twitchLines, around, machine, keeping, version].flat();
}

async function checkAround(parts: Parts): Promise<CheckLine[]> {
  const [address, clock] = await Promise.all([checkAddress(parts), attempt(parts, "clock", () => checkClock(parts))]);
  return [...address, clock];
}

/** A second caller waits for the run of the first. `regular`: nobody waits for it. */
export function createCheckUp(parts: Parts, why: "asked" | "regular" = "asked"): () => Promise<CheckLine[]> {
  const share = shareRuns<CheckLine[]>();
  // others' servers are asked for the newest version once a day and after a start, however often the rest is checked
  let version: { day: string; line: CheckLine | undefined } | undefined;
  return () =>
    share("check-up", async () => {
      const day = sayDay(parts.clock.now());
      const lines = await listLines(parts, why === "regular" && version?.day === day ? version.line : undefined);
      version = { day, line: lines.find(({ name }) => name === "version") };
      const before = await saveLines(parts, lines);
      const wasBad = new Set(before.filter(({ state }) => state === "bad").map(({ name }) => name));
      for (const { name, state, sentence } of lines)
        if (state === "bad" && !wasBad.has(name)) parts.log.warn({ check: name }, sentence);
      return lines;
    });
}

// The clock of this machine, against the ones of the providers: with a wrong one their messages are refused as too old.

const mostSeconds = 60;

async function checkClock({ config, clock }: Pick<Parts, "config" | "clock">): Promise<CheckLine> {
  const { patreon, twitch } = config;
  const asked = [
    ...(patreon ? [{ name: nameOf.patreon, url: `${patreon.origin}/api/oauth2/v2/identity` }] : []),
    ...(twitch ? [{ name: nameOf.twitch, url: `${twitch.idOrigin}/oauth2/validate` }] : []),
  ];
  for (const { name, url } of asked) {
    const date = await readDate(url);
    if (!date) continue;
    const seconds = Math.round((clock.now().getTime() - date.getTime()) / 1000);
    return Math.abs(seconds) > mostSeconds
      ? bad("clock", words.wrongClock(sayTime(Math.abs(seconds)), seconds > 0 ? "ahead of" : "behind", name))
      : good("clock", words.clock(name));
  }
  return warning("clock", words.clockUnknown);
}

/** The date of an answer. The request is refused, and the refusal has a date, too. */
async function readDate(url: string): Promise<Date | null> {
  const reply = await fetchBounded(url, {}).catch(() => null);
  const date = new Date(reply?.headers.get("date") ?? "");
  return Number.isNaN(date.getTime()) ? null : date;
}

function sayTime(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

// Whether there is a newer version: only if the owner has named an address that knows, so nothing is asked unasked.

const Release = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

async function checkVersion(parts: Pick<Parts, "config" | "log">): Promise<CheckLine[]> {
  const { newVersionUrl: url } = parts.config;
  if (url === null) return [];
  const line = await attempt(parts, "version", async () => {
    const reply = await fetchBounded(url, {}).catch(() => null);
    const newest = Release.safeParse(await reply?.json().catch(() => null)).data?.version;
    if (newest === undefined) return warning("version", words.versionUnknown(url));
    return isNewer(newest, ownVersion)
      ? { ...warning("version", words.newVersion(newest, ownVersion)), is_news: true }
      : good("version", words.version(ownVersion));
  });
  return [line];
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) > 0;
}

// The check-up by the queue: once a day, or every few minutes if the owner wants to be told of trouble. What turns red is in the log, and on every page of the owner's studio.

const dayMs = 22 * 3_600_000;
const oftenMs = 4 * 60_000;

/** Called regularly. */
export async function addCheckUpWork({ db, clock, config }: Pick<Parts, "db" | "clock" | "config">): Promise<void> {
  if (!config.isSetUp) return;
  const { ran_at } = await readCheckUp({ db, config });
  const everyMs = isAnybodyTold(config.notices) ? oftenMs : dayMs;
  if (ran_at && clock.now().getTime() - Date.parse(ran_at) < everyMs) return;
  await addJob(db, { kind: checkUpJob, key: "round", payload: {}, priority: -10 });
}

function isAnybodyTold({ discordTroubleUrl, webhook, mail, troubleMailTo }: NoticesConfig): boolean {
  return discordTroubleUrl !== null || webhook !== null || (mail !== null && troubleMailTo.length > 0);
}

export function checkUpWork(parts: Parts) {
  const checkUp = createCheckUp(parts, "regular");
  return {
    async [checkUpJob](): Promise<void> {
      await checkUp();
    },
  };
}
