// Lists, the queue, collections, feeds, moments and other screens.
import { z } from "zod";
import {
  Collection,
  CollectionOrder,
  CollectionSummary,
  EditedCollection,
  NewCollection,
} from "#contract/collections/collections.ts";
import { Feed, FeedName } from "#contract/feed.ts";
import {
  EntriesChange,
  LibraryList,
  ListSummary,
  ListTitle,
  NewList,
  PlayList,
  Queue,
  QueuePlace,
  QueueStart,
} from "#contract/lists.ts";
import { HeardEntry, HeardFigures, HeardYear } from "#contract/heard/heard.ts";
import { PictureUpload } from "#contract/look.ts";
import { Moment, MomentPlay, MomentToken, NewMoment, OpenMoment, SharedMoment } from "#contract/moments/moments.ts";
import { Screen, ScreenToken } from "#contract/screen.ts";
import { type Call, MadeChange, MemberId, Nothing, VideoId } from "./call.ts";

const Days = z.strictObject({ days: z.enum(["28", "365"]) });
const FeedQuery = z.strictObject({ of: FeedName.optional().describe("Default: everything.") });

export const listeningCalls = {
  getFeed: {
    summary: "The address of this member's podcast feed; null when none was made yet",
    query: FeedQuery,
    answer: z.object({ feed: Feed.nullable() }),
  },
  makeFeed: {
    summary: "Make an address for this member's podcast feed. The one before stops working",
    query: FeedQuery,
    answer: z.object({ feed: Feed }),
  },
  listFavourites: {
    summary: "The ids of this member's favourite recordings and performances",
    answer: z.object({ videos: z.array(z.string()), performances: z.array(z.string()) }),
  },
  getQueue: {
    summary: "What this member plays one after the other, from the current entry on; null when there is no queue",
    answer: z.object({ queue: Queue.nullable() }),
  },
  startQueue: {
    summary: "Play all performances of a song, a list or a collection, in their order or shuffled; replaces the queue",
    body: QueueStart,
    answer: z.object({ queue: Queue }),
  },
  moveInQueue: {
    summary:
      "Save the current entry of the queue, and where playing is in it; refused with 409 when there is another queue",
    body: QueuePlace,
    answer: z.object({ queue: Queue.nullable() }),
  },
  endQueue: { summary: "Leave the queue", answer: Nothing },
  listHeard: {
    summary: "What this member has heard, by day, newest first",
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d \d{1,15} [a-z2-7]{26}$/)
        .optional()
        .describe("The `next` of the page before."),
    }),
    answer: z.object({
      keeps: z.boolean().describe("Whether what they hear from now on is kept."),
      entries: z.array(HeardEntry),
      next: z.string().nullable(),
    }),
  },
  keepHeard: {
    summary: "Keep this member's listening history, or keep nothing from now on",
    body: z.strictObject({ keeps: z.boolean() }),
    answer: Nothing,
  },
  forgetHeard: {
    summary: "Remove one recording of one day from this member's listening history",
    params: z.strictObject({ day: z.iso.date(), id: z.string().max(64) }),
    answer: Nothing,
  },
  clearHeard: { summary: "Clear this member's listening history", answer: Nothing },
  getHeardYear: {
    summary: "This member's year: how much they heard, on how many days, and what most",
    params: z.strictObject({ year: z.coerce.number().int().min(2000).max(2999) }),
    answer: HeardYear,
  },
  getHeardCurve: {
    summary: "Where in a recording people listen most",
    params: VideoId,
    answer: z.object({
      parts: z
        .array(z.int().min(0).max(100))
        .nullable()
        .describe(
          "Of as many equal parts of the recording, in percent of the one heard most. Null: too few members have heard it.",
        ),
    }),
  },
  getHeardFigures: {
    summary: "How often and for how long recordings and songs were heard, and how",
    query: Days,
    answer: HeardFigures,
  },
  exportHeard: {
    summary: "The same as a table (CSV), one line for each recording, day and kind",
    query: Days,
  },
  listLists: {
    summary: "This member's lists: favourites, Listen later, and playlists, newest first",
    query: z.strictObject({
      video_id: z.string().max(64).optional().describe("Which lists have this recording, or the performance in it?"),
      performance_id: z.string().max(64).optional(),
    }),
    answer: z.object({ lists: z.array(LibraryList) }),
  },
  makeList: {
    summary: "Make a playlist",
    body: NewList,
    answer: z.object({ list: ListSummary }),
  },
  getList: {
    summary: "A list of one's own, or one that was shared, with the entries that one may see",
    params: VideoId,
    answer: z.object({ list: PlayList }),
  },
  changeList: {
    summary: "Rename a playlist; share a list by a link, or stop sharing it",
    params: VideoId,
    body: z.strictObject({ title: ListTitle.optional(), shared: z.boolean().optional() }),
    answer: z.object({ list: ListSummary, change: MadeChange }),
  },
  deleteList: {
    summary: "Delete a playlist",
    params: VideoId,
    answer: z.object({ change: MadeChange }),
  },
  changeEntries: {
    summary: "Add entries to a list, remove them, or move one",
    params: VideoId,
    body: EntriesChange,
    answer: z.object({ changed: z.int().describe("How many entries."), change: MadeChange }),
  },
  listCollections: {
    summary: "The collections with recordings that this member may watch, in the owner's order",
    answer: z.object({ collections: z.array(CollectionSummary) }),
  },
  getCollection: {
    summary: "A collection, with the recordings that this member may watch",
    params: VideoId,
    answer: z.object({ collection: Collection }),
  },
  getCollectionPicture: {
    summary: "The picture of a collection",
    params: VideoId,
    query: z.strictObject({ v: z.string().max(64).optional() }),
  },
  makeCollection: {
    summary: "Make a collection",
    body: NewCollection,
    answer: z.object({ collection: Collection, change: MadeChange }),
  },
  saveCollection: {
    summary: "Change the title, the level or the recordings of a collection",
    description: "Refused with 409 when somebody else has changed it meanwhile.",
    params: VideoId,
    body: EditedCollection,
    answer: z.object({ collection: Collection, change: MadeChange }),
  },
  deleteCollection: {
    summary: "Delete a collection; its recordings stay",
    params: VideoId,
    answer: z.object({ change: MadeChange }),
  },
  orderCollections: {
    summary: "Put the collections into another order",
    body: CollectionOrder,
    answer: z.object({ collections: z.array(CollectionSummary), change: MadeChange }),
  },
  saveCollectionPicture: {
    summary: "Upload the picture of a collection",
    description: "The picture that is served is made of it; the upload itself is not kept.",
    params: VideoId,
    body: PictureUpload,
    answer: z.object({ collection: Collection, change: MadeChange }),
  },
  deleteCollectionPicture: {
    summary: "Remove the picture of a collection: it shows those of its first recordings again",
    params: VideoId,
    answer: z.object({ collection: Collection, change: MadeChange }),
  },
  makeMoment: {
    summary: "Share a moment of a recording by a link that works without a login",
    description: "For 7 days or 20 plays. At most 90 seconds; a member has at most 20 such links at a time.",
    params: VideoId,
    body: NewMoment,
    answer: z.object({
      moment: Moment,
      url: z.string().describe("Only in this answer: the archive keeps a hash of its token."),
    }),
  },
  listOwnMoments: {
    summary: "The links to moments that this member has shared, and that work",
    answer: z.object({ moments: z.array(Moment) }),
  },
  listMoments: {
    summary: "All links to moments that work, newest first; at most 500",
    answer: z.object({ moments: z.array(SharedMoment) }),
  },
  endMoment: {
    summary: "End a link to a moment; only by its member or by the owner",
    params: MemberId,
    answer: Nothing,
  },
  getMoment: {
    summary: "What a link to a moment opens; 404 when it does not work",
    params: MomentToken,
    answer: OpenMoment,
  },
  playMoment: {
    summary: "Play a moment once; 404 when the link does not work, or all its plays are used up",
    params: MomentToken,
    answer: MomentPlay,
  },
  getMomentMedia: {
    summary: "The excerpt, as one file that has nothing else. Supports ranges",
    params: MomentToken.extend({ play: z.string().max(64) }),
  },
  getMomentPicture: { summary: "The picture of the recording of a moment", params: MomentToken },
  makeScreen: {
    summary: "Addresses by which a television plays a recording without a cookie",
    description:
      "For this recording and this login only. They end 3 hours after their last use, 12 hours after they were made, at the logout, and when the member may no longer watch the recording. A member has at most 5; a new one ends the oldest.",
    params: VideoId,
    answer: Screen,
  },
  endScreen: { summary: "End such an address", params: ScreenToken, answer: Nothing },
  getScreenMedia: {
    summary: "A file of the recording for a television: playlists, video, audio. Supports ranges",
    params: ScreenToken.extend({ file: z.string().max(64) }),
  },
  readFeed: {
    summary: "A podcast feed (RSS), for the app of the member whose token is in the address",
    description:
      "The feed is everything.xml, favourites.xml, song-<id>.xml or list-<id>.xml; recordings.atom is an Atom feed for feed readers. Without access it has one episode or entry, which says why.",
    params: z.strictObject({ token: z.string().max(64), feed: z.string().max(64) }),
  },
  getFeedFile: {
    summary: "A file that a podcast feed names: audio, chapters, captions, picture. Audio supports ranges",
    params: z.strictObject({ token: z.string().max(64), id: z.string().max(64), file: z.string().max(64) }),
  },
} as const satisfies Record<string, Call>;
