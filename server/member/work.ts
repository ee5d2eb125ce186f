// The jobs for members: checking one membership again, and the regular check of all.
// They have their own runners, so that a slow regular check never delays a webhook.
import { z } from "zod";
import type { Parts } from "#server/parts.ts";
import { sweepJobs } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import { sweepDecisions } from "./guests/decided.ts";
import { sweepGuests } from "./guests/guests.ts";
import { sweepInvitations } from "./guests/invitations.ts";
import { sweepHints } from "./hints.ts";
import { subscribeToTwitch } from "./providers/twitch-subscribe.ts";
import { recheckIdentity } from "./recheck.ts";
import { sweepSessions } from "./session.ts";
import { sweepStates } from "#server/member/sign-in/sign-in-state.ts";
import { sweepMemberships } from "./sweep.ts";

const Recheck = z.object({ identityId: z.string(), source: z.enum(["poll", "push"]).default("poll") });

export function recheckWork(parts: Parts) {
  const { db } = parts;
  return {
    async recheck(payload: unknown): Promise<void> {
      const { identityId, source } = Recheck.parse(payload);
      const identity = await db.selectFrom("identity").selectAll().where("id", "=", identityId).executeTakeFirst();
      if (identity) await recheckIdentity(parts, identity, source);
    },
  };
}

export function roundWork(parts: Parts) {
  const { db, clock, log } = parts;
  return {
    async "sweep-members"(): Promise<void> {
      await sweepMemberships(parts);
      await sweepHints(parts);
      await sweepStates(db, clock.now());
      await sweepSessions(db, { now: clock.now(), lastsMs: parts.config.signInMs });
      await sweepGuests(parts, clock.now());
      await sweepDecisions(db, clock.now());
      await sweepInvitations(db, clock.now());
      await sweepJobs(db);
    },
    async "subscribe-to-twitch"(): Promise<void> {
      const { config } = parts;
      if (!config.twitch?.eventSubSecret) return;
      const callback = `${config.publicUrl}/api/webhooks/twitch`;
      const { created, refused } = await subscribeToTwitch(config.twitch, callback).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        // the next round tries again
        log.warn({ err: error.cause }, "Twitch could not be asked to report changes of subscriptions");
        return { created: [], refused: [] };
      });
      if (refused.length > 0)
        log.warn(
          { refused },
          "Twitch refuses to report changes of subscriptions; docs/hosting.md says what the broadcaster must grant",
        );
      else if (created.length > 0) log.info({ created }, "Twitch reports changes of subscriptions");
    },
  };
}
