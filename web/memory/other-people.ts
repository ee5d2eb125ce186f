// Exchanges what this browser remembers of one person's positions for that of another. Loaded on demand.
import { patientStorage, readPersisted, usePersisted } from "./persisted.ts";
import { readTimes, useSavedAt, useUntold } from "./positions.ts";

interface Memory {
  positions: Record<string, number>;
  savedAt: Record<string, string>;
  untold: Record<string, string>;
}

const entry = "stagedoor-people";
const mostPeople = 8;
/** The newest only: the server has the others. */
const mostPositions = 200;

export function exchangeMemory(from: string, to: string): void {
  const { [to]: own, ...others } = readOthers();
  const left = Object.fromEntries(Object.entries({ ...others, [from]: copyMemory() }).slice(-mostPeople));
  // copied before anything is replaced: a tab that crashes in between loses nothing
  storeOthers({ ...left, ...(own && { [to]: own }) });
  restoreMemory(own);
  storeOthers(left);
}

function copyMemory(): Memory {
  const savedAt = useSavedAt.getState();
  const untold = newestOf(useUntold.getState());
  // the newest are at the end
  const positions = Object.fromEntries(Object.entries(usePersisted.getState().positions).slice(-mostPositions));
  const known = Object.entries(savedAt).filter(([id]) => id in positions);
  return { positions, savedAt: { ...newestOf(savedAt), ...Object.fromEntries(known), ...untold }, untold };
}

function newestOf(times: Record<string, string>): Record<string, string> {
  const newestFirst = Object.entries(times).toSorted(([, a], [, b]) => Date.parse(b) - Date.parse(a));
  return Object.fromEntries(newestFirst.slice(0, mostPositions));
}

/** Replaces everything that is remembered. */
function restoreMemory(memory: Partial<Memory> = {}): void {
  usePersisted.setState({ positions: readPersisted(memory).positions });
  useSavedAt.setState(readTimes(memory.savedAt), true);
  useUntold.setState(readTimes(memory.untold), true);
}

/** Entries by person; the last to leave is at the end. */
function readOthers(): Record<string, Partial<Memory>> {
  const stored = patientStorage.getItem(entry) as { state?: unknown } | null;
  const people = Object.entries(typeof stored?.state === "object" && stored.state !== null ? stored.state : {});
  return Object.fromEntries(people.filter(([, memory]) => typeof memory === "object" && memory !== null));
}

function storeOthers(state: Record<string, Partial<Memory>>): void {
  patientStorage.setItem(entry, { state, version: 1 });
}
