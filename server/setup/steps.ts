// The steps of set-up before the archive is opened. Each is checked when it is made, so that the next can rely on it.
import type { Provider } from "#contract/member.ts";
import type { SetUp } from "#contract/setup.ts";
import { isPatreonClient, readCreator } from "#server/member/providers/patreon-creator.ts";
import { isTwitchClient } from "#server/member/providers/twitch-broadcaster.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { settings } from "#server/settings.ts";
import { changeAnswers, readAnswers, type Answers, type PatreonAnswers } from "./answers.ts";
import { countDemoRecordings } from "./demo.ts";
import { addressOf, nameOf, redirectOf } from "./provider-facts.ts";
import { requireOwnAddress } from "./reach.ts";
import { words } from "./words.ts";

type StepParts = Pick<Parts, "db" | "keys" | "clock" | "config" | "settings">;

export async function describeSetUp(parts: StepParts): Promise<SetUp> {
  const { config } = parts;
  const answers = await readAnswers(parts);
  const { patreon, twitch } = answers;
  return {
    name: answers.name ?? config.name,
    is_name_fixed: parts.settings.isFixed("ARCHIVE_NAME"),
    address: addressOf(config, answers),
    is_address_fixed: parts.settings.isFixed("PUBLIC_URL"),
    time_zone: answers.timeZone ?? config.timeZone,
    is_time_zone_fixed: parts.settings.isFixed("TIME_ZONE"),
    is_named: answers.name !== null,
    demo_recordings: await countDemoRecordings(parts.db),
    patreon: {
      redirect_uri: redirectOf(config, answers, "patreon"),
      client_id: patreon?.clientId ?? null,
      connected_as: patreon?.person?.name ?? null,
      problem: patreon?.problem ?? null,
      campaigns: (patreon?.campaigns ?? []).map(({ tiers, ...campaign }) => ({
        ...campaign,
        tiers: tiers.map(({ amountCents, isFree, ...tier }) => ({
          ...tier,
          amount_cents: amountCents,
          is_free: isFree,
        })),
      })),
      campaign_id: patreon?.campaignId ?? null,
      tier_ids: patreon?.tierIds ?? [],
      is_ready: isPatreonReady(answers),
    },
    twitch: {
      redirect_uri: redirectOf(config, answers, "twitch"),
      client_id: twitch?.clientId ?? null,
      connected_as: twitch?.person?.name ?? null,
      problem: twitch?.problem ?? null,
      min_tier: twitch?.minTier ?? null,
      is_ready: isTwitchReady(answers),
    },
  };
}

/** Where set-up goes on after a redirect. */
export async function readSetUpAddress(parts: Pick<StepParts, "db" | "keys" | "config">): Promise<string> {
  return addressOf(parts.config, await readAnswers(parts));
}

export function isPatreonReady({ patreon }: Pick<Answers, "patreon">): boolean {
  return Boolean(patreon?.tokens && patreon.person && patreon.campaignId && patreon.tierIds.length > 0);
}

export function isTwitchReady({ twitch }: Pick<Answers, "twitch">): boolean {
  return Boolean(twitch?.person && twitch.minTier);
}

interface Named {
  name: string;
  address: string;
  timeZone?: string | undefined;
}

export async function nameArchive(parts: StepParts, given: Named): Promise<string> {
  const isFixed = parts.settings.isFixed("PUBLIC_URL");
  const address = isFixed ? parts.config.publicUrl : await requireOwnAddress(parts, given.address);
  const name = parseSetting("ARCHIVE_NAME", given.name.trim());
  const timeZone = given.timeZone === undefined ? null : parseSetting("TIME_ZONE", given.timeZone);
  const before = await readAnswers(parts);
  const isMoved = address !== addressOf(parts.config, before);
  // a connection was made for the redirect of the old address
  await changeAnswers(parts, { name, address, timeZone, ...(isMoved && { patreon: null, twitch: null }) });
  return address;
}

