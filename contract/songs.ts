// Songs, set lists and performances as the page sees them.
import { z } from "zod";
import { Locked } from "#contract/levels/levels.ts";
import { line } from "./text/line.ts";
import { only_known } from "./video.ts";

export const limits = {
  entries: 300,
  songsInMedley: 20,
  name: 200,
  note: 500,
  otherNames: 20,
  songNotes: 5000,
  address: 1000,
  seconds: 1_000_000,
  text: 30_000,
} as const;

const Seconds = z.number().min(0, "must not be negative").max(limits.seconds, "is too late");

/** A song as it is named in a set list. */
export const NamedSong = z.strictObject({
  id: z.string().max(64).nullable().describe("Null: a new song of this title is added."),
  title: line(limits.name),
  is_cover: z.boolean(),
  artist: line(limits.name).nullable().describe("Who plays the original, if it is a cover and that is known."),
});
export type NamedSong = z.infer<typeof NamedSong>;

export const SetListEntry = z.strictObject({
  id: z.string().max(64).nullable().describe("Of the performance; null for a new one."),
  part: line(limits.name).nullable().describe("Such as Set 1, Encore or Soundcheck."),
  start: Seconds.nullable().describe("To the tenth of a second; null: not placed yet."),
  end: Seconds.nullable(),
  songs: z.array(NamedSong).max(limits.songsInMedley).describe("Several for a medley; none for what is not a song."),
  talk: line(limits.name).nullable().describe("What it is, if it is not a song."),
  guest: line(limits.name).nullable(),
  note: line(limits.note).nullable(),
  segue: z.boolean().describe("It goes into the next one without a pause."),
  debut: z.boolean().describe("Played for the first time."),
});
export type SetListEntry = z.infer<typeof SetListEntry>;

export const SetList = z.object({
  revision: z.int().describe("Send it back with a change: if somebody else was faster, the change is refused."),
  entries: z.array(SetListEntry),
});
export type SetList = z.infer<typeof SetList>;

export const EditedSetList = z.strictObject({
  revision: z.int().min(0),
  entries: z.array(SetListEntry).max(limits.entries, `must have at most ${limits.entries} entries`),
});

const doubtKinds = ["skipped", "no-title", "goes-back", "too-late", "length", "too-long", "too-many"] as const;
export type DoubtKind = (typeof doubtKinds)[number];

const KnownSong = z.object({ id: z.string(), title: z.string(), artist: z.string().nullable() });
export type KnownSong = z.infer<typeof KnownSong>;

/** What was understood of a text, before anything is saved. */
export const SetListReading = z.object({
  text: z.string().describe("The entries as text, as the archive writes them."),
  entries: z.array(SetListEntry).describe("Songs that are surely known have their id."),
  similar: z
    .array(z.object({ title: z.string(), songs: z.array(KnownSong) }))
    .describe("Titles that are not known, and known songs that are spelled nearly like them."),
  doubts: z.array(z.object({ line: z.int(), text: z.string(), kind: z.enum(doubtKinds), sentence: z.string() })),
});
export type SetListReading = z.infer<typeof SetListReading>;

const StreamVideo = z.object({
  id: z.string(),
  title: z.string(),
  started_at: z.iso.datetime(),
  duration: z.number().describe("Seconds."),
});
export type StreamVideo = z.infer<typeof StreamVideo>;

/** What the stream's markers say, before anything is saved. */
export const MarkersReading = z.object({
  text: z.string().describe("The markers as lines of a set list."),
  markers: z.int(),
  video: StreamVideo.nullable().describe("Null: no video surely is of this recording; choose one."),
  same_length: z
    .boolean()
    .describe("Whether video and recording are about equally long; if not, the times may be shifted."),
  choices: z.array(StreamVideo),
});
export type MarkersReading = z.infer<typeof MarkersReading>;

export const setListFormats = ["text", "cue", "webvtt", "chapters"] as const;
export type SetListFormat = (typeof setListFormats)[number];

