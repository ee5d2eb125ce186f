// Every call: the lowest level that may make it, and its answer for a recording in each state. A route of the server that is
// not listed here fails the test.
import { kinds } from "#server/media/store/kinds.ts";
import { isStored, sees, type Asked, type Level } from "./declared.ts";

/** A recording, or what is asked for in its place. */
export interface Target {
  id: string;
  title: string;
  sha256: string;
  revision: number;
}

export interface Call {
  /** The route as the server names it. */
  route: string;
  needs: Level;
  /** The status for those who may make the call. */
  gets(asked: Asked): number;
  /** The address, with the target's id. */
  address(target: Target): string;
  body?(target: Target): unknown;
  headers?: Record<string, string>;
  /** Called for a recording in every state, or only once. */
  isAboutVideo: boolean;
  /** A successful call changes something, so each gets its own recording. */
  isChange?: boolean;
  /** The call ends its own session. */
  endsSession?: boolean;
  /** Whether the answer to those who may make the call must name the recording. */
  names?(asked: Asked): boolean;
}

type More = Partial<Omit<Call, "route" | "needs" | "gets" | "address">> & { at?: (target: Target) => string };

function call(route: string, needs: Level, gets: number | Call["gets"], { at, ...more }: More = {}): Call {
  const path = route.slice(route.indexOf(" ") + 1);
  const address = at ?? (({ id }: Target) => path.replace(":id", id));
  return { route, needs, gets: typeof gets === "number" ? () => gets : gets, address, isAboutVideo: false, ...more };
}

const about = (route: string, needs: Level, gets: number | Call["gets"], more: More = {}): Call =>
  call(route, needs, gets, { isAboutVideo: true, ...more });

/** What is not visible is not found. */
const found = ({ level, state }: Asked): number => (sees(level, state) ? 200 : 404);
const seen = ({ level, state }: Asked): boolean => sees(level, state);
const isInTrash = ({ state }: Asked): boolean => state === "in the trash";
/** An upload belongs to the person who started it: here the editor. */
const isOwnUpload = ({ role, state }: Asked): boolean => role === "editor" && state === "uploading";
/** The owner sees and can end every upload. */
const isSeenUpload = (asked: Asked): boolean =>
  asked.state === "uploading" && (asked.level === "owner" || isOwnUpload(asked));
const tus = { "tus-resumable": "1.0.0" };
const rule = { keep_days: null, cap_bytes: null, keep_audio: false };
const nobodysId = "00000000-0000-4000-8000-000000000000";

const videoCalls: Call[] = [
  about("GET /api/video/v/:id", "viewer", found, { names: seen }),
  ...[...kinds, "master.m3u8"].map((kind) =>
    about("GET /api/media/:id/:kind", "viewer", found, { at: ({ id }) => `/api/media/${id}/${kind}` }),
  ),
  about("GET /api/video/list", "viewer", 200, { names: seen }),
  about("GET /api/video/list", "viewer", 200, {
    at: ({ title }) => `/api/video/list?q=${encodeURIComponent(title)}`,
    names: seen,
  }),
  about("GET /api/video/list", "viewer", 200, { at: () => "/api/video/list?limit=200&sort=title", names: seen }),
  about("GET /api/video/list", "viewer", 200, {
    at: () => "/api/video/list?hidden=only",
    names: ({ level, state }) => state === "hidden" && sees(level, state),
  }),
  about("GET /api/user/positions", "viewer", 200, { names: seen }),
  about("PUT /api/user/positions/:id", "viewer", found, {
    body: () => ({ seconds: 1, at: "2026-01-02T03:04:05Z" }),
  }),
  about("GET /api/video/v/:id/history", "editor", found),
  about("PUT /api/video/v/:id", "editor", found, {
    body: ({ revision }) => ({ video: { title: "Changed", revision } }),
    isChange: true,
  }),
  about("PUT /api/video/v/:id/hidden", "editor", found, { body: () => ({ hidden: true }), isChange: true }),
  about("POST /api/video/many", "editor", found, {
    body: ({ id }) => ({ changes: [{ id, prevent_autodelete: true }] }),
    isChange: true,
  }),
  about("POST /api/video/v/:id/trash", "editor", found, { isChange: true }),
  about("POST /api/video/v/:id/restore", "editor", (asked) => (isInTrash(asked) ? 200 : 404), { isChange: true }),
  about("POST /api/video/trash", "editor", found, { body: ({ id }) => ({ ids: [id], trashed: true }), isChange: true }),
  about("POST /api/video/v/:id/prepare", "editor", prepareAgain, { isChange: true }),
  about("DELETE /api/video/v/:id", "owner", (asked) => (isInTrash(asked) ? 200 : 404), { isChange: true }),
  about("GET /api/video/trash", "editor", 200, { names: isInTrash }),
  about("GET /api/history", "editor", 200, { at: ({ id }) => `/api/history?video=${id}` }),
  about("GET /api/upload/known", "editor", 200, {
    at: ({ sha256 }) => `/api/upload/known?sha256=${sha256}`,
    names: ({ state }) => isStored(state),
  }),
  about("HEAD /api/upload/:id", "editor", (asked) => (isOwnUpload(asked) ? 200 : 404), { headers: tus }),
  about("PUT /api/upload/:id", "editor", (asked) => (isOwnUpload(asked) ? 200 : 404), {
    body: () => ({ date: "2026-01-02" }),
  }),
  about("PATCH /api/upload/:id", "editor", (asked) => (isOwnUpload(asked) ? 204 : 404), {
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: () => Buffer.from("x"),
  }),
  about("DELETE /api/upload/:id", "editor", (asked) => (isOwnUpload(asked) ? 204 : 404), {
    headers: tus,
    isChange: true,
  }),
  // a POST counts as another method only with a header that says so
  about("POST /api/upload/:id", "editor", 404, { headers: tus }),
  about("GET /api/studio/uploads", "editor", 200, { names: isSeenUpload }),
  about("DELETE /api/studio/uploads/:id", "editor", (asked) => (isSeenUpload(asked) ? 200 : 404), { isChange: true }),
];

