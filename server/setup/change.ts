// Studio > Settings: what the owner set up, and changes of it. They count at once, on every server.
import type { Settings, SettingsChange } from "#contract/setup.ts";
import { askWithCreatorToken } from "#server/member/granted/creator-token.ts";
import { findLastHeard } from "#server/member/hints.ts";
import { readCreator, type CreatorCampaign } from "#server/member/providers/patreon-creator.ts";
import { createHooksClient } from "#server/member/providers/patreon-hooks.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { checkAgain, saveChange } from "./save-change.ts";
import { parseSetting, sayWhoIsSilent } from "./steps.ts";
import { describeLevels, listNewTiers, readLevelsChange } from "./levels.ts";
import type { NewValues } from "./stored.ts";
import { words } from "./words.ts";

const dayMs = 24 * 3_600_000;

export async function describeSettings(parts: Parts): Promise<Settings> {
  const { config, db, settings: live } = parts;
  const { patreon, twitch } = config;
  return {
    name: { value: config.name, is_fixed: live.isFixed("ARCHIVE_NAME") },
    address: { value: config.publicUrl, is_fixed: live.isFixed("PUBLIC_URL") },
    time_zone: { value: config.timeZone, is_fixed: live.isFixed("TIME_ZONE") },
    smaller_sizes: { value: String(config.smallerSizes), is_fixed: live.isFixed("SMALLER_SIZES") },
    hides_new: { value: config.hidesNew, is_fixed: live.isFixed("NEW_RECORDINGS") },
    sign_in_days: { value: Math.round(config.signInMs / dayMs), is_fixed: live.isFixed("SIGN_IN_DAYS") },
    editors_invite: { value: config.editorsInvite, is_fixed: live.isFixed("EDITORS_INVITE") },
    downloads: { value: config.downloads, is_fixed: live.isFixed("DOWNLOADS") },
    offline_days: { value: config.offlineDays, is_fixed: live.isFixed("OFFLINE_DAYS") },
    offline_video: { value: config.offlineVideo, is_fixed: live.isFixed("OFFLINE_VIDEO") },
    heard_days: { value: config.heardDays, is_fixed: live.isFixed("HEARD_DAYS") },
    levels: describeLevels(parts),
    moments: { value: config.moments, is_fixed: live.isFixed("MOMENTS") },
    moment_previews: { value: config.momentPreviews, is_fixed: live.isFixed("MOMENT_PREVIEWS") },
    patreon: patreon && {
      tier_ids: { value: [...patreon.tierIds], is_fixed: live.isFixed("PATREON_TIER_IDS") },
      ...(await askPatreon(parts, patreon)),
      heard_at: (await findLastHeard(db, "patreon"))?.toISOString() ?? null,
    },
    twitch: twitch && {
      min_tier: { value: String(twitch.minTier) as "1000", is_fixed: live.isFixed("TWITCH_MIN_TIER") },
      heard_at: (await findLastHeard(db, "twitch"))?.toISOString() ?? null,
    },
  };
}

type Patreon = NonNullable<Parts["config"]["patreon"]>;

/** What Patreon says now. If it does not answer, the rest of the page still works, and says so. */
async function askPatreon(parts: Parts, patreon: Patreon) {
  const nothing = { campaign: null, can_resume: false };
  try {
    const campaign = await findCampaign(parts, patreon);
    if (campaign === null) return { ...nothing, problem: words.noCreator };
    if (campaign === undefined) return { ...nothing, problem: words.notYourCampaign };
    const gone = patreon.allTierIds.find((id) => !campaign.tiers.some((tier) => tier.id === id));
    const hook = await findHook(parts, patreon);
    const isPaused = hook?.isPaused ?? false;
    const problems = [
      ...(gone === undefined ? [] : [words.tierGone(gone)]),
      ...(hook === undefined ? [words.hookMissing] : []),
      ...(hook?.isPaused ? [words.hookPaused(hook.timesFailed)] : []),
    ];
    const tiers = campaign.tiers.map(({ amountCents, isFree, ...tier }) => ({
      ...tier,
      amount_cents: amountCents,
      is_free: isFree,
    }));
    return { campaign: { ...campaign, tiers }, can_resume: isPaused, problem: problems.join(" ") || null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...nothing, problem: error.message };
  }
}

