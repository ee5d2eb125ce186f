// Every call: the lowest level that may make it, and its answer for a recording in each state. A route of the server that is
// not listed here fails the test.
import { hash } from "node:crypto";
import { setListFormats } from "#contract/songs.ts";
import { broughtCaptionKinds, servedKinds } from "#server/media/store/kinds.ts";
import { isCard, isStored, reaches, sees, type Asked, type Level } from "./declared.ts";

/** A recording, or what is asked for in its place. */
export interface Target {
  id: string;
  title: string;
  sha256: string;
  revision: number;
  /** A song that was only played there, and its title. */
  songId: string;
  songTitle: string;
  /** Another one, which was merged into the song that was played in every recording. */
  mergedId: string;
  mergedTitle: string;
  /** Of a link to a moment of it, which an editor has shared. */
  momentToken: string;
  /** Of its audio file, as a podcast feed names it. */
  audioVersion: string;
}

/** Was played in every recording. */
export const sharedSong = "sharedsongsharedsongshared";

/** The share key of a list with every recording, made by somebody who is in none of the roles. */
export const sharedList = "sharedlistsharedlistshared";

/** Two collections with every recording: one of the standard level, one for gold. */
export const openCollection = "opencollectionopencollecti";
export const goldCollection = "goldcollectiongoldcollecti";

/** Computed, so that every call knows it; the server only stores its hash. */
export function screenTokenOf(feedToken: string, videoId: string): string {
  return hash("sha256", `${feedToken} ${videoId}`, "base64url");
}

export interface Call {
  /** The route as the server names it. */
  route: string;
  needs: Level;
  /** The status for those who may make the call. */
  gets(asked: Asked): number;
  /** The address, with the target's id; of a podcast feed with the caller's token. */
  address(target: Target, feedToken: string): string;
  body?(target: Target): unknown;
  headers?: Record<string, string>;
  /** Called for a recording in every state, or only once. */
  isAboutVideo: boolean;
  /** A successful call changes something, so each gets its own recording. */
  isChange?: boolean;
  /** The call ends its own session. */
  endsSession?: boolean;
  /** Made in a session that began an hour ago. */
  isOld?: boolean;
  /** Whether something of the recording is shown, where that is not decided by who asks. */
  shows?(asked: Asked): boolean;
  /** Whether the answer to those who may make the call must name the recording. */
  names?(asked: Asked): boolean;
}

