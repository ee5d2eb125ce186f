// Which columns the table has: what its editor has chosen, as far as there is room. The choice is kept in this browser.
import { create } from "zustand";
import type { RecordingSort } from "#contract/studio.ts";

export type ColumnKey = Exclude<RecordingSort, "title"> | "plays";

interface Column {
  key: ColumnKey;
  /** In pixels. */
  width: number;
  isNumber?: true;
}

/** In this order; those at the end of `room` go first where it is narrow. */
export const columns: readonly Column[] = [
  { key: "date", width: 156 },
  { key: "length", width: 92, isNumber: true },
  { key: "level", width: 112 },
  { key: "state", width: 128 },
  { key: "songs", width: 72, isNumber: true },
  { key: "captions", width: 108 },
  { key: "plays", width: 72, isNumber: true },
];
const room: readonly ColumnKey[] = ["state", "length", "date", "level", "songs", "plays", "captions"];

/** What is counted is not part of a recording: those heard most are in Activity > Heard. */
export function isSortable(key: ColumnKey): key is Exclude<ColumnKey, "plays"> {
  return key !== "plays";
}

/** Of the title, with its picture and the box for choosing. */
const titleWidth = 300;
/** Below it a row has two lines, and no columns. */
const narrow = 480;

/** From here on the editor stands beside the table. */
export const besideWidth = 1100;
/** Its width, with the space around it. */
export const panelRoom = 568;

export function isNarrow(width: number): boolean {
  return width < narrow;
}

export function listColumns(width: number, hidden: ReadonlySet<string>, hasLevels: boolean): Column[] {
  if (isNarrow(width)) return [];
  let left = width - titleWidth;
  const fitting = new Set<string>();
  for (const key of room) {
    const column = columns.find((one) => one.key === key);
    if (!column || hidden.has(key) || (key === "level" && !hasLevels)) continue;
    if (column.width > left) break;
    left -= column.width;
    fitting.add(key);
  }
  return columns.filter(({ key }) => fitting.has(key));
}

const entry = "stagedoor-hidden-columns";

export const useHiddenColumns = create<{ hidden: ReadonlySet<string> }>(() => ({ hidden: readStored() }));

export function showColumn(key: string, isShown: boolean): void {
  const before = useHiddenColumns.getState().hidden;
  const hidden = isShown ? before.difference(new Set([key])) : before.union(new Set([key]));
  useHiddenColumns.setState({ hidden });
  try {
    localStorage.setItem(entry, JSON.stringify([...hidden]));
  } catch {
    // Storage is full or not allowed: the choice holds until the page is closed.
  }
}

function readStored(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(entry) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}
