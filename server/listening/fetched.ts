// Counts what podcast apps fetch: once for each member, recording and day, without noting by whom. Apps fetch ahead, in parts and
// twice, so it is not known what of it is heard: it is neither a play nor a time. See decision 035.
import { hash } from "node:crypto";
import type { Parts } from "#server/parts.ts";
import { remember } from "#server/remember.ts";
import { dayBefore } from "./count.ts";

/** Less is a look at what the file is; about a minute of audio. */
export const leastFetchedBytes = 1_000_000;

interface Fetched {
  memberId: string;
  videoId: string;
}

export function openFetches(parts: Pick<Parts, "db" | "clock" | "config">): (fetched: Fetched) => Promise<void> {
  const noted = remember<boolean>({ most: 20_000 });
  return async ({ memberId, videoId: video_id }) => {
    if (parts.config.heardDays === 0) return;
    const now = parts.clock.now();
    const day = dayBefore(now, 0);
    const key = hash("sha256", [memberId, video_id, "feed", day].join("\n"), "base64url");
    if (noted.find(key)) return;
    await parts.db.transaction().execute(async (trx) => {
      const first = await trx
        .insertInto("heard_report")
        .values({ key, seconds: 0, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning("key")
        .executeTakeFirst();
      if (!first) return;
      await trx
        .insertInto("heard")
        .values({ video_id, day, kind: "feed", plays: 1, seconds: 0, members: 0 })
        .onConflict((conflict) =>
          conflict
            .columns(["video_id", "day", "kind"])
            .doUpdateSet((eb) => ({ plays: eb("heard.plays", "+", eb.ref("excluded.plays")) })),
        )
        .execute();
    });
    noted.keep(key, true);
  };
}
