// Saves what waits to be saved, one after the other, in one tab at a time. Pausing, cancelling and deleting change the list in
// kept.ts, from whichever tab; the tab that saves notices.
import { ApiProblem } from "#web/api.ts";
import { currentPerson } from "#web/memory/person.ts";
import { fetchRecording, Unprepared } from "./fetch-recording.ts";
import { canSave, removeFiles } from "./folder.ts";
import { change, forget, itemsOf, type Kept, readAgain, useSaved } from "./kept.ts";
import { useProgress } from "./progress.ts";
import { WriteProblem } from "./writer.ts";

export interface Wanted {
  id: string;
  title: string;
}

interface Wish {
  days: number;
  /** The small video of those that have one. */
  withVideo: boolean;
}

/** False where the browser cannot save anything. */
export async function save(wanted: readonly Wanted[], { days, withVideo }: Wish): Promise<boolean> {
  if (!canSave()) return false;
  const before = itemsOf(useSaved.getState());
  const added = wanted
    .filter(({ id }) => before[id]?.state !== "ready")
    .map(({ id, title }) => {
      const begun = { source: "", tag: "", bytes: 0, ...before[id] };
      const kept: Kept = { ...begun, title, hasVideo: withVideo, state: "waiting", until: untilAfter(days) };
      return [id, kept] as const;
    });
  useSaved.setState({ person: currentPerson(), items: { ...before, ...Object.fromEntries(added) } });
  // a list that is not stored would leave files that nobody deletes
  readAgain();
  if (added.some(([id]) => !useSaved.getState().items[id])) return false;
  // Firefox asks the person, and saving does not wait for that; where it is refused, the page says what may happen
  void navigator.storage.persist?.().catch(() => false);
  continueSaving();
  return true;
}

export function untilAfter(days: number, now = Date.now()): string {
  return new Date(now + days * 86_400_000).toISOString();
}

export function pause(id: string): void {
  change(id, { state: "paused" });
}

export function goOn(id: string): void {
  change(id, { state: "waiting" });
  continueSaving();
}

/** Deletes or cancels. The files go first: what is not in the list is not shown any more. */
export async function remove(ids: readonly string[]): Promise<void> {
  const { person } = useSaved.getState();
  // saving stops at once
  for (const id of ids) if (useSaved.getState().items[id]?.state === "waiting") pause(id);
  for (const id of ids) await removeFiles(person, id);
  forget(ids);
  // and the library as it was last seen
  if (Object.keys(useSaved.getState().items).length === 0) await removeFiles(person);
}

let isRunning = false;

export function continueSaving(): void {
  if (isRunning || !findNext()) return;
  isRunning = true;
  void navigator.locks
    .request("stagedoor-saving", saveAll)
    .catch((problem: unknown) => console.error("Could not save for offline:", problem))
    .finally(() => {
      isRunning = false;
      useProgress.setState({ id: null, received: 0 });
    });
}

function findNext(): string | undefined {
  return Object.entries(itemsOf(useSaved.getState())).find(([, { state }]) => state === "waiting")?.[0];
}

async function saveAll(): Promise<void> {
  for (;;) {
    // another tab may have logged out, or have saved it, while this one waited for its turn
    readAgain();
    const id = findNext();
    if (id === undefined || !(await saveOne(id))) return;
  }
}

/** False when there is no connection: what waits is saved when it is back. */
async function saveOne(id: string): Promise<boolean> {
  const { person, items } = useSaved.getState();
  const begun = items[id];
  if (!begun) return true;
  const stop = new AbortController();
  const unsubscribe = useSaved.subscribe((now) => {
    if (now.person !== person || now.items[id]?.state !== "waiting") stop.abort();
  });
  useProgress.setState({ id, received: 0, isCut: false });
  try {
    await fetchRecording({
      ...{ person, id, begun, signal: stop.signal },
      tell: (received) => useProgress.setState({ received }),
      keep: (known) => change(id, known),
    });
    change(id, { state: "ready" });
  } catch (problem) {
    if (stop.signal.aborted) return true;
    if (problem instanceof ApiProblem && problem.code === "unreachable") {
      useProgress.setState({ isCut: true });
      return false;
    }
    await giveUp(id, problem);
  } finally {
    unsubscribe();
  }
  return true;
}

async function giveUp(id: string, problem: unknown): Promise<void> {
  if (problem instanceof ApiProblem && [401, 403].includes(problem.status)) return change(id, { state: "paused" });
  if (problem instanceof ApiProblem && problem.status === 404) return remove([id]);
  console.error("Could not save for offline:", problem);
  if (problem instanceof WriteProblem && problem.isFull) {
    // what was saved of it only takes room
    await removeFiles(useSaved.getState().person, id);
    return change(id, { state: "full", source: "" });
  }
  change(id, { state: problem instanceof Unprepared ? "unprepared" : "failed" });
}

addEventListener("online", () => continueSaving());
