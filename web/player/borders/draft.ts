// The set list as it is being edited in this browser, by recording. It is kept until it is saved or discarded.
import { create } from "zustand";
import type { SetList } from "#contract/songs.ts";
import { type Row, toEntries, toRows } from "#web/player/borders/model/rows.ts";

export interface Draft {
  rows: readonly Row[];
  saved: SetList;
  /** What somebody else has saved in the meantime. */
  theirs: SetList | null;
  /** Suggested borders that the editor does not want, by their time. */
  dropped: readonly number[];
}

const useDrafts = create<Record<string, Draft | undefined>>(() => ({}));

export function useDraft(id: string): Draft | undefined {
  return useDrafts((drafts) => drafts[id]);
}

export function findDraft(id: string): Draft | undefined {
  return useDrafts.getState()[id];
}

export function beginDraft(id: string, saved: SetList): void {
  const { rows: before = [], dropped = [] } = findDraft(id) ?? {};
  useDrafts.setState({ [id]: { rows: toRows(saved.entries, before), saved, theirs: null, dropped } });
}

export function dropDraft(id: string): void {
  useDrafts.setState({ [id]: undefined });
}

export function changeDraft(id: string, change: Partial<Draft>): void {
  const draft = findDraft(id);
  if (draft) useDrafts.setState({ [id]: { ...draft, ...change } });
}

export function isChanged({ rows, saved }: Draft): boolean {
  return JSON.stringify(toEntries(rows)) !== JSON.stringify(saved.entries);
}