export async function setClient(parts: StepParts, provider: Provider, client: Client): Promise<void> {
  const { providerOrigins } = parts.config;
  const answers = await readAnswers(parts);
  const redirectUri = redirectOf(parts.config, answers, provider);
  const isReal = await sayWhoIsSilent(provider, () =>
    provider === "patreon"
      ? isPatreonClient(providerOrigins.patreon, { ...client, redirectUri })
      : isTwitchClient(providerOrigins.twitchId, client),
  );
  if (!isReal) throw new Refusal("bad-input", words.wrongClient(nameOf[provider]));
  await changeAnswers(parts, beginAnswers(provider, client));
}

interface Client {
  clientId: string;
  clientSecret: string;
}

/** A client that the provider accepts, and nobody connected. */
export function beginAnswers(provider: Provider, { clientId, clientSecret }: Client): Partial<Answers> {
  const blank = { clientId, clientSecret, waitingFor: null, came: null, person: null, tokens: null, problem: null };
  return provider === "patreon"
    ? { patreon: { ...blank, campaigns: [], campaignId: null, tierIds: [] } }
    : { twitch: { ...blank, minTier: null } };
}

export async function dropProvider(parts: StepParts, provider: Provider): Promise<void> {
  await changeAnswers(parts, { [provider]: null });
}

export async function chooseTiers(
  parts: StepParts,
  { campaignId, tierIds }: { campaignId: string; tierIds: readonly string[] },
): Promise<void> {
  const { patreon } = await readAnswers(parts);
  if (!patreon?.tokens) throw new Refusal("conflict", words.connectFirst(nameOf.patreon));
  if (tierIds.length === 0) throw new Refusal("bad-input", words.noTier);
  const campaigns = await requireTiers(parts, patreon, { campaignId, tierIds });
  await changeAnswers(parts, { patreon: { ...patreon, campaigns, campaignId, tierIds: [...tierIds] } });
}

/** Asks Patreon: the campaign is the creator's own, and every tier still exists. */
export async function requireTiers(
  { config }: Pick<Parts, "config">,
  { tokens }: Pick<PatreonAnswers, "tokens">,
  { campaignId, tierIds }: { campaignId: string; tierIds: readonly string[] },
): Promise<PatreonAnswers["campaigns"]> {
  const creator = await sayWhoIsSilent("patreon", () =>
    readCreator(config.providerOrigins.patreon, tokens?.access ?? ""),
  );
  if (creator === "token-refused") throw new Refusal("conflict", words.grantGone(nameOf.patreon));
  const campaign = creator.campaigns.find(({ id }) => id === campaignId);
  if (!campaign) throw new Refusal("conflict", words.notYourCampaign);
  const gone = tierIds.find((id) => !campaign.tiers.some((tier) => tier.id === id));
  if (gone !== undefined) throw new Refusal("conflict", words.tierGone(gone));
  return creator.campaigns;
}

export async function chooseTwitchTier(parts: StepParts, minTier: string): Promise<void> {
  const { twitch } = await readAnswers(parts);
  if (!twitch?.person) throw new Refusal("conflict", words.connectFirst(nameOf.twitch));
  await changeAnswers(parts, { twitch: { ...twitch, minTier } });
}

/** The refusal of ask.ts speaks to a member who logs in; an owner is told which provider it is. */
export async function sayWhoIsSilent<T>(provider: Provider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "provider-unavailable") throw error;
    throw new Refusal("provider-unavailable", words.noAnswer(nameOf[provider]), { cause: error.cause });
  }
}

/** The text that the owner typed; an empty one means the usual. */
export function parseSetting(name: "ARCHIVE_NAME" | "TIME_ZONE", text: string): string {
  const { fallback, parse } = settings[name];
  try {
    return parse(text || fallback) ?? "";
  } catch (error) {
    const say = name === "TIME_ZONE" ? words.wrongTimeZone : words.wrongName;
    throw new Refusal("bad-input", say((error as Error).message));
  }
}