type More = Partial<Omit<Call, "route" | "needs" | "gets" | "address">> & {
  at?: (target: Target, feedToken: string) => string;
};

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
/** Locked cards are known to the list, to the recording's own call and to its thumbnail; other files are refused. */
const foundOrCard = (asked: Asked): number => (isCard(asked) ? 200 : found(asked));
const foundOrLocked = (asked: Asked): number => (isCard(asked) ? 403 : found(asked));
const listed = (asked: Asked): boolean => seen(asked) || isCard(asked);
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
  about("GET /api/video/v/:id", "viewer", foundOrCard, { names: listed }),
  ...[...servedKinds, "master.m3u8"].map((kind) =>
    about("GET /api/media/:id/:kind", "viewer", kind === "thumbnail" ? foundOrCard : foundOrLocked, {
      at: ({ id }) => `/api/media/${id}/${kind}`,
    }),
  ),
  // what was brought along is never served, to nobody
  ...[...broughtCaptionKinds, "brought-picture", "brought-chat", "harmony"].map((kind) =>
    about("GET /api/media/:id/:kind", "viewer", (asked) => (isCard(asked) ? 403 : 404), {
      at: ({ id }) => `/api/media/${id}/${kind}`,
    }),
  ),
  // the owner of this rig allows no downloads
  ...["audio", "video", "small"].map((what) =>
    about("GET /api/video/v/:id/download/:what", "viewer", 404, {
      at: ({ id }) => `/api/video/v/${id}/download/${what}`,
    }),
  ),
  about("GET /api/video/list", "viewer", 200, { names: listed }),
  about("GET /api/video/list", "viewer", 200, {
    at: ({ title }) => `/api/video/list?q=${encodeURIComponent(title)}`,
    names: listed,
  }),
  about("GET /api/video/list", "viewer", 200, { at: () => "/api/video/list?limit=200&sort=title", names: listed }),
  about("GET /api/video/list", "viewer", 200, {
    at: () => "/api/video/list?hidden=only",
    names: ({ level, state }) => state === "hidden" && sees(level, state),
  }),
  // each description says "told of" and its id
  about("GET /api/search", "viewer", 200, {
    at: ({ id }) => `/api/search?q=told%20${id}`,
    names: seen,
  }),
  about("GET /api/user/positions", "viewer", 200, { names: seen }),
  about("PUT /api/user/positions/:id", "viewer", found, {
    body: () => ({ seconds: 1, at: "2026-01-02T03:04:05Z" }),
  }),
  about("PUT /api/user/positions/:id", "viewer", found, {
    body: () => ({
      heard: [{ id: "heardheardheardheard", kind: "audio", day: "2026-01-02", before: 0, spans: [[0, 1]] }],
    }),
  }),
  about("GET /api/video/v/:id/heard", "viewer", found),
  about("GET /api/user/heard/years/:year", "member", 200, { at: () => "/api/user/heard/years/2026" }),
  about("GET /api/studio/heard", "editor", 200, { at: () => "/api/studio/heard?days=28" }),
  about("GET /api/studio/heard/table", "editor", 200, { at: () => "/api/studio/heard/table?days=28" }),
  // what may no longer be heard is missing in the answer
  about("POST /api/user/saved", "viewer", 200, { body: ({ id }) => ({ ids: [id] }), names: seen }),
  about("POST /api/video/v/:id/smaller-sizes", "viewer", found),
  about("GET /api/video/v/:id/history", "editor", found),
  about("PUT /api/video/v/:id", "editor", found, {
    body: ({ revision }) => ({ video: { title: "Changed", revision } }),
    isChange: true,
  }),
  about("PUT /api/video/v/:id/hidden", "editor", found, { body: () => ({ hidden: true }), isChange: true }),
  about("PUT /api/video/v/:id/captions/:slot", "editor", extras, {
    at: ({ id }) => `/api/video/v/${id}/captions/1`,
    body: () => ({ language: "en", text: "1\n00:00:00,100 --> 00:00:00,900\nSing\n" }),
    isChange: true,
  }),
  about("DELETE /api/video/v/:id/captions/:slot", "editor", extras, {
    at: ({ id }) => `/api/video/v/${id}/captions/1`,
    isChange: true,
  }),
  about("PUT /api/video/v/:id/thumbnail", "editor", extras, { body: () => ({ seconds: 1 }), isChange: true }),
  about("DELETE /api/video/v/:id/thumbnail", "editor", extras, { isChange: true }),
  about("GET /api/studio/inbox", "editor", 200),
  about("POST /api/studio/inbox/edits", "editor", found, {
    body: ({ id, revision }) => ({ edits: [{ id, revision, title: "Changed" }] }),
    isChange: true,
  }),
  about("POST /api/studio/inbox/done", "editor", found, {
    body: ({ id }) => ({ ids: [id], publish: true }),
    isChange: true,
  }),
  about("POST /api/video/many", "editor", found, {
    body: ({ id }) => ({ changes: [{ id, prevent_autodelete: true }] }),
    isChange: true,
  }),
  about("POST /api/video/many/preview", "editor", found, {
    body: ({ id }) => ({ changes: [{ id }], to_all: { prevent_autodelete: true } }),
  }),
  about("GET /api/studio/recordings", "editor", 200, {
    at: ({ title }) => `/api/studio/recordings?q=${encodeURIComponent(title)}`,
    names: seen,
  }),
  about("GET /api/studio/recordings/all", "editor", 200, {
    at: ({ title }) => `/api/studio/recordings/all?ids=yes&q=${encodeURIComponent(title)}`,
    names: seen,
  }),
  about("GET /api/video/v/:id/files", "editor", found),
  about("POST /api/video/v/:id/trash", "editor", found, { isChange: true }),
  about("POST /api/video/v/:id/restore", "editor", (asked) => (isInTrash(asked) ? 200 : 404), { isChange: true }),
  about("POST /api/video/trash", "editor", found, { body: ({ id }) => ({ ids: [id], trashed: true }), isChange: true }),
  about("POST /api/video/v/:id/prepare", "editor", prepareAgain, { isChange: true }),
  // the recordings of this rig have every file, so there is nothing to look for
  about("POST /api/video/v/:id/borders", "editor", found),
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

