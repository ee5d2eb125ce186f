// What each call of routes.ts takes and answers. The server validates and documents with it;
// the page imports only its types.
import { z } from "zod";
import { OpenSession, providers, User } from "./member.ts";
import type { RouteName } from "./routes.ts";
import { Health, Site } from "./site.ts";
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
