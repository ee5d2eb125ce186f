// What each call of routes.ts and other-routes.ts takes and answers. The server validates and documents with it;
// the page imports only its types.
import { z } from "zod";
import { BackupKey, Backups, BackupsChange, NewBackupKey } from "./backups.ts";
import { CaptionsEdit, CaptionsPlace, ThumbnailChoice } from "./extras.ts";
import {
  Guest,
  GuestChange,
  Guests,
  Invitation,
  InvitationKey,
  NewGuest,
  NewInvitation,
  OpenInvitation,
} from "./guests.ts";
import { Feed, FeedName } from "./feed.ts";
import { Inbox, InboxEdits, InboxIds } from "./inbox.ts";
import { Media } from "./media.ts";
import { CheckUp, KeyCopy } from "./check-up.ts";
import {
  EntriesChange,
  EntryKey,
  listLimits,
  ListSummary,
  ListTitle,
  PlayList,
  Queue,
  QueuePlace,
  QueueStart,
} from "./lists.ts";
import { Look, LookChange, PicturePlace, PictureUpload } from "./look.ts";
import {
  NoticeChoice,
  NoticeChoiceChange,
  NoticePage,
  Notices,
  NoticeSettings,
  NoticeSettingsChange,
  PushDevice,
  StopKey,
  TestAnswer,
  TestedChannel,
} from "./notices.ts";
import {
  Collection,
  CollectionOrder,
  CollectionSummary,
  EditedCollection,
  NewCollection,
} from "./collections/collections.ts";
import { Screen, ScreenToken } from "./screen.ts";
import { Moment, MomentPlay, MomentToken, NewMoment, OpenMoment, SharedMoment } from "./moments/moments.ts";
import { OpenSession, providers, User } from "./member.ts";
import { MyData } from "./my-data.ts";
import { Retention, RetentionPreview, RetentionRule, TrashedVideo } from "./retention.ts";
import type { RouteName } from "#contract/routes/other-routes.ts";
import {
  ArchiveStep,
  ClientStep,
  Connections,
  OpenStep,
  ProviderName,
  Settings,
  SettingsChange,
  SetUp,
  TiersStep,
  TwitchStep,
} from "./setup.ts";
import { Health, Privacy, Site } from "./site.ts";
import {
  EditedSetList,
  EditedSong,
  limits,
  LockedPerformance,
  SetList,
  setListFormats,
  MarkersReading,
  SetListReading,
  Song,
  SongFigures,
  SongInList,
  SongListQuery,
  SongPerformance,
} from "./songs.ts";
import {
  GuessedDescription,
  HistoryEntry,
  historyKinds,
  Incoming,
  MemberChange,
  MemberInStudio,
  Storage,
  UploadDetails,
  UploadUnderWay,
  Work,
  WorkAhead,
  WorkItem,
} from "./studio.ts";
import {
  EditedVideo,
  FoundText,
  ListedPosition,
  ListQuery,
  Position,
  QuickChanges,
  Video,
  VideoChange,
  VideoInList,
  VideoPage,
} from "./video.ts";

export interface Call {
  summary: string;
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer; absent where the answer is a redirect, bytes or nothing. */
  answer?: z.ZodType;
}

const RedirectQuery = z.looseObject({
  code: z.string().max(2048).optional().catch(undefined),
  state: z.string().max(512).optional().catch(undefined),
  error: z.string().max(512).optional().catch(undefined),
});
const Nothing = z.strictObject({});
const VideoId = z.strictObject({ id: z.string().max(64) });
const ManyIds = z
  .array(z.string().max(64))
  .min(1, "must name at least one recording")
  .max(200, "must name at most 200 recordings")
  .refine((ids) => new Set(ids).size === ids.length, "must name each recording only once");