export const SongInList = z.object({
  id: z.string(),
  title: z.string(),
  is_cover: z.boolean(),
  artist: z.string().nullable(),
  times: z.int().describe("How often it was played in recordings that one may see."),
  last_played: z.iso.datetime().nullable(),
  only_known: only_known.describe("Of last_played, if not even its day is known."),
  thumbnail_url: z.string().nullable().describe("Of the newest recording with it that one may see."),
});
export type SongInList = z.infer<typeof SongInList>;

const songSorts = ["title", "times", "last"] as const;
export type SongSort = (typeof songSorts)[number];

export const SongListQuery = z.strictObject({
  q: z.string().max(200).optional().describe("Every word must occur in one of its names."),
  sort: z.enum(songSorts).optional().describe("title, if nothing is said."),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  after: z.string().max(2048).optional().describe("The next of the page before; needs limit."),
});
export type SongListQuery = z.infer<typeof SongListQuery>;

export const SongPerformance = z.object({
  id: z.string(),
  video_id: z.string(),
  video_title: z.string(),
  thumbnail_url: z.string().nullable(),
  waveform: z.string().nullable().describe("Address of the Waveform of the whole recording."),
  played_at: z.iso.datetime(),
  time_missing: z.boolean(),
  only_known,
  part: z.string().nullable(),
  start: z.number().nullable(),
  end: z.number().nullable().describe("Where it ends or the next one starts."),
  length: z.number().nullable().describe("Seconds."),
  guest: z.string().nullable(),
  note: z.string().nullable(),
  debut: z.boolean(),
  with_songs: z.array(z.object({ id: z.string(), title: z.string() })).describe("The other songs of a medley."),
});
export type SongPerformance = z.infer<typeof SongPerformance>;

/** A recording with this song that is locked for this member. Nothing of the performance itself is told. */
export const LockedPerformance = z.object({
  video_id: z.string(),
  video_title: z.string(),
  thumbnail_url: z.string().nullable(),
  played_at: z.iso.datetime(),
  time_missing: z.boolean(),
  only_known,
  duration: z.number().nullable().describe("Of the recording, in seconds."),
  locked: Locked,
});
export type LockedPerformance = z.infer<typeof LockedPerformance>;

export const Song = z.object({
  id: z.string(),
  title: z.string(),
  is_cover: z.boolean(),
  artist: z.string().nullable(),
  other_names: z.array(z.string()),
  notes: z.string(),
  lyrics_url: z.string().nullable(),
  revision: z.int(),
});
export type Song = z.infer<typeof Song>;

/** What editors can change of a song. */
export const EditedSong = z.strictObject({
  revision: z.int().min(1).describe("As it was fetched: if somebody else was faster, the change is refused."),
  title: line(limits.name),
  is_cover: z.boolean(),
  artist: line(limits.name).nullable().describe("Who plays the original; only for a cover."),
  other_names: z.array(line(limits.name)).max(limits.otherNames, `must have at most ${limits.otherNames} names`),
  notes: z
    .string()
    .trim()
    .max(limits.songNotes, `must have at most ${limits.songNotes} characters`)
    .regex(/^(?:\r?\n|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, "must not contain control characters"),
  lyrics_url: z
    .url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
    .max(limits.address, `must have at most ${limits.address} characters`)
    .nullable(),
});
export type EditedSong = z.infer<typeof EditedSong>;

const Neighbour = z.object({ id: z.string(), title: z.string(), times: z.int() });

/** Counted over the recordings that one may see. */
export const SongFigures = z.object({
  times: z.int(),
  recordings: z.int(),
  first: SongPerformance.nullable(),
  last: SongPerformance.nullable(),
  longest: SongPerformance.nullable(),
  shortest: SongPerformance.nullable(),
  years: z.array(z.object({ year: z.int(), times: z.int() })).describe("Oldest first; years without any are left out."),
  before: z.array(Neighbour).describe("What was played right before it, most often first; at most 5."),
  after: z.array(Neighbour),
});
export type SongFigures = z.infer<typeof SongFigures>;
