// What is heard: as a player reports it, as a member's own history, and as figures for editors.
import { z } from "zod";
import { PlayEntry } from "#contract/lists.ts";

const heardKinds = ["video", "audio", "saved"] as const;
const HeardKind = z.enum(heardKinds).describe("saved: what a member has saved in their browser, without a connection.");
export type HeardKind = z.infer<typeof HeardKind>;
/** As it is counted: what podcast apps fetch is not reported by a player. */
export type CountedKind = HeardKind | "feed";

const Second = z.number().min(0).max(1_000_000);
const Day = z.iso.date();

/** One listening of a recording, as far as it is not confirmed yet. Sent again it counts once. */
export const Heard = z.strictObject({
  id: z.string().min(16).max(64).describe("Random, made when it began."),
  kind: HeardKind,
  day: Day.describe("Where the listener is; at most 7 days ago."),
  before: z.number().min(0).max(10_000_000).describe("How many seconds of it were confirmed and are not in `spans`."),
  spans: z
    .array(z.tuple([Second, Second]))
    .max(100)
    .describe("From and to, in seconds of the recording, in the order in which they were heard."),
});
export type Heard = z.infer<typeof Heard>;

export const HeardEntry = z.object({
  day: Day,
  seconds: z.number().describe("How much of it was heard on that day."),
  entry: PlayEntry,
});

const HeardSum = z.object({ plays: z.int(), seconds: z.number() });

/** A member's year, made from their own history when they ask. */
export const HeardYear = z.object({
  year: z.int(),
  seconds: z.number(),
  days: z.int().describe("On how many days something was heard."),
  recordings: z.int().describe("How many different ones."),
  months: z.array(z.number()).length(12).describe("Seconds in each month."),
  most: z.array(z.object({ seconds: z.number(), days: z.int(), entry: PlayEntry })).describe("At most ten."),
});
export type HeardYear = z.infer<typeof HeardYear>;

export const HeardFigures = z.object({
  keep_days: z.int().describe("How many days the figures are kept; 0: nothing is counted."),
  from: Day,
  total: HeardSum.extend({ members: z.int().describe("Different ones, of those who are members now.") }),
  days: z.array(HeardSum.extend({ day: Day })).describe("Each day of the time asked for, also those without anything."),
  kinds: z.array(HeardSum.extend({ kind: HeardKind })),
  feed: z
    .int()
    .describe("How often podcast apps have fetched a recording: once for each member and day, not in the sums."),
  recordings: z
    .array(
      HeardSum.extend({
        id: z.string(),
        title: z.string(),
        thumbnail_url: z.string().nullable(),
        length: z.number().nullable(),
        members: z.int().describe("Different ones, of those who are members now."),
        most_at: z.number().nullable().describe("The second that was heard most often, of all the time."),
      }),
    )
    .describe("Those heard for longest, at most 50."),
  songs: z
    .array(z.object({ id: z.string(), title: z.string(), seconds: z.number() }))
    .describe(
      "Those heard for longest, at most 20, of the recordings heard for longest: about, by where in them people listened.",
    ),
  csv: z.string().describe("Address of everything as a table."),
});
export type HeardFigures = z.infer<typeof HeardFigures>;
