// Every text that an editor can read about changing recordings: on a card, in the dialog, in the selection bar, in messages.
import type { ChangeKind } from "#contract/video.ts";

const recordings = (count: number) => (count === 1 ? "1 recording" : `${count} recordings`);
const recordingsAre = (count: number) => (count === 1 ? "1 recording is" : `${count} recordings are`);

const verbs: Record<ChangeKind, string> = {
  added: "added it",
  edited: "changed it",
  hidden: "hid it",
  unhidden: "unhid it",
  protected: "protected it from cleanup",
  unprotected: "removed its protection from cleanup",
  trashed: "moved it to the trash",
  restored: "restored it from the trash",
  purged: "deleted it for good",
  "pictures-removed": "deleted the video for good and kept the audio",
  "set-list": "changed the set list",
  looked: "removed it from the inbox",
  captions: "changed the captions",
  thumbnail: "changed the thumbnail",
};

const fields: Record<string, string> = {
  title: "Title",
  add_date: "Upload time",
  prevent_autodelete: "Prevent automatic deletion",
  description: "Description",
  hidden: "Hidden",
  level: "Level",
  opens_at: "End of early access",
  opens_level: "Level after early access",
};

export const words = {
  card: {
    select: (title: string) => `Select ${title}`,
    hide: "Hide",
    unhide: "Unhide",
    edit: "Edit metadata",
    keep: "Protect",
    delete: "Delete",
  },
  selectButton: "Select",
  selectionBar: {
    label: "Selected recordings",
    selected: (count: number) => `${recordings(count)} selected`,
    hide: (count: number) => `Hide ${recordings(count)}`,
    unhide: (count: number) => `Unhide ${recordings(count)}`,
    protect: (count: number) => `Protect ${recordings(count)}`,
    unprotect: (count: number) => `Unprotect ${recordings(count)}`,
    delete: (count: number) => `Delete ${recordings(count)}`,
    selectAll: (count: number) => `Select all ${count}`,
    level: "Level…",
    collection: "Add to collection…",
    done: "Done",
  },
  messages: {
    failed: (problem: string) => `Error occured: ${problem}`,
    fetchFailed: (problem: string) => `Error occured while fetching metadata: ${problem}`,
    saveFailed: (problem: string) => `Error occured while saving metadata: ${problem}`,
    saved: (title: string) => `“${title}” is saved.`,
    hidden: (title: string) => `“${title}” is hidden. Only editors can see it.`,
    unhidden: (title: string) => `“${title}” is no longer hidden.`,
    kept: (title: string) => `“${title}” is protected from cleanup.`,
    trashed: (title: string) => `“${title}” is in the trash. You can restore it within 7 days.`,
    manyHidden: (count: number) =>
      `${recordingsAre(count)} hidden. Only editors can see ${count === 1 ? "it" : "them"}.`,
    manyUnhidden: (count: number) => `${recordingsAre(count)} no longer hidden.`,
    manyProtected: (count: number) => `${recordingsAre(count)} protected from cleanup.`,
    manyUnprotected: (count: number) => `${recordingsAre(count)} no longer protected from cleanup.`,
    manyTrashed: (count: number) =>
      `${recordingsAre(count)} in the trash. You can restore ${count === 1 ? "it" : "them"} within 7 days.`,
    nothingToChange: "Nothing to change.",
  },
  dialog: {
    heading: "Edit metadata",
    title: "Title",
    uploadTime: "Upload time (in your local timezone)",
    preventDeletion: "Prevent automatic deletion",
    shown: "Shown to members",
    visible: "Visible",
    hidden: "Hidden",
    description: "Description",
    breaksRule: (rule: string) => `It ${rule}.`,
    badDate: "Please enter a date and a time, from 1970 to 2100.",
    discardQuestion: "Discard your changes?",
    save: "Save",
  },
  conflict: {
    heading: "Somebody else changed this recording while you were editing it.",
    bothChanged:
      "Your changes are not saved yet. Save again to replace the other person’s changes, or choose “Use theirs”.",
    merged: "Their changes are added to yours. Save again to keep both.",
    theirs: "Theirs",
    yours: "Yours",
    added: "Their change",
    takeTheirs: "Use theirs",
    theirsForField: (field: string) => `Use theirs for ${field}`,
  },
  history: {
    heading: "History",
    failed: "The history could not be loaded. Close it and open it again.",
    empty: "Nothing has been changed yet.",
    verbs,
  },
  fields,
  values: { on: "on", off: "off", empty: "empty" },
} as const;

// What editors read about the thumbnail and the captions of a recording.
export const extrasWords = {
  undo: "Undo",
  undone: "Undone.",
  failed: (message: string) => `It could not be changed: ${message}`,
  thumbnail: {
    heading: "Thumbnail",
    current: "The thumbnail of this recording",
    frames: "Pictures of the recording",
    frame: (time: string) => `Use the picture at ${time}`,
    upload: "Upload a picture",
    reset: "Let the archive choose",
    noFrames: "There are no pictures of this recording to choose from. Upload one.",
    chosen: "The thumbnail will be changed in a moment.",
  },
  captions: {
    heading: "Captions",
    none: "This recording has no captions.",
    language: "Language, such as en or pt-BR",
    name: "Name",
    of: (field: string, number: number) => `${field} of captions ${number}`,
    rename: "Save names",
    renameThis: (number: number) => `Save the language and name of captions ${number}`,
    replace: "Replace",
    replaceThis: (number: number) => `Replace captions ${number} with a file`,
    delete: "Delete",
    deleteThis: (number: number) => `Delete captions ${number}`,
    add: "Add captions",
    hint: "SubRip (.srt) or WebVTT (.vtt), at most four files.",
    added: "Captions added.",
    replaced: "Captions replaced.",
    renamed: "Captions renamed.",
    deleted: "Captions deleted.",
  },
} as const;
