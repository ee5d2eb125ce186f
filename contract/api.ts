// What each call of routes.ts takes and answers. The server validates and documents with it;
// the page imports only its types.
import { z } from "zod";
import { OpenSession, providers, User } from "./member.ts";
import { Retention, RetentionPreview, RetentionRule, TrashedVideo } from "./retention.ts";
import type { RouteName } from "./routes.ts";
import { Health, Site } from "./site.ts";
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
  WorkItem,
} from "./studio.ts";
import { EditedVideo, ListQuery, Position, QuickChanges, Video, VideoChange, VideoInList, VideoPage } from "./video.ts";

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
const ManyChangeIds = z
  .array(ChangeId)
  .min(1, "must name at least one change")
  .max(200, "must name at most 200 changes")
  .refine((ids) => new Set(ids).size === ids.length, "must name each change only once");
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
  listPositions: {
    summary: "Where this member stopped in each recording, newest first",
    answer: z.object({ positions: z.array(Position) }),
  },
  savePosition: {
    summary: "Save where this member stopped; the newest position wins",
    params: z.strictObject({ id: z.string().max(64) }),
    body: Position.omit({ id: true }).strict(),
    answer: Nothing,
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
    summary: "Make somebody an editor or not, disable or enable an account",
    params: MemberId,
    body: MemberChange,
    answer: z.object({ member: MemberInStudio, change: MadeChange }),
  },
  endMemberSessions: {
    summary: "Log a member out everywhere",
    params: MemberId,
    answer: z.object({ ended: z.int() }),
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
  receivePatreonWebhook: { summary: "Patreon says that a membership changed" },
  receiveTwitchEvent: { summary: "Twitch says that a subscription changed" },
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
