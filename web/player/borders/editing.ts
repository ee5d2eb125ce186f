// Whose song borders are edited, and what was changed and not saved yet: it survives a visit to another page.
// Small, because the video page loads it for everybody; the editor's code is loaded on demand.
import { create } from "zustand";

/** The id of the recording; null: none is edited. */
export const useBorderEditing = create<{ id: string | null }>(() => ({ id: null }));

export function editBorders(id: string | null): void {
  useBorderEditing.setState({ id });
}
