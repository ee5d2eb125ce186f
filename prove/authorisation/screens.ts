// For each person and each recording an address for a television, also for recordings that the person may not watch.
import { hashToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { screenTokenOf } from "./calls.ts";
import type { Canaries } from "./canaries.ts";
import { isStored, roles, states } from "./declared.ts";
import type { People } from "./people.ts";
import type { Videos } from "./videos.ts";

export async function plantScreens(
  { db, clock }: Pick<Parts, "db" | "clock">,
  { people, videos, canaries }: { people: Pick<People, "of">; videos: Pick<Videos, "of">; canaries: Canaries },
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + 3 * 3_600_000);
  for (const role of roles) {
    const { memberId, feedToken } = people.of[role];
    if (memberId === null || role === "session expired") continue;
    const session = await db
      .selectFrom("session")
      .select("id")
      .where("member_id", "=", memberId)
      // the viewer has another one, which has expired
      .where("expires_at", ">", now)
      .executeTakeFirst();
    if (!session) continue;
    for (const state of states.filter(isStored)) {
      const { id } = videos.of[state];
      const token = screenTokenOf(feedToken, id);
      canaries.plant(token, null, `the address for ${role}'s television`);
      const ids = { token_hash: hashToken(token), session_id: session.id, member_id: memberId, video_id: id };
      await db
        .insertInto("screen")
        .values({ ...ids, made_at: now, until })
        .execute();
    }
  }
}
