// Twitch: the client, and whether Twitch reports changes of subscriptions.
import type { CheckLine } from "#contract/check-up.ts";
import type { TwitchConfig } from "#server/config.ts";
import { findLastHeard } from "#server/member/hints.ts";
import { isTwitchClient } from "#server/member/providers/twitch-broadcaster.ts";
import { listTwitchEvents } from "#server/member/providers/twitch-subscribe.ts";
import type { Parts } from "#server/parts.ts";
import { nameOf } from "#server/setup/provider-facts.ts";
import { sayWhoIsSilent } from "#server/setup/steps.ts";
import { sayDay } from "./keeping.ts";
import { attempt, bad, good, warning } from "./line.ts";
import { words } from "./words.ts";

export async function checkTwitch(parts: Parts): Promise<CheckLine[]> {
  const { twitch } = parts.config;
  if (!twitch) return [];
  const client = await attempt(parts, "twitch-client", () => checkClient(twitch));
  // without the client nothing can be asked
  if (client.state === "bad") return [client];
  return [client, await attempt(parts, "twitch-events", () => checkEvents(parts, twitch))];
}

async function checkClient({ idOrigin, clientId, clientSecret }: TwitchConfig): Promise<CheckLine> {
  const isReal = await sayWhoIsSilent("twitch", () => isTwitchClient(idOrigin, { clientId, clientSecret }));
  return isReal
    ? good("twitch-client", words.client(nameOf.twitch))
    : bad("twitch-client", words.wrongClient(nameOf.twitch));
}

async function checkEvents(parts: Parts, twitch: TwitchConfig): Promise<CheckLine> {
  const name = "twitch-events";
  if (!twitch.eventSubSecret) return warning(name, words.noEvents);
  const events = await sayWhoIsSilent("twitch", () =>
    listTwitchEvents(twitch, `${parts.config.publicUrl}/api/webhooks/twitch`),
  );
  if (events.some(({ status }) => status === "authorization_revoked")) return bad(name, words.broadcasterGone);
  const wrong = events.filter(({ status }) => status !== "enabled").map(({ type }) => type);
  if (wrong.length > 0) return bad(name, words.eventsMissing(wrong));
  const heard = await findLastHeard(parts.db, "twitch");
  return good(name, heard ? words.heard(nameOf.twitch, sayDay(heard)) : words.notHeard(nameOf.twitch));
}
