// The machine: the storage of files, free space and how fast it is used up, and the sandbox of ffmpeg.
import { readFileSync } from "node:fs";
import type { CheckLine } from "#contract/check-up.ts";
import { measureSpace, sayBytes } from "#server/media/store/space.ts";
import { sayOutage } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { bad, good, warning } from "./line.ts";
import { words } from "./words.ts";

const measuredWeeks = 4;
const weekMs = 7 * 86_400_000;
/** The time that it takes to order a disk. */
const leastWeeks = 6;

export async function checkStorage({ media }: { media: Pick<Parts["media"], "store"> }): Promise<CheckLine> {
  const outage = await media.store.health.check();
  return outage
    ? bad("storage", sayOutage(media.store, outage))
    : good("storage", words.storage(media.store.backend.place));
}

type SpaceParts = Pick<Parts, "db" | "clock" | "config"> & { media: Pick<Parts["media"], "store"> };

export async function checkSpace(parts: SpaceParts): Promise<CheckLine> {
  const { media, config } = parts;
  const [{ free, reserve }, perWeek] = await Promise.all([
    measureSpace(media.store, config.leastFreeBytes),
    readGrowth(parts),
  ]);
  const growth = sayBytes(perWeek);
  if (free === null) return good("space", words.spaceInBucket(growth));
  if (free <= reserve) return bad("space", words.noSpace(sayBytes(free)));
  const weeks = perWeek > 0 ? Math.floor((free - reserve) / perWeek) : Infinity;
  if (weeks < leastWeeks) return warning("space", words.littleSpace(sayBytes(free), growth, weeks));
  return good("space", words.space(sayBytes(free), growth));
}

/** Bytes that were added in a week, as an average of the last four. */
async function readGrowth({ db, clock }: SpaceParts): Promise<number> {
  const since = new Date(clock.now().getTime() - measuredWeeks * weekMs);
  const originals = await db
    .selectFrom("recording")
    .select((e) => e.fn.sum<number | null>("bytes").as("bytes"))
    .where("taken_in_at", ">", since)
    .executeTakeFirst();
  const made = await db
    .selectFrom("asset")
    .select((e) => e.fn.sum<number | null>("bytes").as("bytes"))
    .where("made_at", ">", since)
    .executeTakeFirst();
  return Math.round(((originals?.bytes ?? 0) + (made?.bytes ?? 0)) / measuredWeeks);
}

/** `readKernel` reads a setting of the kernel, undefined if it has none of that name. */
export function checkSandbox(
  { media }: { media: Pick<Parts["media"], "tools"> },
  readKernel: (name: string) => string | undefined = readKernelSetting,
): CheckLine {
  const { hasBubblewrap, hasPrlimit, obstacle } = media.tools.sandbox;
  if (hasBubblewrap) return hasPrlimit ? good("sandbox", words.sandbox) : bad("sandbox", words.noPrlimit);
  if (obstacle?.kind === "not-allowed")
    return bad("sandbox", words.bubblewrapNotAllowed(obstacle.said, sayWhoForbids(readKernel)));
  return bad("sandbox", obstacle?.kind === "broken" ? words.bubblewrapBroken(obstacle.said) : words.noBubblewrap);
}

/** Settings of the kernel that forbid namespaces, the value that does, and one that does not. */
const kernelSettings = [
  ["kernel.unprivileged_userns_clone", "0", "1"],
  ["user.max_user_namespaces", "0", "10000"],
] as const;

function sayWhoForbids(readKernel: (name: string) => string | undefined): string {
  const setting = kernelSettings.find(([name, forbids]) => readKernel(name) === forbids);
  if (setting) return words.kernelForbids(setting[0], `sudo sysctl -w ${setting[0]}=${setting[2]}`);
  const isByAppArmor = readKernel("kernel.apparmor_restrict_unprivileged_userns") === "1";
  return isByAppArmor ? words.appArmorForbids : words.hostForbids;
}

function readKernelSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll(".", "/")}`, "utf8").trim();
  } catch {
    return undefined;
  }
}
