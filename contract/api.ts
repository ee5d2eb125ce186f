// What each call of routes.ts and other-routes.ts takes and answers, by what it is about. The server validates and documents with
// it; the page imports only its types.
import type { z } from "zod";
import type { RouteName } from "#contract/routes/other-routes.ts";
import type { Call } from "./calls/call.ts";
import { listeningCalls } from "./calls/listening.ts";
import { ownerCalls } from "./calls/owner.ts";
import { recordingCalls } from "./calls/recordings.ts";
import { songCalls } from "./calls/songs.ts";
import { studioCalls } from "./calls/studio.ts";
import { userCalls } from "./calls/user.ts";

export const api = {
  ...userCalls,
  ...listeningCalls,
  ...recordingCalls,
  ...songCalls,
  ...studioCalls,
  ...ownerCalls,
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
