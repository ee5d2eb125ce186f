// Made-up work, storage, rules, members and history, and a stand-in for the server that answers with them; for tests only.
import type { Answer } from "#contract/api.ts";
import type { Backups } from "#contract/backups.ts";
import type { LeavingVideo, Retention, TrashedVideo } from "#contract/retention.ts";
import { type PageRouteName, pageRoutes } from "#contract/routes/studio-routes.ts";
import type { HistoryEntry, MemberInStudio, Storage, WorkItem } from "#contract/studio.ts";

const day = 24 * 60 * 60 * 1000;
/** Days as seen from when the tests run. */
export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

export function makeItem(given: Partial<WorkItem> = {}): WorkItem {
  return {
    id: 1,
    video_id: "a",
    title: "Harbour lights",
    step: "Making 480p",
    step_number: 3,
    steps: 5,
    state: "running",
    progress: 0.4,
    seconds_left: 180,
    attempts: 1,
    problem: null,
    log: [],
    asked_at: null,
    added_at: inDays(-1),
    started_at: inDays(-1),
    finished_at: null,
    can_retry: false,
    can_cancel: true,
    ...given,
  };
}

export function makeLeaving(given: Partial<LeavingVideo> = {}): LeavingVideo {
  return {
    id: "a",
    title: "Harbour lights",
    thumbnail_url: null,
    added_at: "2026-01-02T20:00:00Z",
    leaves_at: inDays(5),
    reason: "age",
    bytes: 1_500_000_000,
    ...given,
  };
}

export function makeTrashed(given: Partial<TrashedVideo> = {}): TrashedVideo {
  return {
    id: "a",
    title: "Harbour lights",
    thumbnail_url: null,
    trashed_at: inDays(-2),
    purge_at: inDays(5),
    why: "Ada put it there.",
    bytes: 1_500_000_000,
    ...given,
  };
}

export function makeRetention(given: Partial<Retention> = {}): Retention {
  return {
    rule: { keep_days: null, cap_bytes: null, keep_audio: false },
    revision: 1,
    changed_at: null,
    changed_by: null,
    rests_until: null,
    last_run_at: inDays(-0.01),
    warnings: [],
    leaving: [],
    leaving_total: 0,
    ...given,
  };
}

export function makeMember(given: Partial<MemberInStudio> = {}): MemberInStudio {
  return {
    id: "m",
    name: "Grace",
    identities: [{ provider: "patreon", name: "Grace H.", state: "ok" }],
    can_view: true,
    can_edit: false,
    is_owner: false,
    why: [{ provider: "patreon", grants: true, sentence: "Patreon: the tier Gold opens the archive." }],
    role: null,
    is_fixed: false,
    disabled: false,
    sessions: 2,
    feed: null,
    created_at: "2026-01-02T20:00:00Z",
    seen_at: inDays(-3),
    ...given,
  };
}

export function makeEntry(given: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id: "change-1",
    at: inDays(-1),
    who: "Ada",
    who_id: "m-ada",
    kind: "hidden",
    sentence: "Hid this recording.",
    video: { id: "a", title: "Harbour lights", is_there: true },
    fields: [],
    can_undo: true,
    ...given,
  };
}

export const storage: Storage = {
  used: 1_234_000_000_000,
  free: 340_000_000_000,
  reserve: 10_000_000_000,
  kinds: [
    { kind: "originals", bytes: 800_000_000_000, files: 120 },
    { kind: "video", bytes: 400_000_000_000, files: 480 },
    { kind: "audio", bytes: 30_000_000_000, files: 120 },
    { kind: "images", bytes: 4_000_000_000, files: 360 },
  ],
  trash: 12_000_000_000,
  damaged: [],
  biggest: [
    { id: "a", title: "Harbour lights", bytes: 40_000_000_000 },
    { id: "b", title: "Strings alone", bytes: 22_000_000_000 },
  ],
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, "0")}`,
    added: index * 20_000_000_000,
    total: 34_000_000_000 + index * (index + 1) * 10_000_000_000,
  })),
};

const text = (value: string) => ({ value, is_fixed: false });

export const backups: Backups = {
  hour: { value: null, is_fixed: false },
  time_zone: "Europe/Berlin",
  target: { value: "bucket", is_fixed: false },
  folder: "/mnt/backups",
  program: null,
  bucket: {
    ...{ name: text("kept"), endpoint: text("https://s3.example"), region: text("us-east-1"), prefix: text("") },
    ...{ access_key_id: text("AK"), has_secret: true, is_secret_fixed: false },
  },
  key: null,
  gap: "There is no backup key yet.",
  last: null,
  last_good: null,
};

interface Refused {
  status: number;
  code: string;
  detail: string;
}
type Replies = { [N in PageRouteName]?: Answer<N> | ((asking: Asking) => Answer<N>) };
interface Asked {
  name: PageRouteName;
  id: string;
  query: URLSearchParams;
  body: unknown;
}
interface Asking extends Asked {
  /** How often a call was made until now. */
  countOf: (name: PageRouteName) => number;
}

/** Answers calls by their names; what is in `refused` is refused instead. */
export function standIn(replies: Replies) {
  const server = { refused: {} as { [N in PageRouteName]?: Refused }, asked: [] as Asked[], replies };
  const fetch = async (address: unknown, request: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address), location.href);
    const method = request.method ?? "GET";
    const found = Object.entries(pageRoutes).find(
      ([, route]) => route.method === method && fits(route.path, url.pathname),
    );
    if (!found) return Response.json({}, { status: 404 });
    const name = found[0] as PageRouteName;
    const body: unknown = typeof request.body === "string" ? JSON.parse(request.body) : undefined;
    const one = { name, id: idIn(found[1].path, url.pathname), query: url.searchParams, body };
    server.asked.push(one);
    const refusal = server.refused[name];
    if (refusal) {
      const problem = { type: "about:blank", title: refusal.detail, request_id: "r", ...refusal };
      return Response.json(problem, { status: refusal.status });
    }
    const reply = server.replies[name];
    return Response.json(
      typeof reply === "function" ? (reply as (asking: Asking) => unknown)({ ...one, countOf }) : (reply ?? {}),
    );
  };
  const countOf = (name: PageRouteName) => server.asked.filter((one) => one.name === name).length;
  return Object.assign(server, { fetch, countOf });
}

function fits(path: string, given: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(given);
}

function idIn(path: string, given: string): string {
  const place = path.split("/").findIndex((part) => part.startsWith(":"));
  return place === -1 ? "" : (given.split("/")[place] ?? "");
}