/** Editors also see songs that were only played in a recording that is deleted. */
function songFound({ level, state }: Asked): number {
  const isKept = isStored(state) || state === "purged";
  return sees(level, state) || (reaches(level, "editor") && isKept) ? 200 : 404;
}

// First, while there are few recordings: what is asked about must be on the first page.
const songCalls: Call[] = [
  about("GET /api/user/heard", "member", 200, { at: () => "/api/user/heard?limit=200", names: seen }),
  about("GET /api/video/v/:id/set-list", "viewer", found),
  ...setListFormats.map((format) =>
    about("GET /api/video/v/:id/set-list/:format", "viewer", found, {
      at: ({ id }) => `/api/video/v/${id}/set-list/${format}`,
    }),
  ),
  about("POST /api/video/v/:id/set-list/read", "editor", found, { body: () => ({ text: "0:00 One" }) }),
  // a word that is no video: Twitch is not asked, and only those who may see the recording are told
  about("POST /api/video/v/:id/set-list/twitch", "editor", (asked) => (found(asked) === 200 ? 400 : found(asked)), {
    body: () => ({ video: "no number" }),
  }),
  about("GET /api/songs", "viewer", 200),
  about("GET /api/songs", "viewer", 200, {
    at: ({ songTitle }) => `/api/songs?sort=times&q=${encodeURIComponent(songTitle)}`,
  }),
  about("GET /api/search", "viewer", 200, {
    at: ({ songTitle }) => `/api/search?q=${encodeURIComponent(songTitle)}`,
    names: seen,
  }),
  about("GET /api/search", "viewer", 200, {
    at: ({ title }) => `/api/search?limit=100&kind=recordings&q=${encodeURIComponent(title)}`,
    names: listed,
  }),
  about("GET /api/songs/v/:id", "viewer", songFound, { at: ({ songId }) => `/api/songs/v/${songId}`, names: seen }),
  about("GET /api/songs/v/:id", "viewer", 200, { at: () => `/api/songs/v/${sharedSong}?limit=200`, names: listed }),
  about("GET /api/songs", "viewer", 200, {
    at: ({ mergedTitle }) => `/api/songs?q=${encodeURIComponent(mergedTitle)}`,
  }),
  about("GET /api/search", "viewer", 200, {
    at: ({ mergedTitle }) => `/api/search?q=${encodeURIComponent(mergedTitle)}`,
    names: seen,
  }),
  about("GET /api/songs/v/:id", "viewer", songFound, {
    at: ({ mergedId }) => `/api/songs/v/${mergedId}?limit=200`,
    names: seen,
  }),
  about("GET /api/songs/v/:id/figures", "viewer", songFound, {
    at: ({ mergedId }) => `/api/songs/v/${mergedId}/figures`,
  }),
  about("GET /api/songs/v/:id/figures", "viewer", songFound, {
    at: ({ songId }) => `/api/songs/v/${songId}/figures`,
    names: seen,
  }),
  about("GET /api/songs/v/:id/figures", "viewer", 200, { at: () => `/api/songs/v/${sharedSong}/figures` }),
  about("PUT /api/songs/v/:id", "editor", songFound, {
    at: ({ songId }) => `/api/songs/v/${songId}`,
    body: ({ songTitle: title }) => ({
      song: { revision: 1, title, is_cover: false, artist: null, other_names: [], notes: "", lyrics_url: null },
    }),
    isChange: true,
  }),
  // into a song that does not exist: each has a merged song already
  about("POST /api/songs/v/:id/merge", "editor", 404, {
    at: ({ songId }) => `/api/songs/v/${songId}/merge`,
    body: () => ({ into: "nothing" }),
  }),
  about("PUT /api/video/v/:id/set-list", "editor", found, {
    body: () => ({ set_list: { revision: 1, entries: [] } }),
    isChange: true,
  }),
];

const isPlayable = ({ state }: Asked): boolean => ["published", "protected", "for gold", "hidden"].includes(state);

