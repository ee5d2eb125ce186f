// Runs every check side by side, and keeps what they found for the studio.
import type { CheckLine, CheckName } from "#contract/check-up.ts";
import { shareRuns } from "#server/one-at-a-time.ts";
import type { Parts } from "#server/parts.ts";
import { checkAddress } from "./address.ts";
import { checkClock } from "./clock.ts";
import { checkBackup, checkKeyCopy, sayDay } from "./keeping.ts";
import { attempt, warning } from "./line.ts";
import { checkSandbox, checkSpace, checkStorage } from "./machine.ts";
import { checkPatreon } from "./patreon.ts";
import { saveLines } from "./saved.ts";
import { checkTwitch } from "./twitch.ts";
import { checkVersion } from "./version.ts";
import { words } from "./words.ts";

/** In the demo the simulated providers are asked; backups and the key do not matter there. */
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
