// What is heard of a recording, for the server to count: the seconds that played, by the player's own time. It is reported with
// the position, again and again until the server has it, also after a connection was lost; the server counts it once.
import type { Heard, HeardKind } from "#contract/heard/heard.ts";
import { localDay } from "#web/duration.ts";
import { addressOf } from "#web/api.ts";
import { patientStorage } from "#web/memory/persisted.ts";
import { currentPerson } from "#web/memory/person.ts";
import { isHeard } from "#web/memory/positions.ts";

/** What is heard after such a rest is another listening. */
const restMs = 30 * 60_000;
/** Media elements report their time late, and not exactly. */
const slackSeconds = 0.5;
/** As many as the server takes at once. */
const most = { listenings: 10, spans: 100 };

interface Moment {
  time: number;
  isPlaying: boolean;
  rate: number;
  kind: HeardKind;
}

interface Hearing {
  note(moment: Moment): void;
  /** What the server has not received yet. */
  report(): Heard[];
  confirm(received: readonly Heard[]): void;
}

/** `left` was not received when the page was closed. */
export function createHearing(left: readonly Heard[] = [], clock = () => performance.now()): Hearing {
  let ended = [...left];
  let current: Heard | undefined;
  let heardAt = -Infinity;
  let last: (Moment & { at: number }) | undefined;

  const hear = (from: number, to: number, kind: HeardKind): void => {
    if (current?.kind !== kind || clock() - heardAt > restMs) {
      if (current) ended.push(current);
      current = { id: crypto.randomUUID(), kind, day: "", before: 0, spans: [] };
    }
    heardAt = clock();
    current.day = localDay(new Date());
    const span = current.spans.at(-1);
    if (span && Math.abs(span[1] - from) < 0.1) span[1] = round(to);
    else current.spans.push([round(from), round(to)]);
  };
  const everything = () => [...ended, ...(current ? [current] : [])];

  return {
    note(moment) {
      const at = clock();
      if (last && last.time === moment.time && last.isPlaying === moment.isPlaying && last.kind === moment.kind) return;
      if (last?.isPlaying) {
        const heard = moment.time - last.time;
        // more than that was skipped
        const possible = ((at - last.at) / 1000) * Math.max(last.rate, moment.rate) + slackSeconds;
        if (heard > 0 && heard <= possible) hear(last.time, moment.time, last.kind);
      }
      last = { ...moment, at };
    },
    report: () =>
      everything()
        .filter(({ spans }) => spans.some(([from, to]) => to > from))
        .slice(0, most.listenings)
        .map((one) => ({ ...one, spans: one.spans.slice(0, most.spans).map(([from, to]) => [from, to]) })),
    confirm(received) {
      const all = everything();
      for (const { id, before, spans } of received) {
        const one = all.find((candidate) => candidate.id === id);
        if (one) drop(one, round(before + spans.reduce((sum, [from, to]) => sum + to - from, 0) - one.before));
      }
      ended = ended.filter(({ spans }) => spans.length > 0);
    },
  };
}

/** These seconds, from its first on, need not be reported any more. */
function drop(one: Heard, seconds: number): void {
  if (seconds <= 0) return;
  one.before = round(one.before + seconds);
  let left = seconds;
  while (left > 0 && one.spans[0]) {
    const [from, to] = one.spans[0];
    const length = round(to - from);
    if (length <= left) one.spans.shift();
    else one.spans[0] = [round(from + left), to];
    left = round(left - length);
  }
}

/** To a tenth of a second. */
function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** What was not received, by person and recording, so that it is not lost with the page. */
const entry = "stagedoor-heard";
const mostKept = 50;

export function keepHeard(id: string, heard: readonly Heard[]): void {
  const { [keyOf(id)]: before, ...others } = readKept();
  if (!before && heard.length === 0) return;
  const kept = heard.length === 0 ? others : { ...others, [keyOf(id)]: heard };
  patientStorage.setItem(entry, { state: Object.fromEntries(Object.entries(kept).slice(-mostKept)), version: 1 });
}

export function findKept(id: string): readonly Heard[] {
  return readKept()[keyOf(id)] ?? [];
}

function keyOf(id: string): string {
  return `${currentPerson()} ${id}`;
}

function readKept(): Record<string, readonly Heard[]> {
  const stored = patientStorage.getItem(entry) as { state?: unknown } | null;
  const all = typeof stored?.state === "object" && stored.state !== null ? Object.entries(stored.state) : [];
  return Object.fromEntries(all.filter((pair): pair is [string, Heard[]] => Array.isArray(pair[1])));
}

/** Of other recordings, which nobody plays here now. */
export async function tellKept(current: string): Promise<void> {
  for (const key of Object.keys(readKept())) {
    const [person, id = ""] = key.split(" ");
    if (person !== currentPerson() || id === current) continue;
    if (!isHeard(await tellHeard(id, findKept(id)))) return;
    keepHeard(id, []);
  }
}

/** Without a position. Returns the status of the answer, 0 when there is none. */
export async function tellHeard(id: string, heard: readonly Heard[]): Promise<number> {
  const answer = await fetch(addressOf("savePosition", { params: { id } }), {
    method: "PUT",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ heard }),
  }).catch(() => undefined);
  return answer?.status ?? 0;
}