const ChangeId = z.string().max(64);
/** In the answer of every call that changes something: with it the change can be undone. */
const MadeChange = ChangeId.nullable().describe("For undoChanges; null when nothing had to be changed.");
const MadeChanges = z.array(ChangeId).describe("For undoChanges; only what really changed.");
const ChangedLook = z.object({ look: Look, change: MadeChange });
const ManyChangeIds = z
  .array(ChangeId)
  .min(1, "must name at least one change")
  .max(200, "must name at most 200 changes")
  .refine((ids) => new Set(ids).size === ids.length, "must name each change only once");
const FeedQuery = z.strictObject({ of: FeedName.optional().describe("Default: everything.") });
const MemberId = z.strictObject({ id: z.string().max(64) });
const JobId = z.strictObject({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1),
});

export const api = {
  getSite: { summary: "The archive's name and where to log in", answer: Site },
  getPrivacy: { summary: "The privacy page, as the owner wrote it", answer: Privacy },
  getHealth: { summary: "Whether the archive is live and ready", answer: Health },
  getUserInfo: {
    summary: "Who is logged in, what they may do, and why",
    description: "401 when nobody is logged in; with the header 'Prefer: handling=lenient' a 200 whose user is null.",
    answer: z.object({ user: User.nullable() }),
  },
  getPicture: {
    summary: "The logged-in member's profile picture",
    query: z.strictObject({ v: z.string().max(64).optional() }),
  },
  logOut: { summary: "End this session", answer: Nothing },
  checkAgain: { summary: "Read the membership from Patreon and Twitch now", answer: z.object({ user: User }) },
  listSessions: { summary: "Where this member is logged in", answer: z.object({ sessions: z.array(OpenSession) }) },
  endSession: {
    summary: "End one other session, or all others with the id 'others'",
    params: z.strictObject({ id: z.string().max(64) }),
    answer: Nothing,
  },
  disconnect: {
    summary: "Disconnect Patreon or Twitch from this account",
    params: z.strictObject({ provider: z.enum(providers) }),
    answer: z.object({ user: User }),
  },
  getMyData: { summary: "Everything that the archive knows about this member", answer: MyData },
  deleteAccount: {
    summary: "Delete this account; the next login starts anew",
    description: "Needs a recent login. Refused with 409 for the only owner.",
    answer: Nothing,
  },
  listPositions: {
    summary: "Where this member stopped in each recording, newest first",
    answer: z.object({ positions: z.array(ListedPosition) }),
  },
  savePosition: {
    summary: "Save where this member stopped; the newest position wins",
    params: z.strictObject({ id: z.string().max(64) }),
    body: Position.omit({ id: true })
      .extend({ playing: z.boolean().optional().describe("It goes on playing.") })
      .strict(),
    answer: Nothing,
  },
  checkSaved: {
    summary: "Which of the recordings that a browser has saved this member may still listen to",
    description: "The browser deletes the others. Asked whenever it has a connection and something saved.",
    body: z.strictObject({ ids: z.array(z.string().max(64)).max(500, "must name at most 500 recordings") }),
    answer: z.object({
      ids: z.array(z.string()),
      days: z.int().describe("For how many days they play without a connection from now on; 0: nothing may be saved."),
      video: z
        .boolean()
        .describe("Whether saved videos may stay. Otherwise the browser saves the audio in their place."),
    }),
  },
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
  listLists: {
    summary: "This member's lists: favourites, Listen later, and playlists, newest first",
    query: z.strictObject({
      video_id: z.string().max(64).optional().describe("Which lists have this recording, or the performance in it?"),
      performance_id: z.string().max(64).optional(),
    }),
    answer: z.object({ lists: z.array(ListSummary) }),
  },
  makeList: {
    summary: "Make a playlist",
    body: z.strictObject({ title: ListTitle, entries: z.array(EntryKey).max(listLimits.atOnce).optional() }),
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
  createSignInToken: {
    summary: "A one-time state for the redirect to Patreon or Twitch",
    body: z.strictObject({ return_path: z.string().max(2048) }),
    answer: z.object({ data: z.object({ token: z.string() }) }),
  },
  finishPatreonSignIn: { summary: "Where Patreon sends the browser back", query: RedirectQuery },
  finishTwitchSignIn: { summary: "Where Twitch sends the browser back", query: RedirectQuery },
  listVideos: {
    summary: "The recordings this member may see: all of them, or page by page",
    query: ListQuery,
    answer: VideoPage,
  },
  getVideo: { summary: "One recording", params: VideoId, answer: z.object({ video: Video }) },
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
  download: {
    summary: "A recording as a file to keep, with tags, cover and chapters. Not found unless the owner allows it",
    description: "`small` is what a browser saves for watching without a connection: the smallest size, without tags.",
    params: z.strictObject({ id: z.string().max(64), what: z.enum(["audio", "video", "small"]) }),
  },
  searchTexts: {
    summary: "Recordings by the words of their descriptions and captions, with the place where they are",
    description:
      "Every word is in the title, the description or the captions. Where all are in the title, the list finds it, not this call.",
    query: z.strictObject({ q: z.string().max(200), limit: z.coerce.number().int().min(1).max(50).optional() }),
    answer: z.object({ found: z.array(FoundText) }),
  },
  listSongs: {
    summary: "The songs that were played in recordings this member may see",
    query: SongListQuery,
    answer: z.object({ songs: z.array(SongInList), next: z.string().nullable(), total: z.int() }),
  },
  searchSongs: {
    summary: "Songs by their names, each with its newest performance",
    query: z.strictObject({ q: z.string().max(200), limit: z.coerce.number().int().min(1).max(50).optional() }),
    answer: z.object({ found: z.array(z.object({ song: SongInList, newest: SongPerformance })) }),
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
  getInbox: { summary: "What came in and no editor has looked at yet", answer: Inbox },
  editInbox: {
    summary: "Change titles, dates and descriptions of many recordings at once, all or none",
    description: "The answer names the changes, for undo.",
    body: z.strictObject({ edits: InboxEdits }),
    answer: z.object({ changes: z.array(z.string()) }),
  },
  finishInbox: {
    summary: "Take recordings out of the inbox, all or none",
    body: z.strictObject({
      ids: InboxIds,
      publish: z.boolean().describe("Hidden ones are shown to members from then on."),
    }),
    answer: z.object({ changes: z.array(z.string()) }),
  },
  changeMany: {
    summary: "Hide, show, protect or unprotect many recordings at once, all or none",
    body: z.strictObject({ changes: QuickChanges }),
    answer: z.object({ videos: z.array(VideoInList), changes: MadeChanges }),
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
  listTrash: { summary: "What is in the trash, newest first", answer: z.object({ videos: z.array(TrashedVideo) }) },
  getRetention: { summary: "The cleanup rule, and what it deletes next", answer: Retention },
  previewRetention: {
    summary: "Which recordings a cleanup rule would delete",
    body: z.strictObject({ rule: RetentionRule }),
    answer: RetentionPreview,
  },
  changeRetention: {
    summary: "Change the cleanup rule",
    description:
      "Needs the preview's total as confirmed_total (409 when it has changed), and a recent login. Nothing will be deleted for the next 24 hours.",
    body: z.strictObject({ rule: RetentionRule, revision: z.int(), confirmed_total: z.int().min(0) }),
    answer: Retention,
  },
  guessDescriptions: {
    summary: "Titles and dates guessed from the names of files",
    body: z.strictObject({ names: z.array(z.string().max(255)).min(1).max(200) }),
    answer: z.object({ guesses: z.array(GuessedDescription) }),
  },
  findUploaded: {
    summary: "Whether a file with this checksum is already in the archive",
    query: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.object({ video: z.object({ id: z.string(), title: z.string(), in_trash: z.boolean() }).nullable() }),
  },
  describeUpload: {
    summary: "Change the title and date of an unfinished upload",
    params: z.strictObject({ id: z.string().max(64) }),
    body: UploadDetails,
    answer: Nothing,
  },
  getWork: { summary: "The queue: what is being prepared, step by step", answer: Work },
  getWorkAhead: {
    summary: "How far all that is being prepared is, and what the rest will cost; null when nothing is",
    answer: z.object({ ahead: WorkAhead.nullable() }),
  },
  watchWork: { summary: "The same, as server-sent events: `work` with all of it, then `item` for each change" },
  retryWork: { summary: "Try a failed step again", params: JobId, answer: z.object({ item: WorkItem }) },
  cancelWork: { summary: "Cancel a waiting or running step", params: JobId, answer: z.object({ item: WorkItem }) },
  listUploads: {
    summary: "Unfinished uploads",
    description: "Editors get their own, the owner gets everybody's.",
    answer: z.object({ uploads: z.array(UploadUnderWay) }),
  },
  endUpload: {
    summary: "Cancel an upload and delete its bytes",
    description: "Only the owner may cancel uploads of others.",
    params: z.strictObject({ id: z.string().max(64) }),
    answer: Nothing,
  },
  getStorage: { summary: "How much space the archive's files use", answer: Storage },
  getIncoming: { summary: "Files in the folder incoming that were not added, and why", answer: Incoming },
  listMembers: {
    summary: "All members, what they may do, and why",
    query: z.strictObject({
      q: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(256).optional(),
    }),
    answer: z.object({ members: z.array(MemberInStudio), next: z.string().nullable() }),
  },
  changeMember: {
    summary: "Make somebody an editor or an owner, or not; disable or enable an account",
    description: "Making or removing an owner needs a recent login.",
    params: MemberId,
    body: MemberChange,
    answer: z.object({ member: MemberInStudio, change: MadeChange }),
  },
  getMemberData: { summary: "Everything that the archive knows about a member", params: MemberId, answer: MyData },
  deleteMember: {
    summary: "Delete the account of a member; their next login starts anew",
    description: "Needs a recent login. Owners are removed as owners first (409).",
    params: MemberId,
    answer: Nothing,
  },
  endMemberSessions: {
    summary: "Log a member out everywhere",
    params: MemberId,
    answer: z.object({ ended: z.int() }),
  },
  listGuests: {
    summary: "Guests, and the links that invite them",
    description: "For the owner, and for editors where the owner's setting allows them to invite.",
    answer: Guests,
  },
  addGuest: {
    summary: "Add a guest by their account, before they ever log in",
    body: NewGuest,
    answer: z.object({ guest: Guest, change: MadeChange }),
  },
  changeGuest: {
    summary: "Extend or end the access of a guest; it counts at the next request",
    params: MemberId,
    body: GuestChange,
    answer: z.object({ guest: Guest, change: MadeChange }),
  },
  makeInvitation: {
    summary: "Make an invitation link",
    body: NewInvitation,
    answer: z.object({
      invitation: Invitation,
      link: z.string().describe("Only in this answer: the archive keeps a hash of its key."),
      change: MadeChange,
    }),
  },
  endInvitation: {
    summary: "End an invitation link; guests who have used it stay guests",
    params: MemberId,
    answer: z.object({ invitation: Invitation, change: MadeChange }),
  },
  readInvitation: {
    summary: "What an invitation link offers; 404 when it does not work",
    description: "Limited like logins, so that keys cannot be guessed.",
    body: InvitationKey,
    answer: OpenInvitation,
  },
  acceptInvitation: {
    summary: "Become a guest by an invitation link",
    body: InvitationKey,
    answer: z.object({ user: User }),
  },
  endMemberFeed: {
    summary: "End the address of a member's podcast feed. They can make a new one",
    params: MemberId,
    answer: Nothing,
  },
  listHistory: {
    summary: "All edits, deletions and changes of permissions, newest first",
    description: "Changes of permissions and logins are only shown to the owner.",
    query: z.strictObject({
      video: z.string().max(64).optional(),
      member: z.string().max(64).optional(),
      kind: z.enum(historyKinds).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(256).optional().describe("The `next` of the page before."),
    }),
    answer: z.object({ entries: z.array(HistoryEntry), next: z.string().nullable() }),
  },
  undoChanges: {
    summary: "Undo changes, all or none; refused with 409 when one of them cannot be undone, or there is a newer one",
    description: "Takes ids of the history, or from the answer of a change. Changes of members are only for the owner.",
    body: z.strictObject({ changes: ManyChangeIds }),
    answer: z.object({ changes: MadeChanges }),
  },
  getMedia: {
    summary:
      "A file of a recording: playlists, video, audio, pictures. Supports ranges; only for those who may watch the recording",
    params: z.strictObject({ id: z.string().max(64), kind: z.string().max(64) }),
    query: z.strictObject({ v: z.string().max(64).optional() }),
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
  receivePatreonWebhook: { summary: "Patreon says that a membership changed" },
  receiveTwitchEvent: { summary: "Twitch says that a subscription changed" },
  openSetUp: {
    summary: "Use the set-up link: its key works once, for one browser",
    body: z.strictObject({ key: z.string().max(128) }),
    answer: Nothing,
  },
  getSetUp: { summary: "Set-up: the answers so far", answer: SetUp },
  reachSelf: {
    summary: "The archive asks itself whether an address leads to it, and through which proxy",
    query: z.strictObject({ word: z.string().max(256) }),
    answer: z.object({
      here: z.string().describe("What only this archive can read in the word."),
      remote: z.string(),
      forwarded: z.string().nullable(),
      is_trusted: z.boolean(),
    }),
  },
  nameArchive: {
    summary: "Set-up: name and address; the address is checked by asking ourselves there",
    body: ArchiveStep,
    answer: z.object({
      set_up: SetUp,
      move_to: z.string().nullable().describe("A new set-up link: go on there, at the new address."),
    }),
  },
  setClient: {
    summary: "Set-up: client id and secret of Patreon or Twitch, which are tried at once",
    params: ProviderName,
    body: ClientStep,
    answer: SetUp,
  },
  dropProvider: { summary: "Set-up: do without Patreon or Twitch", params: ProviderName, answer: SetUp },
  beginConnect: {
    summary: "Set-up: where to connect as the creator or the broadcaster",
    params: ProviderName,
    answer: z.object({ authorize_url: z.string() }),
  },
  chooseTiers: { summary: "Set-up: the campaign, and the tiers that may watch", body: TiersStep, answer: SetUp },
  chooseTwitchTier: { summary: "Set-up: the lowest tier at Twitch that may watch", body: TwitchStep, answer: SetUp },
  openArchive: {
    summary: "Set-up: open the archive; everything is checked again, then it counts at once",
    body: OpenStep,
    answer: Nothing,
  },
  getSettings: {
    summary: "The settings that the owner can change, and what Patreon says about them",
    answer: Settings,
  },
  changeSettings: {
    summary: "Change settings; they count at once on every server",
    description: "Needs a recent login. What the environment sets cannot be changed here (409).",
    body: SettingsChange,
    answer: z.object({ settings: Settings, change: MadeChange }),
  },
  resumeWebhook: { summary: "Resume the webhook that Patreon has paused", answer: Settings },
  getConnections: {
    summary: "Connecting Patreon or Twitch again, or adding the second: how far it is",
    answer: Connections,
  },
  changeClient: {
    summary: "Another client id and secret of Patreon or Twitch, which are tried at once; they count when it is saved",
    description: "Needs a recent login, as do the other calls that connect.",
    params: ProviderName,
    body: ClientStep,
    answer: Connections,
  },
  dropConnection: {
    summary: "Forget a connection that was not saved; what counts now stays",
    params: ProviderName,
    answer: Connections,
  },
  connectAgain: {
    summary: "Where to connect as the creator or the broadcaster again",
    params: ProviderName,
    answer: z.object({ authorize_url: z.string() }),
  },
  saveCampaign: {
    summary: "Save the connection with Patreon: the campaign, and the tiers that may watch",
    body: TiersStep,
    answer: Connections,
  },
  saveChannel: {
    summary: "Save the connection with Twitch: the lowest tier that may watch",
    body: TwitchStep,
    answer: Connections,
  },
  getLook: { summary: "How the archive looks: pictures, colour, texts and links", answer: Look },
  changeLook: {
    summary: "Change how the archive looks; it counts at once on every server",
    description: "What the environment sets cannot be changed here (409).",
    body: LookChange,
    answer: ChangedLook,
  },
  savePicture: {
    summary: "Upload the logo, or the picture of the front page",
    description: "Every size that is served is made of it; the upload itself is not kept.",
    params: PicturePlace,
    body: PictureUpload,
    answer: ChangedLook,
  },
  deletePicture: {
    summary: "Remove the logo, or the picture of the front page",
    params: PicturePlace,
    answer: ChangedLook,
  },
  getBackups: { summary: "When and where backups are made, and how the last one went", answer: Backups },
  changeBackups: {
    summary: "Change when and where backups are made; a bucket is tried at once",
    description: "Needs a recent login. What the environment sets cannot be changed here (409).",
    body: BackupsChange,
    answer: z.object({ backups: Backups, change: MadeChange }),
  },
  makeBackupKey: {
    summary: "Make the key pair for backups; the private key is in this answer only",
    description: "Needs a recent login. If there is a key already, only with `replace` (409).",
    body: NewBackupKey,
    answer: z.object({ backups: Backups, key: BackupKey }),
  },
  runBackup: { summary: "Make a backup now; it runs in the queue", answer: Backups },
  getCheckUp: { summary: "The last check-up of the archive, line by line", answer: CheckUp },
  runCheckUp: { summary: "Check everything now; takes up to 10 seconds", answer: CheckUp },
  confirmKeyCopy: {
    summary: "Confirm that there is a copy of the master key, by the checksum of that copy",
    body: KeyCopy,
    answer: CheckUp,
  },
  listNotices: {
    summary: "What was told to members and to the owner, whether it arrived, and what is wrong now",
    query: NoticePage,
    answer: Notices,
  },
  getNoticeSettings: { summary: "Where notices are sent; secrets are left out", answer: NoticeSettings },
  changeNoticeSettings: {
    summary: "Change where notices are sent; it counts at once on every server",
    description: "Needs a recent login. What the environment sets cannot be changed here (409).",
    body: NoticeSettingsChange,
    answer: NoticeSettings,
  },
  tryNotice: {
    summary: "Send a test by one channel now; the answer says what the other server said",
    body: TestedChannel,
    answer: TestAnswer,
  },
  showStopMails: { summary: "A page with a button that ends the mails, by the link in a mail", params: StopKey },
  stopMails: {
    summary: "End the mails to a member by the link in a mail, without a login (RFC 8058)",
    params: StopKey,
  },
  getNoticeChoice: { summary: "What the member wants to be told, and how", answer: NoticeChoice },
  saveNoticeChoice: {
    summary: "Choose what to be told: nothing, each recording, or once a week; by mail and by push",
    body: NoticeChoiceChange,
    answer: NoticeChoice,
  },
  savePushDevice: {
    summary: "Let this browser show push notices, or stop it",
    body: PushDevice,
    answer: NoticeChoice,
  },
  reportCsp: { summary: "A browser reports a blocked resource" },
} as const satisfies Record<RouteName, Call>;

type Api = typeof api;
type Part<N extends RouteName, K extends keyof Call> = Api[N] extends Record<K, infer S extends z.ZodType> ? S : never;

/** What the caller sends, as it is before parsing. */
export type Input<N extends RouteName> = {
  [K in "params" | "query" | "body" as Api[N] extends Record<K, z.ZodType> ? K : never]: z.input<Part<N, K>>;
};
/** What the handler gets, after parsing. */
export type Parsed<N extends RouteName, K extends "params" | "query" | "body"> = [Part<N, K>] extends [never]
  ? unknown
  : z.output<Part<N, K>>;
export type Answer<N extends RouteName> = [Part<N, "answer">] extends [never] ? unknown : z.output<Part<N, "answer">>;
