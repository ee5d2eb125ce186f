// Guests: people who may watch without a membership, and the links that invite them.
import { z } from "zod";
import { guestLimits } from "./guest-limits.ts";
import { providers } from "./member.ts";
import { lineOrNone } from "./text/line.ts";

const Note = lineOrNone(guestLimits.note).describe("For the studio; guests do not see it.");
const Level = z.string().max(32).nullable().describe("The id of the level; null: the standard.");
const Until = z.iso.datetime().nullable().describe("When the access ends; null: it does not end by itself.");

export const Guest = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.enum(providers).nullable().describe("Of the account they were added by; null for those who used a link."),
  note: z.string(),
  invited_by: z.string().nullable().describe("Null when that member has left."),
  invited_at: z.iso.datetime(),
  until: Until,
  state: z.enum(["active", "waiting", "over", "ended"]).describe("waiting: they have not logged in yet."),
  level: Level,
  can_change: z.boolean().describe("Editors change only guests that they have invited."),
});
export type Guest = z.infer<typeof Guest>;

export const Invitation = z.object({
  id: z.string(),
  note: z.string(),
  made_by: z.string().nullable().describe("Null when that member has left."),
  made_at: z.iso.datetime(),
  link_until: z.iso.datetime().describe("When the link stops working."),
  guest_until: Until,
  uses: z.int(),
  most_uses: z.int(),
  level: Level,
  state: z.enum(["open", "used-up", "over", "revoked"]),
  can_change: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

export const Guests = z.object({
  guests: z.array(Guest).describe("Newest first, at most 500."),
  invitations: z.array(Invitation).describe("Newest first, at most 200."),
});
export type Guests = z.infer<typeof Guests>;

export const NewGuest = z.strictObject({
  provider: z.enum(providers),
  account: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(200, "must have at most 200 characters")
    .describe("At Twitch the login name; at Patreon the number of the account, because names there are not unique."),
  until: Until,
  level: Level.optional(),
  note: Note,
});
export type NewGuest = z.infer<typeof NewGuest>;

export const GuestChange = z.strictObject({
  until: Until.optional(),
  level: Level.optional(),
  ended: z.boolean().optional(),
});
export type GuestChange = z.infer<typeof GuestChange>;

export const NewInvitation = z.strictObject({
  guest_until: Until,
  level: Level.optional(),
  link_until: z.iso.datetime(),
  most_uses: z.int().min(1, "must be at least 1").max(guestLimits.uses, `must be at most ${guestLimits.uses}`),
  note: Note,
});
export type NewInvitation = z.infer<typeof NewInvitation>;

/** The key of an invitation: sent in the body, so that it is in no log. */
export const InvitationKey = z.strictObject({ key: z.string().max(128) });

export const OpenInvitation = z.object({
  archive: z.string(),
  invited_by: z.string().nullable().describe("Null when that member has left."),
  until: Until,
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;
