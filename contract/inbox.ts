// Studio > Inbox: what came in and nobody has looked at yet, and how many are edited or published at once.
import { z } from "zod";
import { onlyKnown } from "#contract/dates/dates.ts";
import { Video } from "./video.ts";

export const mostInInbox = 500;

const Double = z.object({ id: z.string(), title: z.string() });

export const InboxEntry = Video.pick({
  ...{ id: true, title: true, description: true, add_date: true, time_missing: true, only_known: true, hidden: true },
  ...{ state: true, duration: true, thumbnail_url: true, revision: true },
}).extend({
  place: z.string().describe("Where the file was."),
  title_from: z.string().describe("To complete: title from …"),
  is_title_guess: z.boolean(),
  date_from: z.string().describe("To complete: date from …"),
  is_date_guess: z.boolean(),
  notes: z.array(z.string()).describe("What was beside it and could not be used."),
  doubles: z.array(Double).describe("Recordings of about the same length that sound alike; at most 3."),
});
export type InboxEntry = z.infer<typeof InboxEntry>;

export const Inbox = z.object({
  entries: z.array(InboxEntry).describe(`In the order in which they came in; at most ${mostInInbox}.`),
  total: z.int(),
});
export type Inbox = z.infer<typeof Inbox>;

const hasNoDouble = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length;

/** The library checks the rules of each field and has their sentences. */
const InboxEdit = z.strictObject({
  id: z.string().max(64),
  revision: z.int().describe("As it was fetched: if somebody else was faster, nothing is changed."),
  title: z.string().optional(),
  description: z.string().optional(),
  add_date: z.string().optional(),
  time_missing: z.boolean().optional(),
  only_known: z.enum(onlyKnown).nullable().optional().describe("null: the day is known."),
});
export type InboxEdit = z.infer<typeof InboxEdit>;

export const InboxEdits = z
  .array(InboxEdit)
  .min(1, "must contain at least one change")
  .max(mostInInbox, `must contain at most ${mostInInbox} changes`)
  .refine(hasNoDouble, "must name each recording only once");

export const InboxIds = z
  .array(z.string().max(64))
  .min(1, "must name at least one recording")
  .max(mostInInbox, `must name at most ${mostInInbox} recordings`)
  .refine((ids) => new Set(ids).size === ids.length, "must name each recording only once");