/** Everybody has every recording in their favourites and in their queue; one list with all of them is shared. */
const listCalls: Call[] = [
  about("GET /api/user/favourites", "viewer", 200, { names: seen }),
  about("GET /api/lists/:id", "viewer", 200, { at: () => "/api/lists/favourites", names: seen }),
  about("GET /api/lists/:id", "viewer", 200, { at: () => `/api/lists/${sharedList}`, names: seen }),
  about("GET /api/lists/:id", "viewer", 200, { at: () => "/api/lists/queue", names: seen }),
  about("POST /api/lists/:id/entries", "viewer", (asked) => (!seen(asked) ? 404 : isPlayable(asked) ? 200 : 409), {
    at: () => "/api/lists/queue/entries",
    body: ({ id }) => ({ add: [{ video_id: id, performance_id: null }], next: true }),
  }),
  // only the queue goes on: with what, is in server/library/lists/lists.test.ts
  call("POST /api/lists/:id/entries", "viewer", 409, {
    at: () => "/api/lists/later/entries",
    body: () => ({ more: true }),
  }),
  about("GET /api/lists", "viewer", 200, { at: ({ id }) => `/api/lists?video_id=${id}` }),
  about("GET /api/user/queue", "viewer", 200, { names: (asked) => seen(asked) && isPlayable(asked) }),
  about("POST /api/lists/:id/entries", "viewer", found, {
    at: () => "/api/lists/later/entries",
    body: ({ id }) => ({ add: [{ video_id: id, performance_id: null }] }),
  }),
  about("POST /api/lists/:id/entries", "viewer", 200, {
    at: () => "/api/lists/later/entries",
    body: ({ id }) => ({ remove: [{ video_id: id, performance_id: null }] }),
  }),
  about("POST /api/lists/:id/entries", "viewer", 404, {
    at: () => "/api/lists/later/entries",
    body: ({ id }) => ({ move: { video_id: id, performance_id: null }, before: null }),
  }),
  // somebody else's list can be read by its key, and nothing more
  about("POST /api/lists/:id/entries", "viewer", 404, {
    at: () => `/api/lists/${sharedList}/entries`,
    body: ({ id }) => ({ add: [{ video_id: id, performance_id: null }] }),
  }),
  about("POST /api/user/queue", "viewer", startsQueue, {
    body: ({ songId }) => ({ from: { song: songId }, shuffle: false }),
    names: seen,
  }),
  call("POST /api/lists", "viewer", 200, { body: () => ({ title: "Mine" }) }),
  call("PUT /api/lists/:id", "viewer", 404, { at: () => `/api/lists/${sharedList}`, body: () => ({ shared: false }) }),
  call("DELETE /api/lists/:id", "viewer", 404, { at: () => `/api/lists/${sharedList}` }),
  call("PUT /api/user/queue", "viewer", 409, { body: () => ({ revision: 999_999, place: 0, seconds: null }) }),
  call("DELETE /api/user/queue", "viewer", 200),
  call("POST /api/history/undo", "viewer", 404, { body: () => ({ changes: ["l999999"] }) }),
];

const forGold = ({ level }: Asked): number => (reaches(level, "gold") ? 200 : 404);
const seenInGold = (asked: Asked): boolean => reaches(asked.level, "gold") && seen(asked);
const noCollection = "nonenonenonenonenonenoneno";

const collectionCalls: Call[] = [
  about("GET /api/collections", "viewer", 200),
  about("GET /api/collections/:id", "viewer", 200, { at: () => `/api/collections/${openCollection}`, names: seen }),
  about("GET /api/collections/:id", "viewer", forGold, {
    at: () => `/api/collections/${goldCollection}`,
    names: seenInGold,
  }),
  call("GET /api/collections/:id/picture", "viewer", 200, { at: () => `/api/collections/${openCollection}/picture` }),
  call("GET /api/collections/:id/picture", "viewer", forGold, {
    at: () => `/api/collections/${goldCollection}/picture`,
  }),
  call("POST /api/user/queue", "viewer", forGold, {
    body: () => ({ from: { collection: goldCollection }, shuffle: false }),
  }),
  about("POST /api/collections", "editor", found, { body: ({ id }) => ({ title: "Made", videos: [id] }) }),
  about("PUT /api/collections/:id", "editor", (asked) => (seen(asked) ? 409 : 404), {
    at: () => `/api/collections/${openCollection}`,
    // of a page that is out of date
    body: ({ id }) => ({ revision: 0, videos: [id] }),
  }),
  call("PUT /api/collections", "editor", 409, { body: () => ({ ids: [] }) }),
  call("DELETE /api/collections/:id", "editor", 404, { at: () => `/api/collections/${noCollection}` }),
  call("PUT /api/collections/:id/picture", "editor", 400, {
    at: () => `/api/collections/${openCollection}/picture`,
    body: () => ({ picture: "" }),
  }),
  call("DELETE /api/collections/:id/picture", "editor", 404, { at: () => `/api/collections/${noCollection}/picture` }),
];