/** Null without the creator's permission; undefined when the campaign is not theirs. */
async function findCampaign(parts: Parts, patreon: Patreon): Promise<CreatorCampaign | null | undefined> {
  const creator = await sayWhoIsSilent("patreon", () =>
    askWithCreatorToken(parts, (access) => readCreator(patreon.origin, access)),
  );
  return creator && creator.campaigns.find(({ id }) => id === patreon.campaignId);
}

async function findHook(parts: Parts, patreon: Patreon) {
  const callback = `${parts.config.publicUrl}/api/webhooks/patreon`;
  return askWithCreatorToken(parts, (access) => createHooksClient(patreon.origin, access).find(callback));
}

/** After Patreon gave up sending: what it kept meanwhile is sent at once. */
export async function resumeHook(parts: Parts): Promise<void> {
  const { patreon } = parts.config;
  const hook = patreon && (await findHook(parts, patreon));
  if (!patreon || !hook) throw new Refusal("conflict", hook === null ? words.noCreator : words.hookMissing);
  await askWithCreatorToken(parts, (access) => createHooksClient(patreon.origin, access).resume(hook.id));
  await checkAgain(parts);
}

/** Returns the change's id, for Undo; null when nothing had to be changed. */
export async function changeSettings(parts: Parts, memberId: string, change: SettingsChange): Promise<string | null> {
  return saveChange(parts, memberId, await readChange(parts, change));
}

async function readChange(parts: Parts, change: SettingsChange) {
  const { name, time_zone: timeZone, tier_ids: tierIds, min_tier: minTier } = change;
  const { hides_new: hidesNew, smaller_sizes: sizes, downloads } = change;
  const values: NewValues = {};
  if (downloads !== undefined) values.DOWNLOADS = downloads;
  if (change.offline_days !== undefined) values.OFFLINE_DAYS = String(change.offline_days);
  if (change.offline_video !== undefined) values.OFFLINE_VIDEO = change.offline_video ? "on" : "off";
  if (change.heard_days !== undefined) values.HEARD_DAYS = String(change.heard_days);
  if (sizes !== undefined) values.SMALLER_SIZES = sizes;
  if (hidesNew !== undefined) values.NEW_RECORDINGS = hidesNew ? "hidden" : "shown";
  if (change.sign_in_days !== undefined) values.SIGN_IN_DAYS = String(change.sign_in_days);
  if (change.editors_invite !== undefined) values.EDITORS_INVITE = change.editors_invite ? "on" : "off";
  if (change.moments !== undefined) values.MOMENTS = change.moments ? "on" : "off";
  if (change.moment_previews !== undefined) values.MOMENT_PREVIEWS = change.moment_previews ? "on" : "off";
  if (name !== undefined) values.ARCHIVE_NAME = parseSetting("ARCHIVE_NAME", name.trim());
  if (timeZone !== undefined) values.TIME_ZONE = parseSetting("TIME_ZONE", timeZone);
  if (minTier !== undefined && parts.config.twitch) values.TWITCH_MIN_TIER = minTier;
  if (change.levels) Object.assign(values, readLevelsChange(parts.config, change.levels));
  const { patreon } = parts.config;
  const ofLevels = change.levels ? listNewTiers(parts.config, change.levels) : [];
  if (patreon && ofLevels.length > 0) await requireTiers(parts, patreon, ofLevels);
  if (tierIds === undefined || !patreon) return values;
  if (tierIds.length === 0) throw new Refusal("bad-input", words.noTier);
  const campaign = await requireTiers(parts, patreon, tierIds);
  values.PATREON_TIER_IDS = tierIds.join(",");
  values.PATREON_TIER_TITLE = campaign.tiers.find(({ id }) => tierIds.includes(id))?.title.slice(0, 80) ?? "";
  return values;
}

async function requireTiers(parts: Parts, patreon: Patreon, tierIds: readonly string[]): Promise<CreatorCampaign> {
  const campaign = await findCampaign(parts, patreon);
  if (!campaign) throw new Refusal("conflict", campaign === null ? words.noCreator : words.notYourCampaign);
  const gone = tierIds.find((id) => !campaign.tiers.some((tier) => tier.id === id));
  if (gone !== undefined) throw new Refusal("conflict", words.tierGone(gone));
  return campaign;
}
