// Studio > Settings: connects the creator or the broadcaster again, or adds the second provider. As in set-up, answers are
// kept beside the settings, and count only when they are saved.
import type { Provider } from "#contract/member.ts";
import type { Connections } from "#contract/setup.ts";
import { recordEvent } from "#server/history/log.ts";
import { saveCreatorTokens } from "#server/member/granted/creator-token.ts";
import { decideAgain } from "#server/member/decide-again.ts";
import type { Parts } from "#server/parts.ts";
import { whileHeld } from "#server/queue/hold.ts";
import { addJob } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import type { SettingName } from "#server/settings.ts";
import { changeAnswers, readAnswers, type Answers } from "./answers.ts";
import { beginConnect } from "./connect.ts";
import { nameOf } from "./provider-facts.ts";
import { readPatreonValues, readTwitchValues } from "./provider-values.ts";
import { checkAgain } from "./save-change.ts";
import { beginAnswers, describeSetUp, setClient } from "./steps.ts";
import { saveStored, type NewValues } from "./stored.ts";
import { words } from "./words.ts";

/** What a connection sets. */
const settingsOf = {
  patreon: [
    ...(["PATREON_CLIENT_ID", "PATREON_CLIENT_SECRET", "PATREON_CAMPAIGN_ID", "PATREON_TIER_IDS"] as const),
    ...(["PATREON_CREATOR_TOKEN", "PATREON_CREATOR_REFRESH_TOKEN", "PATREON_WEBHOOK_SECRET"] as const),
  ],
  twitch: [
    ...(["TWITCH_CLIENT_ID", "TWITCH_CLIENT_SECRET", "TWITCH_BROADCASTER_ID"] as const),
    ...(["TWITCH_MIN_TIER", "TWITCH_EVENTSUB_SECRET"] as const),
    ...(["TWITCH_BROADCASTER_TOKEN", "TWITCH_BROADCASTER_REFRESH_TOKEN"] as const),
  ],
} as const satisfies Record<Provider, readonly SettingName[]>;

export async function describeConnections(parts: Parts): Promise<Connections> {
  const { patreon, twitch } = await describeSetUp(parts);
  const { config, settings } = parts;
  const of = (provider: Provider) => ({
    is_set_up: config.isSetUp && config[provider] !== null,
    is_fixed: settingsOf[provider].some((name) => settings.isFixed(name)),
  });
  return { patreon: { ...patreon, ...of("patreon") }, twitch: { ...twitch, ...of("twitch") } };
}

export async function changeClient(
  parts: Parts,
  provider: Provider,
  client: { clientId: string; clientSecret: string },
): Promise<void> {
  requireOpen(parts, provider);
  await setClient(parts, provider, client);
}

export async function dropConnection(parts: Parts, provider: Provider): Promise<void> {
  requireOpen(parts, provider);
  await changeAnswers(parts, { [provider]: null });
}

/** Where to send the browser; with the client that is in use, unless another was entered. */
export async function connectAgain(parts: Parts, provider: Provider): Promise<string> {
  requireOpen(parts, provider);
  const known = parts.config[provider];
  if (known && !(await readAnswers(parts))[provider]) await changeAnswers(parts, beginAnswers(provider, known));
  return beginConnect(parts, provider);
}

export type Chosen =
  | { provider: "patreon"; campaignId: string; tierIds: string[] }
  | { provider: "twitch"; minTier: string };

export async function saveConnection(parts: Parts, memberId: string, chosen: Chosen): Promise<void> {
  const { provider } = chosen;
  requireOpen(parts, provider);
  // on every server: each attempt makes a webhook at Patreon, and only one may stay
  const held = await whileHeld(parts.db, { kind: "save-connection", key: provider }, () =>
    saveNow(parts, memberId, chosen),
  );
  if (!held) throw new Refusal("conflict", words.beingSaved);
}

async function saveNow(parts: Parts, memberId: string, chosen: Chosen): Promise<void> {
  const { db, clock } = parts;
  const { provider } = chosen;
  const answers = await readAnswers(parts);
  const person = answers[provider]?.person;
  if (!person) throw new Refusal("conflict", words.connectFirst(nameOf[provider]));
  await using undo = new AsyncDisposableStack();
  const values = { ...(await readValues(parts, answers, { chosen, undo })), ...addOwner(parts, provider, person.id) };
  const config = await parts.settings.preview(values);
  await db.transaction().execute(async (trx) => {
    await saveStored(trx, parts, values);
    await decideAgain(trx, config);
    await recordEvent(trx, { at: clock.now(), kind: "provider-connected", provider, actorId: memberId });
  });
  undo.move();
  await parts.settings.reload();
  const tokens = provider === "patreon" ? answers.patreon?.tokens : null;
  if (tokens) {
    const expiresAt = tokens.expiresAt === null ? null : new Date(tokens.expiresAt);
    await saveCreatorTokens(parts, { ...tokens, expiresAt });
  }
  await changeAnswers(parts, { [provider]: null });
  if (provider === "twitch") await addJob(db, { kind: "subscribe-to-twitch", key: "set-up", payload: {} });
  await checkAgain(parts);
}

async function readValues(
  parts: Parts,
  answers: Answers,
  { chosen, undo }: { chosen: Chosen; undo: AsyncDisposableStack },
): Promise<NewValues> {
  if (chosen.provider === "twitch" && answers.twitch)
    return readTwitchValues(parts, { ...answers.twitch, minTier: chosen.minTier });
  if (chosen.provider !== "patreon" || !answers.patreon) return {};
  const { campaignId, tierIds } = chosen;
  if (tierIds.length === 0) throw new Refusal("bad-input", words.noTier);
  return readPatreonValues(parts, { ...answers, patreon: { ...answers.patreon, campaignId, tierIds } }, undo);
}

/** Makes the person who connects an owner, as in set-up. A provider that is connected again has its owner already. */
function addOwner({ config, settings }: Parts, provider: Provider, id: string): NewValues {
  if (config[provider] !== null || settings.isFixed("OWNERS")) return {};
  const owners = config.owners.map((owner) => `${owner.provider}:${owner.id}`);
  return { OWNERS: [...new Set([...owners, `${provider}:${id}`])].join(",") };
}

function requireOpen({ config, settings }: Parts, provider: Provider): void {
  if (!config.isSetUp) throw new Refusal("conflict", words.setUpFirst);
  const fixed = settingsOf[provider].find((name) => settings.isFixed(name));
  if (fixed) throw new Refusal("conflict", words.fixed(fixed));
}