/** Only a failed recording can be prepared again; for one that is being prepared nothing changes. */
function prepareAgain(asked: Asked): number {
  if (!seen(asked)) return 404;
  return asked.state === "failed" || asked.state === "preparing" ? 200 : 409;
}

const personCalls: Call[] = [
  call("GET /api/user/info", "nobody", ({ level }) => (level === "nobody" ? 401 : 200)),
  call("GET /api/user/picture", "member", 200),
  call("GET /api/user/sessions", "member", 200),
  call("DELETE /api/user/sessions/:id", "member", 404, { at: () => `/api/user/sessions/${nobodysId}` }),
  // each member has only this login, which cannot be removed
  call("DELETE /api/user/identities/:provider", "member", 409, { at: () => "/api/user/identities/patreon" }),
  call("POST /api/user/check", "member", 200),
  call("POST /api/user/logout", "nobody", 200, { endsSession: true }),
  call("POST /api/auth/csrf-token", "nobody", 200, { body: () => ({ return_path: "/" }) }),
  call("GET /api/auth/patreon/redirect", "nobody", 303),
  call("GET /api/auth/twitch/redirect", "nobody", 303),
];

const studioCalls: Call[] = [
  call("GET /api/history", "editor", 200),
  call("GET /api/history", "owner", 200, { at: () => "/api/history?kind=permission" }),
  call("POST /api/history/undo", "editor", 404, { body: () => ({ changes: ["c999999"] }) }),
  call("POST /api/history/undo", "owner", 409, { body: () => ({ changes: ["a999999"] }) }),
  call("GET /api/retention", "editor", 200),
  call("POST /api/retention/preview", "editor", 200, { body: () => ({ rule }) }),
  // the same rule as before
  call("PUT /api/retention", "owner", 200, { body: () => ({ rule, revision: 1, confirmed_total: 0 }) }),
  call("GET /api/studio/work", "editor", 200),
  call("GET /api/studio/work/events", "editor", 200),
  call("POST /api/studio/work/:id/retry", "editor", 404, { at: () => "/api/studio/work/999999/retry" }),
  call("POST /api/studio/work/:id/cancel", "editor", 404, { at: () => "/api/studio/work/999999/cancel" }),
  call("GET /api/studio/storage", "editor", 200),
  call("GET /api/studio/incoming", "editor", 200),
  call("GET /api/members", "owner", 200),
  call("PUT /api/members/:id", "owner", 404, {
    at: () => `/api/members/${nobodysId}`,
    body: () => ({ role: "editor" }),
  }),
  call("DELETE /api/members/:id/sessions", "owner", 404, { at: () => `/api/members/${nobodysId}/sessions` }),
  call("POST /api/upload/guess", "editor", 200, { body: () => ({ names: ["Song.mp4"] }) }),
  call("OPTIONS /api/upload", "editor", 204),
  call("POST /api/upload", "editor", 201, { headers: { ...tus, "upload-length": "1000" } }),
];

const openCalls: Call[] = [
  call("GET /*", "nobody", 200, { at: () => "/v/anything" }),
  call("GET /assets/*", "nobody", 200, { at: () => "/assets/page.js" }),
  call("GET /.well-known/security.txt", "nobody", 200),
  call("GET /api/docs", "nobody", 200),
  call("GET /api/openapi.json", "nobody", 200),
  call("GET /api/health", "nobody", 200),
  call("GET /api/site", "nobody", 200),
  call("GET /metrics", "nobody", ({ isProxied }) => (isProxied ? 404 : 200)),
  call("POST /api/csp-report", "nobody", 204, { body: () => ({ "csp-report": {} }) }),
  // only a provider can sign a webhook
  call("POST /api/webhooks/patreon", "nobody", 403, { body: () => ({}) }),
  call("POST /api/webhooks/twitch", "nobody", 403, { body: () => ({}) }),
];

export const calls: readonly Call[] = [...videoCalls, ...personCalls, ...studioCalls, ...openCalls];
