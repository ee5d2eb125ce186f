// What a search finds, by kind: songs, recordings, and what is said or written in them.
import { z } from "zod";
import { SongInList, SongPerformance } from "#contract/songs.ts";
import { VideoInList } from "#contract/video.ts";
import { foundKinds, mostCounted } from "./kinds.ts";

export const SearchQuery = z.strictObject({
  q: z.string().max(200).describe("Words; accents and case do not matter."),
  kind: z.enum(foundKinds).optional().describe("Only this kind; all three, if nothing is said."),
  limit: z.coerce.number().int().min(1).max(100).optional().describe("Of each kind."),
  after: z.string().max(2048).optional().describe("The next of the page before; needs kind."),
});

const FoundSong = z.object({ song: SongInList, newest: SongPerformance });
export type FoundSong = z.infer<typeof FoundSong>;

const FoundRecording = z.object({
  video: VideoInList,
  songs: z
    .array(z.object({ id: z.string(), title: z.string(), performance_id: z.string(), start: z.number().nullable() }))
    .describe("Songs of its set list that have the words; at most 3."),
});
export type FoundRecording = z.infer<typeof FoundRecording>;

const FoundText = z.object({
  video: VideoInList,
  where: z.enum(["description", "captions"]),
  text: z.string().describe("The part of the description, or the caption, that has the words."),
  marks: z
    .array(z.tuple([z.int(), z.int()]))
    .describe("Which letters of the text to mark: from and to, as positions in a JavaScript string."),
  at: z.number().nullable().describe("For captions: when it is said, in seconds. Null for a description."),
});
export type FoundText = z.infer<typeof FoundText>;

const page = <F extends z.ZodType>(found: F) =>
  z.object({
    found: z.array(found),
    next: z.string().nullable(),
    total: z
      .int()
      .optional()
      .describe(`With the first page: how many there are; ${mostCounted + 1} means more than ${mostCounted}.`),
    only_newest: z
      .int()
      .optional()
      .describe("So many of the newest were looked through, because no index knows words of one or two letters."),
  });

export const Found = z.object({
  near: z
    .string()
    .nullable()
    .describe("Words of the library that are spelled nearly like these, where these find no song and no recording."),
  is_near: z
    .boolean()
    .describe("Nothing has the words as they were typed, and all of this has those nearly like them."),
  songs: page(FoundSong).optional(),
  recordings: page(FoundRecording)
    .optional()
    .describe("Each word is in the title, or in a song that was played there."),
  texts: page(FoundText)
    .optional()
    .describe("Each word is in the title, description or captions, not all in the title."),
});
export type Found = z.infer<typeof Found>;
