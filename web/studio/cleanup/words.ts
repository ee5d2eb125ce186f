// What people read on the cleanup page and in the trash.
import { sayCount } from "#web/studio/format.ts";

interface Rule {
  keepsAudio: boolean;
}

const recordings = (count: number) => sayCount(count, "recording");
/** What the rule deletes of so many recordings. */
const lost = (count: number, { keepsAudio }: Rule) =>
  `${keepsAudio ? `the ${count === 1 ? "video" : "videos"} of ` : ""}${recordings(count)}`;
const capitalise = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;

export const words = {
  /** The rule as a sentence. */
  sayRule: {
    never: "Recordings are kept forever.",
    byAge: (days: number) => `Recordings are deleted ${sayCount(days, "day")} after they were added to the archive.`,
    byAgeVideoOnly: (days: number) =>
      `The video of a recording is deleted ${sayCount(days, "day")} after it was added to the archive.`,
    byCap: (cap: string) => `When the archive takes up more than ${cap}, the oldest recordings are deleted.`,
    byCapVideoOnly: (cap: string) =>
      `When the archive takes up more than ${cap}, the videos of the oldest recordings are deleted.`,
    audioIsKept: "The audio is kept.",
  },
  rule: {
    what: "the cleanup rule",
    label: "Current rule",
    changed: (who: string, when: string) => `Changed by ${who} on ${when}.`,
    formerMember: "a former member",
    lastRun: (ago: string) => `The last cleanup ran ${ago}.`,
    noticeBeforeTrash: "Deletions are announced 7 days ahead. A deleted recording stays in the",
    trash: "trash",
    noticeAfterTrash:
      "for 7 days and can be restored. Recordings that are protected from cleanup are never deleted automatically.",
    pausedTitle: "Cleanup is paused",
    paused: (until: string) =>
      `Nothing will be deleted automatically until ${until}, so that mistakes can be corrected.`,
    stoppedTitle: "The last cleanup stopped early",
  },
  next: {
    title: "Next to be deleted",
    firstOf: (shown: number, total: number) => `First ${shown.toLocaleString()} of ${total.toLocaleString()}`,
    none: "No recordings are due to be deleted.",
    deletedOn: "Will be deleted on",
    videoDeletedOn: "The video will be deleted on",
    byAge: (added: string) => `added on ${added}`,
    byCap: "to stay under the storage cap",
    keep: "Protect",
    keepThis: (title: string) => `Protect ${title}`,
  },
  form: {
    title: "Change the rule",
    ownerOnly: "Only the owner can change the rule.",
    keepRecordings: "Keep recordings",
    forever: "Forever",
    for: "For",
    forHidden: " a number of days",
    days: "Days",
    daysUnit: "days",
    daysFault: "Enter a whole number of days from 1 to 36500.",
    cap: "Storage cap",
    capChoice: "Delete the oldest recordings when the archive takes up more than",
    capInGb: "Cap in GB",
    capUnit: "GB",
    capFault: "Enter a number of GB from 1 to 9000000.",
    keepAudio: "Keep the audio",
    keepAudioHint:
      "Delete only the video. The audio stays and plays in Audio Only. It takes up about a fiftieth of the space.",
    show: "Show what would be deleted",
  },
  preview: {
    what: "the preview",
    label: "What would be deleted",
    none: "No recordings would be deleted.",
    total: (count: number, { bytes, ...rule }: Rule & { bytes: string }) =>
      `${capitalise(lost(count, rule))} would be deleted over time, ${bytes} in total.`,
    newRule: (rule: string) => `With this rule: ${rule}`,
    list: "Recordings that would be deleted",
    more: (count: number) => `And ${sayCount(count, "more recording")}.`,
    alreadyCurrent: "This is already the current rule.",
    confirm: (count: number, rule: Rule) =>
      count > 0
        ? `Change the rule: ${lost(count, rule)} will be deleted`
        : "Change the rule: no recordings will be deleted",
    changed: "The rule was changed.",
    pausedUntil: (until: string) => `Nothing will be deleted automatically until ${until}.`,
  },
  trash: {
    what: "the trash",
    title: "Trash",
    emptyTitle: "The trash is empty",
    empty: "Deleted recordings stay here for 7 days. Then they are deleted for good.",
    lead: (count: number, bytes: string) =>
      `${recordings(count)}, ${bytes}. Members cannot watch ${count === 1 ? "it. It" : "them. Each one"} can be restored until the date shown.`,
    list: "Recordings in the trash",
    restorableUntil: "Can be restored until",
    restore: "Restore",
    restoreThis: (title: string) => `Restore ${title}`,
    purge: "Delete for good",
    purgeThis: (title: string) => `Delete for good: ${title}`,
    purged: (title: string) => `“${title}” was deleted for good.`,
  },
  purge: {
    title: "Delete this recording for good?",
    confirm: "Delete 1 recording for good",
    lost: (bytes: string) => `and all its files (${bytes}) will be deleted for good. This cannot be undone.`,
  },
} as const;

// What people read on the storage page. The sentences about damaged files come from the server.
export const storageWords = {
  what: "the storage figures",
  full: {
    title: "Storage is almost full",
    text: ({ free, reserve }: { free: string; reserve: string }) =>
      `Free space is down to ${free}; at least ${reserve} must stay free. Uploads are refused until there is more space. Add space, or delete recordings and empty the trash. Nothing is deleted automatically to make space.`,
  },
  damaged: (count: number) => `${sayCount(count, "file")} missing or damaged`,
  numbers: { used: "Used", free: "Free", trash: "In the trash" },
  kinds: {
    title: "By kind",
    names: { originals: "Originals", video: "Video", audio: "Audio", images: "Images" },
    files: (count: number) => sayCount(count, "file"),
  },
  biggest: { title: "Biggest recordings", none: "No recordings yet." },
  growth: {
    title: "Added per month",
    month: "Month",
    added: "Added",
    total: "Total",
    bar: ({ month, added, total }: { month: string; added: string; total: string }) =>
      `${month}: ${added} added, ${total} in total`,
    caption: (most: string, total: string) => `Most in one month: ${most}. Total: ${total}.`,
    nothing: "Nothing has been added yet.",
    chart: ({ first, last, before, after }: Record<"first" | "last" | "before" | "after", string>) =>
      `Bar chart from ${first} to ${last}: the archive grew from ${before} to ${after}.`,
  },
} as const;
