// The logged-in member as the page sees them: permissions, the reasons for them, and their sessions.
import { z } from "zod";
import { OwnLevel } from "#contract/levels/levels.ts";

export const providers = ["patreon", "twitch"] as const;
export type Provider = (typeof providers)[number];

export const Reason = z.object({
  provider: z.enum(providers).nullable().describe("Null when the archive itself decides, as for owners and editors."),
  grants: z.boolean(),
  sentence: z.string(),
});
export type Reason = z.infer<typeof Reason>;

const LinkedIdentity = z.object({
  provider: z.enum(providers),
  name: z.string(),
  state: z.enum(["ok", "revoked", "gone"]),
  checked_at: z.iso.datetime().nullable(),
});

export const User = z.object({
  id: z.string().describe("Stays the same when the name changes; a browser keeps what it remembers under it."),
  name: z.string(),
  profile_picture: z.string().nullable().describe("An address of this archive, never of a provider."),
  can_view: z.boolean(),
  can_edit: z.boolean(),
  is_owner: z.boolean(),
  can_invite: z.boolean().describe("May invite guests."),
  why: z.array(Reason).describe("Which rule gave or refused access, one sentence each."),
  identities: z.array(LinkedIdentity),
  collections: z.literal(true).optional().describe("There are collections to be shown to this member."),
  level: OwnLevel.optional().describe("Only for those who may watch, and only where there is more than one level."),
});
export type User = z.infer<typeof User>;

export const OpenSession = z.object({
  id: z.string(),
  current: z.boolean(),
  provider: z.enum(providers),
  device: z.string().describe("Browser and system, as far as the browser tells."),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
});
export type OpenSession = z.infer<typeof OpenSession>;

const signInProblems = [
  "patreon-user-deleted",
  "patreon-email-not-verified",
  "patreon-user-suspended",
  "twitch-user-deleted",
  "twitch-email-not-verified",
  "twitch-user-suspended",
  "no-code",
  "login-expired",
  "provider-unavailable",
] as const;
export type SignInProblem = (typeof signInProblems)[number];
