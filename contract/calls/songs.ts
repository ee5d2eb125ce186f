// Set lists and songs.
import { z } from "zod";
import {
  EditedSetList,
  EditedSong,
  limits,
  LockedPerformance,
  MarkersReading,
  SetList,
  setListFormats,
  SetListReading,
  Song,
  SongFigures,
  SongInList,
  SongListQuery,
  SongPerformance,
} from "#contract/songs.ts";
import { Video } from "#contract/video.ts";
import { type Call, MadeChange, VideoId } from "./call.ts";

export const songCalls = {
  getSetList: { summary: "The set list of a recording", params: VideoId, answer: z.object({ set_list: SetList }) },
  saveSetList: {
    summary: "Save a set list as a whole; refused with 409 when somebody else has changed it meanwhile",
    params: VideoId,
    body: z.strictObject({ set_list: EditedSetList }),
    answer: z.object({ set_list: SetList, change: MadeChange }),
  },
  readSetList: {
    summary: "What the archive understands of a set list as text; nothing is saved",
    description: "Takes text as people write it, CUE sheets, WebVTT and JSON with chapters.",
    params: VideoId,
    body: z.strictObject({
      text: z.string().max(limits.text, `must have at most ${limits.text} characters`).optional(),
      from_description: z.literal(true).optional().describe("Read the recording's description instead."),
    }),
    answer: SetListReading,
  },
  readMarkers: {
    summary:
      "The stream markers of the Twitch video that this recording is of, as text for a set list; nothing is saved",
    description: "Asked with the broadcaster's permission. The video is found by date and length, or named.",
    params: VideoId,
    body: z.strictObject({
      video: z.string().max(200).optional().describe("Its number or its address at Twitch."),
    }),
    answer: MarkersReading,
  },
  findBorders: {
    summary: "Look for song borders in the audio; media.waveform_detail has them when preparing is done",
    params: VideoId,
    answer: z.object({ video: Video }),
  },
  exportSetList: {
    summary: "A set list as text, as a CUE sheet, as WebVTT chapters or as Podcasting 2.0 chapters",
    params: z.strictObject({ id: z.string().max(64), format: z.enum(setListFormats) }),
  },
  listSongs: {
    summary: "The songs that were played in recordings this member may see",
    query: SongListQuery,
    answer: z.object({ songs: z.array(SongInList), next: z.string().nullable(), total: z.int() }),
  },
  getSong: {
    summary: "A song and its performances, newest first, page by page",
    params: VideoId,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(2048).optional().describe("The next of the page before."),
    }),
    answer: z.object({
      song: Song,
      performances: z.array(SongPerformance),
      next: z.string().nullable(),
      locked: z
        .array(LockedPerformance)
        .optional()
        .describe("With the first page, where the owner shows locked cards: at most 50, newest first."),
    }),
  },
  saveSong: {
    summary: "Change a song; refused with 409 when somebody else has changed it meanwhile",
    params: VideoId,
    body: z.strictObject({ song: EditedSong }),
    answer: z.object({ song: Song, change: MadeChange }),
  },
  mergeSong: {
    summary: "Merge a song into another, which gets its performances and its names",
    description: "The id of the merged song leads to the other one from then on. Can be undone.",
    params: VideoId,
    body: z.strictObject({ into: z.string().max(64) }),
    answer: z.object({ song: Song, change: MadeChange }),
  },
  getSongFigures: {
    summary: "How often a song was played, when, how long, and between which songs",
    params: VideoId,
    answer: z.object({ figures: SongFigures }),
  },
} as const satisfies Record<string, Call>;
