// What the archive knows about one member, as they can download it.
import { z } from "zod";
import { providers, Reason } from "./member.ts";

const moment = z.iso.datetime();

const Entry = z.object({
  video_id: z.string(),
  performance_id: z.string().nullable().describe("Null for the whole recording."),
});

export const MyData = z.object({
  made_at: moment,
  account: z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(["editor", "owner"]).nullable(),
    disabled: z.boolean(),
    has_picture: z.boolean(),
    created_at: moment,
    seen_at: moment,
    why: z.array(Reason).describe("What they may do, and why."),
  }),
  logins: z.array(
    z.object({
      provider: z.enum(providers),
      account_id: z.string(),
      name: z.string(),
      state: z.string(),
      email_verified: z.boolean().nullable().describe("The e-mail address itself is not stored."),
      first_login_at: moment,
      last_login_at: moment,
      membership: z
        .object({ state: z.string(), tier_ids: z.array(z.string()), tier: z.string().nullable(), checked_at: moment })
        .nullable(),
    }),
  ),
  sessions: z.array(z.object({ device: z.string(), created_at: moment, seen_at: moment, expires_at: moment })),
  /** Here and below: not of recordings that are hidden or deleted. */
  positions: z.array(
    z.object({
      video_id: z.string(),
      title: z.string().nullable().describe("Null for somebody who may not watch at the moment."),
      seconds: z.number(),
      at: moment,
    }),
  ),
  history: z
    .array(z.object({ video_id: z.string(), title: z.string().nullable(), day: z.iso.date(), seconds: z.number() }))
    .optional()
    .describe("What they have heard, by day, newest first. Only where they download it themselves."),
  keeps_history: z.boolean().optional(),
  hearts: z.array(Entry),
  lists: z.array(
    z.object({
      kind: z.enum(["later", "queue", "own"]),
      title: z.string(),
      is_shared: z.boolean(),
      created_at: moment,
      entries: z.array(Entry),
    }),
  ),
  invitations: z.object({
    as_guest: z
      .object({
        invited_by: z.string().nullable(),
        invited_at: moment,
        until: moment.nullable(),
        is_ended: z.boolean(),
      })
      .nullable(),
    guests: z.array(z.object({ name: z.string(), note: z.string(), invited_at: moment, until: moment.nullable() })),
    links: z.array(z.object({ note: z.string(), made_at: moment, uses: z.int(), most_uses: z.int() })),
  }),
  moments: z
    .array(
      z.object({
        video_id: z.string(),
        start: z.number(),
        end: z.number(),
        made_at: moment,
        until: moment,
        plays: z.int(),
        is_ended: z.boolean(),
      }),
    )
    .describe("Moments that they have shared by a link; those that are long over are deleted."),
  changes: z
    .array(
      z.object({
        at: moment,
        kind: z.string(),
        video_id: z.string().nullable().describe("Null when it is about none, or about one that they may not see."),
        fields: z.array(z.string()),
      }),
    )
    .describe("What they have changed, newest first; at most 10,000."),
  log: z
    .array(z.object({ at: moment, kind: z.string(), provider: z.string().nullable() }))
    .describe("Logins and changes of their permissions, newest first; at most 10,000."),
});
export type MyData = z.infer<typeof MyData>;
