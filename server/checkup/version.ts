// Whether there is a newer version: only if the owner has named an address that knows, so nothing is asked unasked.
import { z } from "zod";
import { ownVersion } from "#server/config.ts";
import type { CheckLine } from "#contract/check-up.ts";
import { fetchBounded } from "#server/member/providers/ask.ts";
import type { Parts } from "#server/parts.ts";
import { attempt, good, warning } from "./line.ts";
import { words } from "./words.ts";

const Release = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

export async function checkVersion(parts: Pick<Parts, "config" | "log">): Promise<CheckLine[]> {
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
