// Recordings as the page sees them: in the list, one by one, and what editors may change.
import { z } from "zod";
import { Locked } from "#contract/levels/levels.ts";
import { onlyKnown } from "#contract/dates/dates.ts";
import { Media } from "./media.ts";

/** A field of everything that has the date of a recording. */
export const only_known = z
  .enum(onlyKnown)
  .optional()
  .describe("Only where not even the day is known, but only the month or the year: the rest of the date is the first.");

const videoStates = ["preparing", "published", "failed"] as const;

export const VideoInList = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail_url: z.string().nullable(),
  add_date: z.iso.datetime(),
  duration: z.number().nullable().describe("Seconds; null when not known."),
  time_missing: z.boolean().describe("Only the date of add_date is known."),
  only_known,
  hidden: z.boolean(),
  state: z.enum(videoStates).describe("Viewers only get published ones."),
  dominant_color: z.string().nullable().describe("The colour to show until the thumbnail has loaded, as #rrggbb."),
  peaks: z.string().nullable().describe("How loud it is over its length: 32 hex digits."),
  leaves_at: z.iso.datetime().nullable().describe("When the cleanup deletes it; null: not announced."),
  audio_only: z.boolean().describe("There is no video, only audio."),
  prevent_autodelete: z.boolean().optional().describe("For editors only."),
  level: z.string().optional().describe("For editors only, and only above the standard: the id of the level it needs."),
  opens_at: z.iso.datetime().optional().describe("For editors only: when a lower level suffices."),
  locked: Locked.optional().describe(
    "Only where this member may not watch it: a card without anything of its content.",
  ),
});
export type VideoInList = z.infer<typeof VideoInList>;

export const Video = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  add_date: z.iso.datetime(),
  time_missing: z.boolean().describe("Only the date of add_date is known."),
  only_known,
  prevent_autodelete: z.boolean(),
  duration: z.number().nullable().describe("Seconds; null when not known."),
  hidden: z.boolean(),
  state: z.enum(videoStates),
  thumbnail_url: z.string().nullable(),
  dominant_color: z.string().nullable(),
  peaks: z.string().nullable(),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  leaves_at: z.iso.datetime().nullable().describe("When the cleanup deletes it; null: not announced."),
  revision: z.int().describe("Send it back with a change: if somebody else was faster, the change is refused."),
  level: z.string().nullable().optional().describe("The id of the level it needs; null: the standard."),
  opens_at: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe("From then on opens_level suffices; null: never by itself."),
  opens_level: z.string().nullable().optional().describe("The id of that level; null: the standard."),
  locked: Locked.optional().describe("Only where this member may not watch it: then there is nothing of its content."),
  media: Media.optional().describe("What there is to play. Only where one video is asked for."),
});
export type Video = z.infer<typeof Video>;

/** What PUT may change; the rest of the object comes back as it was fetched. */
export const editableFields = [
  ...(["title", "add_date", "time_missing", "only_known", "prevent_autodelete", "description"] as const),
  ...(["level", "opens_at", "opens_level"] as const),
] as const;

/** Loose here: server/library/edit-rules.ts has the schema, whose faults are told in one sentence for each field. */
export const EditedVideo = z
  .looseObject({})
  .describe(`The whole video as it was fetched, with changes to any of ${editableFields.join(", ")}.`);

export const videoSorts = ["newest", "oldest", "longest", "title"] as const;
export type VideoSort = (typeof videoSorts)[number];

export const ListQuery = z.strictObject({
  q: z.string().max(200).optional().describe("Every word must occur in the title; accents and case do not matter."),
  sort: z.enum(videoSorts).optional().describe("newest, if nothing is said."),
  year: z.coerce.number().int().min(1970).max(2100).optional().describe("Of add_date, in UTC."),
  hidden: z.literal("only").optional().describe("Only hidden ones, for editors."),
  limit: z.coerce.number().int().min(1).max(200).optional().describe("How many at once; without it all of them."),
  after: z.string().max(4096).optional().describe("The next of the page before; needs limit."),
});
export type ListQuery = z.infer<typeof ListQuery>;

export const VideoPage = z.object({
  videos: z.array(VideoInList),
  next: z.string().nullable().optional().describe("Ask with after=… for what follows; null at the end."),
  total: z.int().optional().describe("How many there are in all pages."),
});
export type VideoPage = z.infer<typeof VideoPage>;

/** What may be changed on many at once. The library checks the rules of each field and has their sentences. */
const QuickFields = z.strictObject({
  hidden: z.boolean().optional(),
  prevent_autodelete: z.boolean().optional(),
  level: z.string().max(32).nullable().optional().describe("The id of a level; null: the standard."),
  opens_at: z.iso.datetime().nullable().optional(),
  opens_level: z.string().max(32).nullable().optional(),
  add_date: z.string().max(64).optional(),
  time_missing: z.boolean().optional(),
  only_known: z.enum(onlyKnown).nullable().optional().describe("null: the day is known."),
  description: z.string().max(20_000).optional(),
});
export type QuickFields = z.infer<typeof QuickFields>;

const QuickChange = QuickFields.extend({ id: z.string().max(64) });
export type QuickChange = z.infer<typeof QuickChange>;

const QuickChanges = z
  .array(QuickChange)
  .min(1, "must contain at least one change")
  .max(200, "must contain at most 200 changes")
  .refine(
    (changes) => new Set(changes.map(({ id }) => id)).size === changes.length,
    "must name each recording only once",
  );

export const ManyChanges = z.strictObject({
  changes: QuickChanges,
  to_all: QuickFields.optional().describe("What is changed on each of them."),
});
export type ManyChanges = z.infer<typeof ManyChanges>;

export const changeKinds = [
  "added",
  "edited",
  "hidden",
  "unhidden",
  "protected",
  "unprotected",
  "trashed",
  "restored",
  "purged",
  "pictures-removed",
  "set-list",
  "looked",
  "captions",
  "thumbnail",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const VideoChange = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string().describe("The member's name, or that they have left."),
  kind: z.enum(changeKinds),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type VideoChange = z.infer<typeof VideoChange>;

export const Position = z.object({
  id: z.string().max(64),
  seconds: z.number().min(0).max(1_000_000).describe("0 when finished or started over."),
  at: z.iso.datetime().describe("When the device saved it."),
});
export type Position = z.infer<typeof Position>;

export const ListedPosition = Position.extend({
  elsewhere: z.literal(true).optional().describe("Another device of this member plays it now."),
});
