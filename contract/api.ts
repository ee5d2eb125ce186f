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
import {
  EditedVideo,
  ListQuery,
  Position,
  QuickChange,
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
  .min(1, "must name at least one video")
  .max(200, "must name at most 200 videos")
  .refine((ids) => new Set(ids).size === ids.length, "must name each video only once");
const MemberId = z.strictObject({ id: z.string().max(64) });
const JobId = z.strictObject({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1),
});

export const api = {
  getSite: { summary: "The archive's name and where to sign in", answer: Site },
  getHealth: { summary: "Whether the archive is live and ready", answer: Health },
  getUserInfo: {
    summary: "Who is signed in, what they may do, and why",
    description: "401 when nobody is signed in; with the header 'Prefer: handling=lenient' a 200 whose user is null.",
    answer: z.object({ user: User.nullable() }),
  },
  getPicture: {
    summary: "The signed-in person's profile picture",
    query: z.strictObject({ v: z.string().max(64).optional() }),
  },
  logOut: { summary: "End this session", answer: Nothing },
  checkAgain: { summary: "Read the membership from Patreon and Twitch now", answer: z.object({ user: User }) },
  listSessions: { summary: "Where this person is signed in", answer: z.object({ sessions: z.array(OpenSession) }) },
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
    summary: "Where this person stopped in each video, newest first",
    answer: z.object({ positions: z.array(Position) }),
  },
  savePosition: {
    summary: "Remember where this person stopped; the newest saving wins",
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
    summary: "The videos this person may see: all of them, or page by page",
    query: ListQuery,
    answer: VideoPage,
  },
  getVideo: { summary: "One video", params: VideoId, answer: z.object({ video: Video }) },
  saveVideo: {
    summary: "Change what is known of a video; refused with 409 when somebody else was faster",
    params: VideoId,
    body: z.strictObject({ video: EditedVideo }),
    answer: z.object({ video: Video }),
  },
  setHidden: {
    summary: "Hide a video from viewers, or show it again",
    params: VideoId,
    body: z.strictObject({ hidden: z.boolean() }),
    answer: z.object({ video: Video }),
  },
  listChanges: {
    summary: "Who changed what about a video",
    params: VideoId,
    answer: z.object({ changes: z.array(VideoChange) }),
  },
  changeMany: {
    summary:
      "Hide, show, protect or unprotect many at once, all or none; the same call with the answer's undo takes it back",
    body: z.strictObject({ changes: QuickChanges }),
    answer: z.object({ videos: z.array(VideoInList), undo: z.array(QuickChange) }),
  },
  trashVideo: {
    summary: "Put a video into the trash; it can be restored for 7 days",
    params: VideoId,
    answer: z.object({ video: TrashedVideo }),
  },
  moveMany: {
    summary: "Put many into the trash, or take them out of it; what is not there any more is passed over",
    body: z.strictObject({ ids: ManyIds, trashed: z.boolean() }),
    answer: z.object({ moved: z.array(z.string()).describe("The same call with these takes it back.") }),
  },
  restoreVideo: { summary: "Take a video out of the trash", params: VideoId, answer: z.object({ video: Video }) },
  purgeVideo: {
    summary: "Delete a video in the trash for good, with its files",
    description: "For the owner, and only shortly after signing in (401 sign-in-again otherwise).",
    params: VideoId,
    answer: Nothing,
  },
  prepareAgain: { summary: "Prepare a failed video again", params: VideoId, answer: z.object({ video: Video }) },
  listTrash: { summary: "What is in the trash, newest first", answer: z.object({ videos: z.array(TrashedVideo) }) },
  getRetention: { summary: "How long videos are kept, and what leaves next", answer: Retention },
  previewRetention: {
    summary: "Which videos a rule would remove",
    body: z.strictObject({ rule: RetentionRule }),
    answer: RetentionPreview,
  },
  changeRetention: {
    summary: "Change how long videos are kept",
    description:
      "Needs the preview's total as confirmed_total (409 when it is another by now), and a recent sign-in. Nothing is deleted in the 24 hours after.",
    body: z.strictObject({ rule: RetentionRule, revision: z.int(), confirmed_total: z.int().min(0) }),
    answer: Retention,
  },
  guessDescriptions: {
    summary: "Title and date as files' names tell them",
    body: z.strictObject({ names: z.array(z.string().max(255)).min(1).max(200) }),
    answer: z.object({ guesses: z.array(GuessedDescription) }),
  },
  findUploaded: {
    summary: "Whether a file of this checksum is in the archive already",
    query: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.object({ video: z.object({ id: z.string(), title: z.string(), in_trash: z.boolean() }).nullable() }),
  },
  describeUpload: {
    summary: "Change title and date of an upload under way",
    params: z.strictObject({ id: z.string().max(64) }),
    body: UploadDetails,
    answer: Nothing,
  },
  getWork: { summary: "What is being prepared, step by step", answer: Work },
  watchWork: { summary: "The same, as server-sent events: `work` with all of it, then `item` for each change" },
  retryWork: { summary: "Try a failed step again", params: JobId, answer: z.object({ item: WorkItem }) },
  cancelWork: { summary: "Cancel a waiting or running step", params: JobId, answer: z.object({ item: WorkItem }) },
  listUploads: {
    summary: "Uploads under way",
    description: "Editors get their own, the owner gets everybody's.",
    answer: z.object({ uploads: z.array(UploadUnderWay) }),
  },
  endUpload: {
    summary: "End an upload and free its bytes",
    description: "Of somebody else's only the owner knows.",
    params: z.strictObject({ id: z.string().max(64) }),
    answer: Nothing,
  },
  getStorage: { summary: "What the archive's files take", answer: Storage },
  getIncoming: { summary: "Files in the folder incoming that are not taken in, and why", answer: Incoming },
  listMembers: {
    summary: "Who has signed in, what they may do, and why",
    query: z.strictObject({
      q: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(256).optional(),
    }),
    answer: z.object({ members: z.array(MemberInStudio), next: z.string().nullable() }),
  },
  changeMember: {
    summary: "Make or unmake an editor, disable or enable an account",
    params: MemberId,
    body: MemberChange,
    answer: z.object({ member: MemberInStudio }),
  },
  endMemberSessions: {
    summary: "Sign a member out everywhere",
    params: MemberId,
    answer: z.object({ ended: z.int() }),
  },
  listHistory: {
    summary: "Every curation, deletion and change of permission, newest first",
    description: "Changes of permission and sign-ins are for the owner.",
    query: z.strictObject({
      video: z.string().max(64).optional(),
      member: z.string().max(64).optional(),
      kind: z.enum(historyKinds).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(256).optional().describe("The next of the page before."),
    }),
    answer: z.object({ entries: z.array(HistoryEntry), next: z.string().nullable() }),
  },
  undoChange: {
    summary: "Take a change back; refused with 409 when something newer stands in its way",
    params: z.strictObject({ id: z.string().max(64) }),
    answer: z.object({ entry: HistoryEntry }),
  },
  getMedia: {
    summary: "A file of a video: playlists, pictures, sound. In ranges, and only for those who may see the video",
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