/** Of a song that was only played there. Editors see songs that cannot be played at the moment. */
function startsQueue(asked: Asked): number {
  const status = songFound(asked);
  return status === 200 && !(seen(asked) && isPlayable(asked)) ? 409 : status;
}

/** Only a failed recording can be prepared again; for one that is being prepared nothing changes. */
function prepareAgain(asked: Asked): number {
  if (!seen(asked)) return 404;
  return asked.state === "failed" || asked.state === "preparing" ? 200 : 409;
}

/** The files of this rig cannot be cut. */
const sharesMoment = (asked: Asked): number => (seen(asked) ? 409 : 404);

/** Whoever has the link: what all members see, and nothing else. */
const isShared = ({ state }: Asked): boolean => sees("viewer", state);
const sharedFound = (asked: Asked): number => (isShared(asked) ? 200 : 404);

const streamKey = { name: "OBS", title: "", level: null, hidden: false };

const momentCalls: Call[] = [
  about("POST /api/video/v/:id/moments", "viewer", sharesMoment, {
    body: () => ({ start: 0, end: 2 }),
  }),
  call("GET /api/user/moments", "viewer", 200),
  call("GET /api/moments", "owner", 200),
  call("DELETE /api/moments/:id", "viewer", 404, { at: () => `/api/moments/${nobodysId}` }),
  about("GET /api/moment/:token", "nobody", sharedFound, {
    at: ({ momentToken }) => `/api/moment/${momentToken}`,
    shows: isShared,
    // not even its id
    names: () => false,
  }),
  about("GET /api/moment/:token/picture", "nobody", sharedFound, {
    at: ({ momentToken }) => `/api/moment/${momentToken}/picture`,
    shows: isShared,
  }),
  // the files of this rig cannot be played
  about("POST /api/moment/:token/play", "nobody", 404, { at: ({ momentToken }) => `/api/moment/${momentToken}/play` }),
  about("GET /api/moment/:token/media/:play", "nobody", 404, {
    at: ({ momentToken }) => `/api/moment/${momentToken}/media/guessed`,
  }),
  call("GET /moment/:token", "nobody", 200, { at: ({ momentToken }) => `/moment/${momentToken}` }),
];

/** Only what is prepared can be changed so. */
function extras(asked: Asked): number {
  if (!seen(asked)) return 404;
  return asked.state === "failed" || asked.state === "preparing" ? 409 : 200;
}

/** An app has no session, only the token of its member. Hidden recordings are in nobody's feed. */
const hasFeed = ({ role }: Asked): boolean => role !== "anonymous" && role !== "session expired";
const isInFeed = ({ level, state }: Asked): boolean =>
  reaches(level, "viewer") && sees(reaches(level, "gold") ? "gold" : "viewer", state);
function feedFile(asked: Asked): number {
  if (!hasFeed(asked)) return 404;
  if (!reaches(asked.level, "viewer")) return 403;
  return isInFeed(asked) ? 200 : 404;
}
const feedFolder = (token: string) => `/api/feed/${token}`;

