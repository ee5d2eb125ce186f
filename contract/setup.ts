// Set-up in the browser, and Studio > Settings: what is known, what the owner chooses, and what is wrong.
import { z } from "zod";
import { LevelsChange, LevelSettings } from "#contract/levels/levels.ts";
import { providers } from "./member.ts";

const Tier = z.object({
  id: z.string(),
  title: z.string(),
  amount_cents: z.int(),
  patrons: z.int(),
  is_free: z.boolean(),
});
const Campaign = z.object({ id: z.string(), name: z.string(), currency: z.string(), tiers: z.array(Tier) });
const TwitchTier = z.enum(["1000", "2000", "3000"]);
export type Campaign = z.infer<typeof Campaign>;

const ProviderSetUp = z.object({
  redirect_uri: z.string().describe("To be registered at the provider's developer page."),
  client_id: z.string().nullable().describe("Null until it is proven."),
  connected_as: z.string().nullable(),
  problem: z.string().nullable().describe("Why connecting did not work, as a sentence."),
  is_ready: z.boolean(),
});

export const SetUp = z.object({
  name: z.string(),
  is_name_fixed: z.boolean().describe("Set by the environment; so with each is_…_fixed."),
  is_named: z.boolean().describe("The first step is done."),
  address: z.string(),
  is_address_fixed: z.boolean(),
  time_zone: z.string(),
  is_time_zone_fixed: z.boolean(),
  demo_recordings: z.int(),
  patreon: ProviderSetUp.extend({
    campaigns: z.array(Campaign),
    campaign_id: z.string().nullable(),
    tier_ids: z.array(z.string()),
  }),
  twitch: ProviderSetUp.extend({ min_tier: z.string().nullable() }),
});
export type SetUp = z.infer<typeof SetUp>;

const connection = {
  is_set_up: z.boolean().describe("People can log in with it now."),
  is_fixed: z.boolean().describe("Set by the environment, so that it cannot be connected here."),
};
/** Connecting again, or adding the second provider. It counts when it is saved with who may watch. */
export const Connections = z.object({
  patreon: SetUp.shape.patreon.extend(connection),
  twitch: SetUp.shape.twitch.extend(connection),
});
export type Connections = z.infer<typeof Connections>;

export const ProviderName = z.strictObject({ provider: z.enum(providers) });
const timeZone = z.string().max(64).optional().describe("As in Europe/Berlin.");
export const ArchiveStep = z.strictObject({
  name: z.string().max(200),
  address: z.string().max(300),
  time_zone: timeZone,
});
export const ClientStep = z.strictObject({
  client_id: z.string().trim().min(1).max(255),
  client_secret: z.string().trim().min(1).max(255),
});
export const TiersStep = z.strictObject({
  campaign_id: z.string().regex(/^\d{1,32}$/),
  tier_ids: z.array(z.string().regex(/^\d{1,32}$/)).max(100),
});
export const TwitchStep = z.strictObject({ min_tier: TwitchTier });
export const OpenStep = z.strictObject({ trash_demo: z.boolean() });

const Field = <T extends z.ZodType>(value: T) => z.object({ value, is_fixed: z.boolean() });

const downloadChoices = ["off", "audio", "audio-and-video"] as const;

export const Settings = z.object({
  name: Field(z.string()),
  address: Field(z.string()),
  time_zone: Field(z.string()).describe("Of times that do not say their zone, such as those in file names."),
  smaller_sizes: Field(z.string()).describe(
    "always, never, when-asked, or a number of months: only for newer recordings.",
  ),
  hides_new: Field(z.boolean()).describe("New recordings are hidden until an editor has looked at them."),
  sign_in_days: Field(z.int()).describe("For how many days a login lasts."),
  editors_invite: Field(z.boolean()).describe("Editors may invite guests, too."),
  downloads: Field(z.enum(downloadChoices)).describe("What members may download as a file."),
  offline_days: Field(z.int()).describe(
    "For how many days saved recordings play without a connection; 0: nothing can be saved.",
  ),
  offline_video: Field(z.boolean()).describe("Members may save small videos, too."),
  heard_days: Field(z.int()).describe("How many days the figures of what is heard are kept; 0: nothing is counted."),
  levels: LevelSettings,
  moments: Field(z.boolean()).describe("Members may share moments of recordings by a link."),
  moment_previews: Field(z.boolean()).describe("Previews of such links show title and picture."),
  patreon: z
    .object({
      tier_ids: Field(z.array(z.string())),
      campaign: Campaign.nullable().describe("Null when Patreon could not be asked; then `problem` says why."),
      problem: z.string().nullable(),
      can_resume: z.boolean().describe("The webhook is paused."),
      heard_at: z.iso.datetime().nullable().describe("When Patreon last reported a change."),
    })
    .nullable(),
  twitch: z.object({ min_tier: Field(TwitchTier), heard_at: z.iso.datetime().nullable() }).nullable(),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsChange = z.strictObject({
  name: z.string().max(200).optional(),
  time_zone: timeZone,
  tier_ids: TiersStep.shape.tier_ids.optional(),
  min_tier: TwitchTier.optional(),
  hides_new: z.boolean().optional(),
  editors_invite: z.boolean().optional(),
  sign_in_days: z.int().min(7, "must be at least 7").max(365, "must be at most 365").optional(),
  downloads: z.enum(downloadChoices).optional(),
  offline_days: z.int().min(0, "must be at least 0").max(365, "must be at most 365").optional(),
  offline_video: z.boolean().optional(),
  heard_days: z.int().min(0, "must be at least 0").max(3650, "must be at most 3650").optional(),
  levels: LevelsChange.optional(),
  moments: z.boolean().optional(),
  moment_previews: z.boolean().optional(),
  smaller_sizes: z
    .string()
    .regex(/^(always|when-asked|never|[1-9]\d{0,2})$/, "must be always, never, when-asked or a number of months")
    .optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;
