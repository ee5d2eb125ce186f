// The clock of this machine, against the ones of the providers: with a wrong one their messages are refused as too old.
import type { CheckLine } from "#contract/check-up.ts";
import { nameOf } from "#server/setup/provider-facts.ts";
import { fetchBounded } from "#server/member/providers/ask.ts";
import type { Parts } from "#server/parts.ts";
import { bad, good, warning } from "./line.ts";
import { words } from "./words.ts";

const mostSeconds = 60;

export async function checkClock({ config, clock }: Pick<Parts, "config" | "clock">): Promise<CheckLine> {
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

/** Nobody is logged in by this: the refusal has a date, too. */
async function readDate(url: string): Promise<Date | null> {
  const reply = await fetchBounded(url, {}).catch(() => null);
  const date = new Date(reply?.headers.get("date") ?? "");
  return Number.isNaN(date.getTime()) ? null : date;
}

function sayTime(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}