const feedCalls: Call[] = [
  ...[
    "everything.xml",
    "recordings.atom",
    "favourites.xml",
    `list-${sharedList}.xml`,
    `collection-${openCollection}.xml`,
  ].map((feed) =>
    about("GET /api/feed/:token/:feed", "nobody", (asked) => (hasFeed(asked) ? 200 : 404), {
      at: (_, token) => `${feedFolder(token)}/${feed}`,
      names: isInFeed,
    }),
  ),
  about(
    "GET /api/feed/:token/:feed",
    "nobody",
    // without access every feed is the notice
    (asked) => (hasFeed(asked) && (isInFeed(asked) || !reaches(asked.level, "viewer")) ? 200 : 404),
    { at: ({ songId }, token) => `${feedFolder(token)}/song-${songId}.xml` },
  ),
  about(
    "GET /api/feed/:token/:feed",
    "nobody",
    (asked) => (hasFeed(asked) && (reaches(asked.level, "gold") || !reaches(asked.level, "viewer")) ? 200 : 404),
    {
      at: (_, token) => `${feedFolder(token)}/collection-${goldCollection}.xml`,
      names: (asked) => reaches(asked.level, "gold") && isInFeed(asked),
    },
  ),
  ...["chapters.json", "captions-1.vtt"].map((file) =>
    about("GET /api/feed/:token/:id/:file", "nobody", feedFile, {
      at: ({ id }, token) => `${feedFolder(token)}/${id}/${file}`,
    }),
  ),
  about("GET /api/feed/:token/:id/:file", "nobody", feedFile, {
    at: ({ id, audioVersion }, token) => `${feedFolder(token)}/${id}/${audioVersion}.m4a`,
  }),
  // the audio of this rig cannot be cut, and its pictures are none
  ...["cover-1.jpg", "notice.m4a", `${"0".repeat(16)}.m4a`, "original"].map((file) =>
    about(
      "GET /api/feed/:token/:id/:file",
      "nobody",
      (asked) => (hasFeed(asked) && !reaches(asked.level, "viewer") && file !== "original" ? 403 : 404),
      { at: ({ id }, token) => `${feedFolder(token)}/${id}/${file}` },
    ),
  ),
  ...["notice.m4a", "cover-0.jpg"].map((file) =>
    call("GET /api/feed/:token/:id/:file", "nobody", (asked) => (hasFeed(asked) ? 200 : 404), {
      at: (_, token) => `${feedFolder(token)}/archive/${file}`,
    }),
  ),
  call("GET /api/user/feed", "viewer", 200),
  call("DELETE /api/members/:id/feed", "owner", 404, { at: () => `/api/members/${nobodysId}/feed` }),
];

/** A television has no session, only the token that its member got for one recording. */
const onScreen = (asked: Asked): boolean => hasFeed(asked) && isInFeed(asked);
const screenFiles: [file: string, gets: (asked: Asked) => number][] = [
  ...["master.m3u8", ...servedKinds.filter((kind) => /\.(m3u8|mp4|m4a)$/.test(kind))].map(
    (file): [string, (asked: Asked) => number] => [file, (asked) => (onScreen(asked) ? 200 : 404)],
  ),
  // the files of this rig cannot be joined; and nothing but video and audio is there
  ...["recording.mp4", "thumbnail", "captions-1.vtt"].map((file): [string, () => number] => [file, () => 404]),
];
const screenCalls: Call[] = [
  ...screenFiles.map(([file, gets]) =>
    about("GET /api/screen/:token/:file", "nobody", gets, {
      at: ({ id }, token) => `/api/screen/${screenTokenOf(token, id)}/${file}`,
      shows: onScreen,
    }),
  ),
  call("OPTIONS /api/screen/:token/:file", "nobody", 204, { at: () => "/api/screen/guessed/master.m3u8" }),
  call("DELETE /api/screen/:token", "nobody", 404, { at: () => "/api/screen/guessed" }),
];

/** Only what all members of a level see. */
function makesScreen(asked: Asked): number {
  if (isCard(asked)) return 403;
  if (!seen(asked)) return 404;
  return isInFeed(asked) ? 200 : 409;
}

/** Last: they make the tokens of the calls above old, or delete what those read. */
const newTokenCalls: Call[] = [
  call("PUT /api/user/heard", "member", 200, { body: () => ({ keeps: true }) }),
  about("DELETE /api/user/heard/:day/:id", "member", 200, { at: ({ id }) => `/api/user/heard/2020-01-01/${id}` }),
  call("DELETE /api/user/heard", "member", 200),
  call("POST /api/user/feed", "viewer", 200),
  about("POST /api/video/v/:id/screen", "viewer", makesScreen),
];

