// Where every card or row of the list is, in pixels, computed without rendering them: only those in sight are rendered. Pure.
import type { Group } from "#web/library/filter/filter.ts";

export interface Measures {
  columns: number;
  columnWidth: number;
  gap: number;
  rowHeight: number;
  labelHeight: number;
}

interface Look {
  isList: boolean;
  /** Each has 'Hide' and 'Edit metadata'. */
  canEdit: boolean;
}

const narrowestColumn = 280;
const mostColumns = 5;
/** Waveform, two lines of title, the date and the space to the next row, in rem: card.module.css adds up to this. */
const belowPicture = 8.25;
const tools = 2.75;
/** A row is as high as its picture with some air; where it is narrow, as two lines of title, the date and the tools. */
const [row, narrowRow, narrowRowWithTools] = [4.25, 5, 7.25];
const label = 2.75;

/** A row has no room for everything side by side. */
export function isNarrowList(width: number): boolean {
  return width < 640;
}

export function measure(width: number, rem: number, { isList, canEdit }: Look): Measures {
  const labelHeight = label * rem;
  if (isList) {
    const height = isNarrowList(width) ? (canEdit ? narrowRowWithTools : narrowRow) : row;
    return { columns: 1, columnWidth: width, gap: 0, rowHeight: Math.round(height * rem), labelHeight };
  }
  const gap = width < 560 ? rem : rem * 1.5;
  const columns = Math.min(mostColumns, Math.max(1, Math.floor((width + gap) / (narrowestColumn + gap))));
  const columnWidth = (width - gap * (columns - 1)) / columns;
  const rowHeight = Math.round((columnWidth * 9) / 16 + (belowPicture + (canEdit ? tools : 0)) * rem);
  return { columns, columnWidth, gap, rowHeight, labelHeight };
}

export interface Shelf extends Group {
  /** Which of the sorted recordings is its first. */
  start: number;
  top: number;
  height: number;
}

/** One after the other from top to bottom; a shelf without a year has no label. */
export function layShelves(groups: readonly Group[], measures: Measures): Shelf[] {
  let [start, top] = [0, 0];
  return groups.map((group) => {
    const rows = Math.ceil(group.count / measures.columns);
    const height = labelHeightOf(group, measures) + rows * measures.rowHeight;
    const shelf = { ...group, start, top, height };
    start += group.count;
    top += height;
    return shelf;
  });
}

function labelHeightOf({ year }: Pick<Group, "year">, { labelHeight }: Measures): number {
  return year === null ? 0 : labelHeight;
}

/** The first and the end of a shelf's cards between two heights, whole rows at a time. */
export function findInSight(shelf: Shelf, measures: Measures, sight: { from: number; to: number }): [number, number] {
  const first = shelf.top + labelHeightOf(shelf, measures);
  const rowAt = (y: number) => Math.floor((y - first) / measures.rowHeight);
  const clamp = (index: number) => Math.min(shelf.count, Math.max(0, index));
  const begin = clamp(rowAt(sight.from) * measures.columns);
  const end = clamp((rowAt(sight.to) + 1) * measures.columns);
  return [shelf.start + begin, shelf.start + end];
}

export function placeOf(index: number, shelf: Shelf, measures: Measures): { x: number; y: number } {
  const place = index - shelf.start;
  return {
    x: (place % measures.columns) * (measures.columnWidth + measures.gap),
    y: labelHeightOf(shelf, measures) + Math.floor(place / measures.columns) * measures.rowHeight,
  };
}
