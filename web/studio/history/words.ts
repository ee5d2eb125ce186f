// What people read in the history. The sentence of each entry comes from the server (server/history/words.ts).
import type { HistoryKind } from "#contract/studio.ts";

const kinds: Record<HistoryKind, string> = {
  added: "Added",
  edited: "Edited",
  hidden: "Hidden",
  unhidden: "Unhidden",
  protected: "Protected",
  unprotected: "No longer protected",
  trashed: "Moved to the trash",
  restored: "Restored",
  purged: "Deleted for good",
  "pictures-removed": "Video deleted for good, audio kept",
  retention: "Cleanup",
  files: "Damaged files",
  permission: "Permissions",
  "sign-in": "Logins",
};

export const words = {
  what: "the history",
  list: "History",
  showMore: "Show more",
  filter: {
    label: "Filter",
    kind: "Kind",
    everything: "Everything",
    kinds,
    oneRecording: "One recording only",
    oneRecordingShowAll: "Showing one recording only. Show all",
    onePerson: "One person only",
    onePersonShowAll: "Showing one person only. Show all",
  },
  empty: {
    filteredTitle: "No entries found",
    filtered: "No entries match this filter.",
    showAll: "Show everything",
    title: "No changes yet",
    text: "Every change to a recording or a permission is listed here.",
  },
  entry: {
    onlyBy: (who: string) => `Show only entries by ${who}`,
    onlyRecording: "Only this recording",
    onlyThisRecording: (title: string) => `Only this recording: ${title}`,
    undo: "Undo",
    undoThis: (what: string) => `Undo: ${what}`,
  },
  fields: {
    title: "Title",
    add_date: "Upload time",
    prevent_autodelete: "Protected from cleanup",
    description: "Description",
  },
  values: { on: "on", off: "off", empty: "empty" },
} as const;