const personCalls: Call[] = [
  call("GET /api/user/info", "nobody", ({ level }) => (level === "nobody" ? 401 : 200)),
  call("GET /api/user/picture", "member", 200),
  call("GET /api/user/notices", "member", 200),
  call("PUT /api/user/notices", "member", 200, {
    body: () => ({ mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC" }),
  }),
  call("PUT /api/user/notices/push", "member", 400, {
    body: () => ({
      endpoint: "https://intranet.example/push",
      keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) },
    }),
  }),
  call("GET /api/user/sessions", "member", 200),
  call("DELETE /api/user/sessions/:id", "member", 404, { at: () => `/api/user/sessions/${nobodysId}` }),
  // each member has only this login, which cannot be removed
  call("DELETE /api/user/identities/:provider", "member", 409, { at: () => "/api/user/identities/patreon" }),
  call("POST /api/user/check", "member", 200),
  about("GET /api/user/data", "member", 200, {
    names: ({ level, state }) => sees(reaches(level, "viewer") ? level : "viewer", state),
  }),
  // nobody has logged in just now, so nothing is deleted
  call("DELETE /api/user", "member", 401, { endsSession: true, isOld: true }),
  call("POST /api/user/logout", "nobody", 200, { endsSession: true }),
  call("POST /api/auth/csrf-token", "nobody", 200, { body: () => ({ return_path: "/" }) }),
  call("GET /api/site/privacy", "nobody", 404),
  call("POST /api/invitation", "nobody", 404, { body: () => ({ key: "guessed" }) }),
  call("POST /api/invitation/accept", "member", 404, { body: () => ({ key: "guessed" }) }),
  call("GET /pictures/:id/:name", "nobody", 404, { at: () => `/pictures/${"0".repeat(32)}/logo.png` }),
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
  call("GET /api/studio/work/ahead", "editor", 200),
  call("GET /api/studio/work/events", "editor", 200),
  call("POST /api/studio/work/:id/retry", "editor", 404, { at: () => "/api/studio/work/999999/retry" }),
  call("POST /api/studio/work/:id/cancel", "editor", 404, { at: () => "/api/studio/work/999999/cancel" }),
  call("GET /api/studio/storage", "editor", 200),
  call("GET /api/studio/incoming", "editor", 200),
  call("GET /api/settings", "owner", 200),
  call("PUT /api/settings", "owner", 200, { body: () => ({}) }),
  // the simulated Patreon does not answer in this rig
  call("POST /api/settings/webhook", "owner", 502, { body: () => ({}) }),
  call("GET /api/settings/connections", "owner", 200),
  // the archive of this rig is a demo
  call("PUT /api/settings/connections/:provider", "owner", 409, {
    at: () => "/api/settings/connections/patreon",
    body: () => ({ client_id: "a", client_secret: "b" }),
  }),
  call("DELETE /api/settings/connections/:provider", "owner", 409, { at: () => "/api/settings/connections/patreon" }),
  call("POST /api/settings/connections/:provider/connect", "owner", 409, {
    at: () => "/api/settings/connections/twitch/connect",
  }),
  call("PUT /api/settings/connections/patreon/tiers", "owner", 409, {
    body: () => ({ campaign_id: "1", tier_ids: ["2"] }),
  }),
  call("PUT /api/settings/connections/twitch/tiers", "owner", 409, { body: () => ({ min_tier: "1000" }) }),
  call("GET /api/settings/look", "owner", 200),
  call("PUT /api/settings/look", "owner", 200, { body: () => ({}) }),
  call("PUT /api/settings/picture/:kind", "owner", 400, {
    at: () => "/api/settings/picture/logo",
    body: () => ({ picture: "" }),
  }),
  call("DELETE /api/settings/picture/:kind", "owner", 200, { at: () => "/api/settings/picture/logo" }),
  call("GET /api/notices", "owner", 200),
  call("GET /api/notices/settings", "owner", 200),
  call("PUT /api/notices/settings", "owner", 400, { body: () => ({ discord: "nowhere" }) }),
  // to an address that is not asked
  call("POST /api/notices/test", "owner", 200, { body: () => ({ channel: "discord" }) }),
  call("GET /api/settings/backups", "owner", 200),
  call("PUT /api/settings/backups", "owner", 200, { body: () => ({}) }),
  // there is one already: it was shown when the rig made it
  call("POST /api/settings/backups/key", "owner", 409, { body: () => ({ replace: false }) }),
  // no folder is set for backups
  call("POST /api/settings/backups/run", "owner", 409, { body: () => ({}) }),
  call("GET /api/check-up", "owner", 200),
  call("POST /api/check-up", "owner", 200, { body: () => ({}) }),
  call("POST /api/check-up/key-copy", "owner", 400, { body: () => ({ checksum: "0".repeat(64) }) }),
  call("GET /api/members", "owner", 200),
  call("PUT /api/members/:id", "owner", 404, {
    at: () => `/api/members/${nobodysId}`,
    body: () => ({ role: "editor" }),
  }),
  call("GET /api/members/:id/data", "owner", 404, { at: () => `/api/members/${nobodysId}/data` }),
  call("DELETE /api/members/:id", "owner", 404, { at: () => `/api/members/${nobodysId}` }),
  call("DELETE /api/members/:id/sessions", "owner", 404, { at: () => `/api/members/${nobodysId}/sessions` }),
  // editors may only invite where the owner's setting allows it
  call("GET /api/guests", "owner", 200),
  call("POST /api/guests", "owner", 400, {
    body: () => ({ provider: "patreon", account: "a name", until: null, note: "" }),
  }),
  call("PUT /api/guests/:id", "owner", 404, { at: () => `/api/guests/${nobodysId}`, body: () => ({ ended: true }) }),
  call("POST /api/invitations", "owner", 400, {
    body: () => ({ guest_until: null, link_until: "2020-01-01T00:00:00Z", most_uses: 1, note: "" }),
  }),
  call("DELETE /api/invitations/:id", "owner", 404, { at: () => `/api/invitations/${nobodysId}` }),
  call("GET /api/studio/live", "editor", 200),
  call("POST /api/studio/live/keys", "editor", 400, { body: () => ({ ...streamKey, name: " " }) }),
  call("PUT /api/studio/live/keys/:id", "editor", 404, {
    at: () => `/api/studio/live/keys/${nobodysId}`,
    body: () => streamKey,
  }),
  call("POST /api/studio/live/keys/:id/reset", "editor", 404, { at: () => `/api/studio/live/keys/${nobodysId}/reset` }),
  call("DELETE /api/studio/live/keys/:id", "editor", 404, { at: () => `/api/studio/live/keys/${nobodysId}` }),
  call("POST /api/studio/live/:id/end", "editor", 404, { at: () => `/api/studio/live/${nobodysId}/end` }),
  call("POST /api/upload/guess", "editor", 200, { body: () => ({ names: ["Song.mp4"] }) }),
  call("OPTIONS /api/upload", "editor", 204),
  call("POST /api/upload", "editor", 201, { headers: { ...tus, "upload-length": "1000" } }),
];

