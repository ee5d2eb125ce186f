// The work that the queue does for members: asking providers again, and the regular round of sweeps.
import { z } from "zod";
import type { Parts } from "#server/parts.ts";
import { sweepHints } from "./hints.ts";
import { subscribeToTwitch } from "./providers/twitch-subscribe.ts";
import { recheckIdentity } from "./recheck.ts";
import { sweepSessions } from "./session.ts";
import { sweepStates } from "./sign-in-state.ts";
import { sweepMemberships } from "./sweep.ts";

const Recheck = z.object({ identityId: z.string(), source: z.enum(["poll", "push"]).default("poll") });

export function memberWork(parts: Parts) {
  const { db, clock, config, log } = parts;
  return {
    async recheck(payload: unknown): Promise<void> {
      const { identityId, source } = Recheck.parse(payload);
      const identity = await db.selectFrom("identity").selectAll().where("id", "=", identityId).executeTakeFirst();
      if (identity) await recheckIdentity(parts, identity, source);
    },
    async "sweep-members"(): Promise<void> {
      await sweepMemberships(parts);
      await sweepHints(parts);
      await sweepStates(db, clock.now());
      await sweepSessions(db, clock.now());
    },
    async "subscribe-to-twitch"(): Promise<void> {
      if (!config.twitch?.eventSubSecret) return;
      const { created, refused } = await subscribeToTwitch(config.twitch, `${config.publicUrl}/api/webhooks/twitch`);
      if (refused.length > 0)
        log.warn(
          { refused },
          "Twitch will not tell us about subscriptions; docs/hosting.md says what the broadcaster must grant",
        );
      else if (created.length > 0) log.info({ created }, "Twitch tells us about subscriptions");
    },
  };
}
