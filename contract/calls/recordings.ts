// Recordings: the list, one of them, its captions and pictures, its files, and what editors change.
import { z } from "zod";
import { CaptionsEdit, CaptionsPlace, ThumbnailChoice } from "#contract/extras.ts";
import { Media } from "#contract/media.ts";
import { TrashedVideo } from "#contract/retention.ts";
import { Found, SearchQuery } from "#contract/search/search.ts";
import { FilesOfRecording, RecordingsFilter, RecordingsPage, RecordingsQuery } from "#contract/studio.ts";
import { EditedVideo, ListQuery, ManyChanges, Video, VideoChange, VideoInList, VideoPage } from "#contract/video.ts";
import { type Call, MadeChange, MadeChanges, Nothing, VideoId } from "./call.ts";

const ManyIds = z
  .array(z.string().max(64))
  .min(1, "must name at least one recording")
  .max(200, "must name at most 200 recordings")
  .refine((ids) => new Set(ids).size === ids.length, "must name each recording only once");

export const recordingCalls = {
  listVideos: {
    summary: "The recordings this member may see: all of them, or page by page",
    query: ListQuery,
    answer: VideoPage,
  },
  getVideo: { summary: "One recording", params: VideoId, answer: z.object({ video: Video }) },
  askForSizes: {
    summary: "Say that the connection is too slow for the smallest size of a recording",
    description: "With SMALLER_SIZES=when-asked the first such call has its smaller sizes made. Idempotent.",
    params: VideoId,
    answer: Nothing,
  },
  saveVideo: {
    summary: "Edit a recording; refused with 409 when somebody else has changed it meanwhile",
    params: VideoId,
    body: z.strictObject({ video: EditedVideo }),
    answer: z.object({ video: Video, change: MadeChange }),
  },
  setHidden: {
    summary: "Hide a recording from members, or show it again",
    params: VideoId,
    body: z.strictObject({ hidden: z.boolean() }),
    answer: z.object({ video: Video, change: MadeChange }),
  },
  listChanges: {
    summary: "The history of a recording",
    params: VideoId,
    answer: z.object({ changes: z.array(VideoChange) }),
  },
  saveCaptions: {
    summary: "Upload, replace or rename captions of a recording",
    description: "Slots count from 1 to 4, without gaps. Without a text the captions are only renamed.",
    params: CaptionsPlace,
    body: CaptionsEdit,
    answer: z.object({ captions: Media.shape.captions, change: MadeChange }),
  },
  deleteCaptions: {
    summary: "Delete captions of a recording",
    params: CaptionsPlace,
    answer: z.object({ captions: Media.shape.captions, change: MadeChange }),
  },
  setThumbnail: {
    summary: "Choose a frame of the recording as its thumbnail, or upload a picture",
    description: "The thumbnail is made in the background.",
    params: VideoId,
    body: ThumbnailChoice,
    answer: z.object({ change: MadeChange }),
  },
  resetThumbnail: {
    summary: "Let the archive choose the thumbnail again",
    params: VideoId,
    answer: z.object({ change: MadeChange }),
  },
  download: {
    summary: "A recording as a file to keep, with tags, a picture and chapters. Not found unless the owner allows it",
    description: "`small` is what a browser saves for watching without a connection: the smallest size, without tags.",
    params: z.strictObject({ id: z.string().max(64), what: z.enum(["audio", "video", "small"]) }),
  },
  search: {
    summary: "What has these words: songs, recordings, and what is said or written in recordings",
    description: "Small spelling mistakes are forgiven; the answer says so.",
    query: SearchQuery,
    answer: Found,
  },
  changeMany: {
    summary: "Change the date, the level, the description and more of many recordings at once, all or none",
    body: ManyChanges,
    answer: z.object({ videos: z.array(VideoInList), changes: MadeChanges }),
  },
  previewMany: {
    summary: "What changeMany would change; nothing is changed",
    body: ManyChanges,
    answer: z.object({
      changed: z.int().describe("How many of the recordings would be changed."),
      fields: z.array(z.object({ field: z.string(), count: z.int() })).describe("On how many each field would change."),
    }),
  },
  listRecordings: {
    summary: "The recordings as the studio's table shows them, page by page",
    query: RecordingsQuery,
    answer: RecordingsPage,
  },
  matchRecordings: {
    summary: "How many recordings the studio's table has in all its pages, and which, to change all of them",
    query: RecordingsFilter.extend({ ids: z.literal("yes").optional().describe("With their ids.") }),
    answer: z.object({ total: z.int(), ids: z.array(z.string()).optional() }),
  },
  listFiles: {
    summary: "The files of a recording: its original, and what was made of it",
    params: VideoId,
    answer: FilesOfRecording,
  },
  trashVideo: {
    summary: "Move a recording to the trash; it can be restored for 7 days",
    params: VideoId,
    answer: z.object({ video: TrashedVideo, change: MadeChange }),
  },
  moveMany: {
    summary: "Move many recordings to the trash, or restore them; those that no longer exist are skipped",
    body: z.strictObject({ ids: ManyIds, trashed: z.boolean() }),
    answer: z.object({ moved: z.array(z.string()).describe("The recordings that were moved."), changes: MadeChanges }),
  },
  restoreVideo: {
    summary: "Restore a recording from the trash",
    params: VideoId,
    answer: z.object({ video: Video, change: MadeChange }),
  },
  purgeVideo: {
    summary: "Delete a recording in the trash for good, with its files",
    description: "For the owner, and only shortly after a login (401 sign-in-again otherwise).",
    params: VideoId,
    answer: Nothing,
  },
  prepareAgain: { summary: "Prepare a failed recording again", params: VideoId, answer: z.object({ video: Video }) },
  getMedia: {
    summary:
      "A file of a recording: playlists, video, audio, pictures. Supports ranges; only for those who may watch the recording",
    params: z.strictObject({ id: z.string().max(64), kind: z.string().max(64) }),
    query: z.strictObject({ v: z.string().max(64).optional() }),
  },
} as const satisfies Record<string, Call>;