/** Whoever may be logged in: only the browser that opened the set-up link may make these. */
const setUpCalls: Call[] = [
  call("POST /api/setup/session", "nobody", 403, { body: () => ({ key: "guessed" }) }),
  call("GET /api/setup/reach", "nobody", 404, { at: () => "/api/setup/reach?word=guessed" }),
  call("GET /api/setup", "nobody", 401),
  call("PUT /api/setup/archive", "nobody", 401, { body: () => ({ name: "Mine", address: "https://a.example" }) }),
  call("PUT /api/setup/provider/:provider", "nobody", 401, {
    at: () => "/api/setup/provider/patreon",
    body: () => ({ client_id: "id", client_secret: "secret" }),
  }),
  call("DELETE /api/setup/provider/:provider", "nobody", 401, { at: () => "/api/setup/provider/patreon" }),
  call("POST /api/setup/provider/:provider/connect", "nobody", 401, {
    at: () => "/api/setup/provider/patreon/connect",
    body: () => ({}),
  }),
  call("PUT /api/setup/tiers/patreon", "nobody", 401, { body: () => ({ campaign_id: "1", tier_ids: ["2"] }) }),
  call("PUT /api/setup/tiers/twitch", "nobody", 401, { body: () => ({ min_tier: "1000" }) }),
  call("POST /api/setup/open", "nobody", 401, { body: () => ({ trash_demo: true }) }),
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
  call("GET /api/notices/stop/:key", "nobody", 200, { at: () => `/api/notices/stop/${"a".repeat(26)}` }),
  call("POST /api/notices/stop/:key", "nobody", 404, { at: () => `/api/notices/stop/${"a".repeat(26)}` }),
  call("POST /api/csp-report", "nobody", 204, { body: () => ({ "csp-report": {} }) }),
  // only a provider can sign a webhook
  call("POST /api/webhooks/patreon", "nobody", 403, { body: () => ({}) }),
  call("POST /api/webhooks/twitch", "nobody", 403, { body: () => ({}) }),
];

export const calls: readonly Call[] = [
  ...[...songCalls, ...listCalls, ...collectionCalls, ...feedCalls, ...momentCalls, ...screenCalls, ...videoCalls],
  ...[...personCalls, ...studioCalls, ...setUpCalls, ...openCalls, ...newTokenCalls],
];
