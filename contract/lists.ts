// A member's own lists: favourites, "Listen later", playlists, and the queue that the player follows.
import { z } from "zod";
import { line } from "./text/line.ts";
import { only_known } from "./video.ts";

export const listLimits = { title: 100, lists: 200, entries: 1000, atOnce: 200 } as const;

/** What a list has an entry for: a whole recording, or one performance in it. */
export const EntryKey = z.strictObject({
  video_id: z.string().max(64),
  performance_id: z.string().max(64).nullable().describe("Null: the whole recording."),
});
export type EntryKey = z.infer<typeof EntryKey>;

export const PlayEntry = EntryKey.extend({
  title: z.string().describe("Of the song, or of the recording."),
  songs: z.array(z.object({ id: z.string(), title: z.string() })).describe("Empty for a whole recording."),
  video_title: z.string(),
  thumbnail_url: z.string().nullable(),
  waveform: z.string().nullable().describe("Address of the Waveform of the whole recording."),
  played_at: z.iso.datetime(),
  time_missing: z.boolean(),
  only_known,
  start: z.number().nullable().describe("Seconds; null for a whole recording, and where it is not known."),
  end: z.number().nullable(),
  length: z.number().nullable(),
  can_play: z.boolean(),
}).strip();
export type PlayEntry = z.infer<typeof PlayEntry>;

const listKinds = ["own", "favourites", "later", "queue"] as const;
export type ListKind = (typeof listKinds)[number];

export const ListSummary = z.object({
  id: z.string().describe("Favourites, Listen later and the play queue have the ids favourites, later and queue."),
  kind: z.enum(listKinds),
  title: z.string(),
  entries: z.int().describe("How many of them one may see."),
  share_key: z.string().nullable().describe("With it other members can open the list; null: not shared."),
  has: z.boolean().describe("Whether the entry that was asked about is in it."),
});
export type ListSummary = z.infer<typeof ListSummary>;

/** As the library shows it. */
export const LibraryList = ListSummary.extend({
  songs: z.int().describe("How many of the entries are songs; the others are whole recordings."),
  seconds: z.number().describe("How long all of them are, as far as that is known."),
  pictures: z.array(z.string()).describe("Of its first recordings, at most four."),
}).strip();
export type LibraryList = z.infer<typeof LibraryList>;

export const PlayList = z.object({
  id: z.string().describe("For the owner of a shared list its id, for others its share key."),
  kind: z.enum(listKinds),
  title: z.string(),
  is_mine: z.boolean(),
  share_key: z.string().nullable(),
  entries: z.array(PlayEntry),
});
export type PlayList = z.infer<typeof PlayList>;

const Keys = z
  .array(EntryKey)
  .min(1, "must name at least one entry")
  .max(listLimits.atOnce, `must name at most ${listLimits.atOnce} entries`);

export const ListTitle = line(listLimits.title);

export const NewList = z.strictObject({
  title: ListTitle,
  entries: z.array(EntryKey).max(listLimits.atOnce).optional(),
  id: z
    .string()
    .regex(/^[a-z2-7]{26}$/)
    .optional()
    .describe("Made at random by who asks, who may ask again if no answer came: there will be one playlist."),
});
export type NewList = z.infer<typeof NewList>;

/** One of the four. */
export const EntriesChange = z.union([
  z.strictObject({
    add: Keys,
    next: z.boolean().optional().describe("In the queue: right after the current entry, and not at its end."),
    after: EntryKey.optional().describe(
      "For the queue: what plays now, if that is not in a queue. A new queue begins with it.",
    ),
  }),
  z.strictObject({ remove: Keys }),
  z.strictObject({ move: EntryKey, before: EntryKey.nullable().describe("Null: to the end.") }),
  z.strictObject({ more: z.literal(true).describe("For the queue: go on with what is like its last entry.") }),
]);
export type EntriesChange = z.infer<typeof EntriesChange>;

const QueueEntry = PlayEntry.extend({ place: z.number().describe("Where it is in the queue.") });

export const Queue = z.object({
  revision: z.int().describe("A new number means a new queue."),
  title: z.string().describe("Of the song, the playlist or the collection it was made from."),
  from: z.string().describe("The path of the page it was made from."),
  place: z.number().describe("Of the current entry."),
  seconds: z.number().nullable().describe("Where playing stopped in it; null: at its start."),
  number: z.int().describe("1 for the first entry that one may see."),
  total: z.int(),
  entries: z.array(QueueEntry).describe("The one before the current entry, the current one, and those after it."),
});
export type Queue = z.infer<typeof Queue>;

export const QueueStart = z.strictObject({
  from: z.union([
    z.strictObject({ song: z.string().max(64) }),
    z.strictObject({ list: z.string().max(64) }),
    z.strictObject({ collection: z.string().max(64) }),
  ]),
  shuffle: z.boolean(),
  first: EntryKey.optional().describe("Begins with this entry."),
});
export type QueueStart = z.infer<typeof QueueStart>;

export const QueuePlace = z.strictObject({
  revision: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  place: z.number(),
  seconds: z.number().min(0).max(1_000_000).nullable(),
});
export type QueuePlace = z.infer<typeof QueuePlace>;
