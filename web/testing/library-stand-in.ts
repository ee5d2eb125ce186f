// Made-up recordings, and a stand-in for the server that keeps them; for tests only.
import type { Video, VideoInList } from "#contract/video.ts";

export function makeVideo(given: Partial<VideoInList> = {}): VideoInList {
  return {
    id: "a",
    title: "A recording",
    thumbnail_url: null,
    add_date: "2025-03-01T20:00:00.000Z",
    duration: 3600,
    time_missing: false,
    hidden: false,
    state: "published",
    dominant_color: "#202830",
    peaks: "0123456789abcdef".repeat(4),
    leaves_at: null,
    audio_only: false,
    ...given,
  };
}

export function describeVideo(video: VideoInList): Video {
  return {
    ...video,
    description: "",
    prevent_autodelete: video.prevent_autodelete ?? false,
    created_at: video.add_date,
    changed_at: video.add_date,
    revision: 1,
  };
}

/** Messages outlive the test that caused them. */
export function closeMessages(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
}

type Reply = { status: number; body: unknown };
interface Asked {
  method: string;
  path: string;
  body: unknown;
}

/** Answers the page's calls in place of the server. `fail` makes one kind of call fail, named as "PUT hidden". */
export function standIn(videos: readonly VideoInList[]) {
  const shelf = new Map(videos.map((video) => [video.id, describeVideo(video)]));
  const asked: Asked[] = [];
  /** What each change has to be undone; its place is the number in its id. */
  const undos: (() => void)[] = [];
  const record = (undo: () => void): string => `c${undos.push(undo) - 1}`;
  const failing = new Set<string>();
  const answer = ({ method, path, body }: Asked): Reply => {
    const [id = "", what = ""] = path.replace(/^\/api\/video\/(v\/)?/, "").split("/");
    const isUndo = path === "/api/history/undo";
    if (failing.has(`${method} ${isUndo ? "undo" : what || (path.includes("/v/") ? "video" : id)}`))
      return refuse(500, "It did not work.");
    if (isUndo) return undo((body as { changes: string[] }).changes);
    if (id === "list") return { status: 200, body: { videos: [...shelf.values()] } };
    if (id === "many") return changeMany((body as { changes: (Partial<Video> & { id: string })[] }).changes);
    if (id === "trash") return moveMany(body as { ids: string[] });
    const video = shelf.get(id);
    if (!video) return refuse(404, "There is no such video.");
    if (what === "history") return { status: 200, body: { changes: [] } };
    if (what === "trash") return { status: 200, body: { change: move(id) } };
    if (what === "hidden") return keep({ ...video, hidden: (body as { hidden: boolean }).hidden });
    if (method === "GET") return { status: 200, body: { video } };
    const { video: edited } = body as { video: Video };
    if (edited.revision !== video.revision) return refuse(409, "Somebody was faster.", "conflict");
    return keep(edited);
  };
  const set = (video: Video): { video: Video; change: string } => {
    const before = shelf.get(video.id) as Video;
    const kept = { ...video, revision: before.revision + 1 };
    shelf.set(video.id, kept);
    return { video: kept, change: record(() => set(before)) };
  };
  const keep = (video: Video): Reply => ({ status: 200, body: set(video) });
  const move = (id: string): string => {
    const video = shelf.get(id) as Video;
    shelf.delete(id);
    return record(() => shelf.set(id, video));
  };
  const moveMany = ({ ids }: { ids: readonly string[] }): Reply => ({
    status: 200,
    body: { moved: ids, changes: ids.map(move) },
  });
  const changeMany = (wanted: readonly (Partial<Video> & { id: string })[]): Reply => {
    const changes = wanted.map((change) => set({ ...(shelf.get(change.id) as Video), ...change }).change);
    return { status: 200, body: { videos: [], changes } };
  };
  const undo = (changes: readonly string[]): Reply => {
    for (const change of changes) undos[Number(change.slice(1))]?.();
    return { status: 200, body: { changes: [] } };
  };
  const fetch = async (address: unknown, request: RequestInit = {}): Promise<Response> => {
    const one = {
      method: request.method ?? "GET",
      path: typeof address === "string" ? address : "",
      body: typeof request.body === "string" ? JSON.parse(request.body) : undefined,
    };
    // nobody has favourites; a test about something else does not wait for them
    if (one.path === "/api/user/favourites") return Response.json({ videos: [], performances: [] });
    asked.push(one);
    const { status, body } = answer(one);
    return Response.json(body, { status });
  };
  return { fetch, asked, failing, shelf };
}

function refuse(status: number, detail: string, code = "unexpected"): Reply {
  return { status, body: { type: "about:blank", title: detail, status, detail, code, request_id: "r" } };
}
