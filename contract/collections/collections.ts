// Collections: the owner's own lists of recordings, such as "2024 tour". Curated by editors, the same for every member.
import { z } from "zod";
import { PlayEntry } from "#contract/lists.ts";
import { line } from "#contract/text/line.ts";

export const collectionLimits = { title: 100, collections: 100, videos: 500 } as const;

const Level = z.string().nullable().describe("For editors: the id of the level that it needs; null: the standard.");

export const CollectionSummary = z.object({
  id: z.string(),
  title: z.string(),
  recordings: z.int().describe("How many of them one may watch."),
  pictures: z.array(z.string()).describe("Its own picture; or those of its first recordings, at most four."),
  level: Level.optional(),
});
export type CollectionSummary = z.infer<typeof CollectionSummary>;

export const Collection = z.object({
  id: z.string(),
  title: z.string(),
  pictures: z.array(z.string()),
  entries: z.array(PlayEntry).describe("Whole recordings that one may watch, in the order of the collection."),
  level: Level.optional(),
  revision: z.int().optional().describe("For editors: counts the changes. A save with an older one is refused."),
  has_picture: z.boolean().optional().describe("For editors: whether it has a picture of its own."),
});
export type Collection = z.infer<typeof Collection>;

const Title = line(collectionLimits.title);
const LevelId = z.string().max(32).nullable();
const Videos = z
  .array(z.string().max(64))
  .max(collectionLimits.videos, `must name at most ${collectionLimits.videos} recordings`)
  .refine((ids) => new Set(ids).size === ids.length, "must name each recording only once");

export const NewCollection = z.strictObject({
  title: Title,
  level: LevelId.optional(),
  videos: Videos.optional(),
});
export type NewCollection = z.infer<typeof NewCollection>;

/** What is left out stays as it is. */
export const EditedCollection = z.strictObject({
  revision: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  title: Title.optional(),
  level: LevelId.optional(),
  videos: Videos.optional().describe("All of them, in their order."),
});
export type EditedCollection = z.infer<typeof EditedCollection>;

export const CollectionOrder = z.strictObject({
  ids: z
    .array(z.string().max(64))
    .max(collectionLimits.collections)
    .refine((ids) => new Set(ids).size === ids.length, "must name each collection only once"),
});
