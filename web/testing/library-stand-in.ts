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
  const trash = new Map<string, Video>();
  const asked: Asked[] = [];
  const failing = new Set<string>();
  const answer = ({ method, path, body }: Asked): Reply => {
    const [id = "", what = ""] = path.replace(/^\/api\/video\/(v\/)?/, "").split("/");
    if (failing.has(`${method} ${what || (path.includes("/v/") ? "video" : id)}`))
      return refuse(500, "It did not work.");
    if (id === "list") return { status: 200, body: { videos: [...shelf.values()] } };
    if (id === "many") return changeMany((body as { changes: (Partial<Video> & { id: string })[] }).changes);
    if (id === "trash") return moveMany(body as { ids: string[]; trashed: boolean });
    const video = shelf.get(id);
    const trashed = trash.get(id);
    if (what === "restore" && trashed) return keep(trashed);
    if (!video) return refuse(404, "There is no such video.");
    if (what === "history") return { status: 200, body: { changes: [] } };
    if (what === "trash") {
      trash.set(id, video);
      shelf.delete(id);
      return { status: 200, body: {} };
    }
    if (what === "hidden") return keep({ ...video, hidden: (body as { hidden: boolean }).hidden });
    if (method === "GET") return { status: 200, body: { video } };
    const { video: edited } = body as { video: Video };
    if (edited.revision !== video.revision) return refuse(409, "Somebody was faster.", "conflict");
    return keep(edited);
  };
  const keep = (video: Video): Reply => {
    const kept = { ...video, revision: video.revision + 1 };
    shelf.set(video.id, kept);
    return { status: 200, body: { video: kept } };
  };
  const moveMany = ({ ids, trashed }: { ids: readonly string[]; trashed: boolean }): Reply => {
    const [from, to] = trashed ? [shelf, trash] : [trash, shelf];
    for (const id of ids) {
      to.set(id, from.get(id) as Video);
      from.delete(id);
    }
    return { status: 200, body: { moved: ids } };
  };
  const changeMany = (changes: readonly (Partial<Video> & { id: string })[]): Reply => {
    const undo = changes.map((change) => {
      const video = shelf.get(change.id) as Video;
      keep({ ...video, ...change });
      return "hidden" in change
        ? { id: video.id, hidden: video.hidden }
        : { id: video.id, prevent_autodelete: video.prevent_autodelete };
    });
    return { status: 200, body: { videos: [], undo } };
  };
  const fetch = async (address: unknown, request: RequestInit = {}): Promise<Response> => {
    const one = {
      method: request.method ?? "GET",
      path: typeof address === "string" ? address : "",
      body: typeof request.body === "string" ? JSON.parse(request.body) : undefined,
    };
    asked.push(one);
    const { status, body } = answer(one);
    return Response.json(body, { status });
  };
  return { fetch, asked, failing, shelf };
}

function refuse(status: number, detail: string, code = "unexpected"): Reply {
  return { status, body: { type: "about:blank", title: detail, status, detail, code, request_id: "r" } };
}
