// Which devices fetch audio by the address of a feed, so that its member and the owner can tell when it is shared.
// It only informs: nobody is refused because of it. Feeds themselves are fetched by servers of app makers, and do not count.
import { hash } from "node:crypto";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { remember, type Memory } from "#server/remember.ts";
import type { Listener } from "./address.ts";
import { words } from "./words.ts";

const dayMs = 86_400_000;
const countedMs = 7 * dayMs;
const keptMs = 30 * dayMs;
/** A phone that is at home, on the way and at work is three already. */
const leastMany = 12;
const notedMs = 10 * 60_000;

interface Seen {
  app: string;
  seenAt: Date;
}

interface DeviceNotes {
  note(listener: Listener, request: { userAgent: string | undefined; network: string }): Promise<void>;
}

export function openDeviceNotes({ db, clock }: Pick<Parts, "db" | "clock">): DeviceNotes {
  const noted: Memory<number> = remember({ most: 20_000 });
  return {
    async note({ memberId, token }, { userAgent, network }) {
      const app = nameApp(userAgent);
      const device = hash("sha256", `${token}|${app}|${network}`, "base64url").slice(0, 22);
      const now = clock.now();
      if (now.getTime() - (noted.find(device) ?? 0) < notedMs) return;
      noted.keep(device, now.getTime());
      await save(db, { member_id: memberId, device, app, seen_at: now });
    },
  };
}

async function save(
  db: Database,
  row: { member_id: string; device: string; app: string; seen_at: Date },
): Promise<void> {
  const old = new Date(row.seen_at.getTime() - keptMs);
  await db.deleteFrom("feed_device").where("member_id", "=", row.member_id).where("seen_at", "<", old).execute();
  await db
    .insertInto("feed_device")
    .values(row)
    .onConflict((conflict) => conflict.columns(["member_id", "device"]).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
}

export async function listDevices(db: Database, memberId: string): Promise<Seen[]> {
  const rows = await db
    .selectFrom("feed_device")
    .select(["app", "seen_at"])
    .where("member_id", "=", memberId)
    .orderBy("seen_at", "desc")
    .execute();
  return rows.map(({ app, seen_at }) => ({ app, seenAt: seen_at }));
}

/** Counts the devices of the last 7 days, by member. */
export async function countDevices(
  db: Database,
  memberIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("feed_device")
    .select(({ fn }) => ["member_id" as const, fn.countAll<number>().as("count")])
    .where("member_id", "in", memberIds)
    .where("seen_at", ">", new Date(now.getTime() - countedMs))
    .groupBy("member_id")
    .execute();
  return new Map(rows.map(({ member_id, count }) => [member_id, count]));
}

export function isMany(devices: number): boolean {
  return devices >= leastMany;
}

/** The first that fits counts: some apps also name the program that they are built with. */
const known: readonly [RegExp, string][] = [
  [/antennapod/i, "AntennaPod"],
  [/overcast/i, "Overcast"],
  [/pocket ?casts/i, "Pocket Casts"],
  [/castro|tentacles/i, "Castro"],
  [/^podcasts\/|applecoremedia|^itunes/i, "Apple Podcasts"],
  [/podcast ?addict/i, "Podcast Addict"],
  [/gpodder/i, "gPodder"],
  [/castget/i, "castget"],
  [/audiobookshelf/i, "Audiobookshelf"],
  [/^vlc/i, "VLC"],
  [/mozilla/i, "Browser"],
];

export function nameApp(userAgent = ""): string {
  const found = known.find(([pattern]) => pattern.test(userAgent));
  const first = /^[\w .-]{2,40}/.exec(userAgent)?.[0].trim();
  return found?.[1] ?? first ?? words.unknownApp;
}
