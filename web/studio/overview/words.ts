// What people read on the first page of the studio.
import { sayCount } from "#web/studio/format.ts";

const recordings = (count: number) => sayCount(count, "recording");

export const words = {
  what: "the overview",
  needs: {
    title: "Needs somebody",
    nothing: "Nothing needs you right now.",
    look: "Look",
    lookAt: (what: string) => `Look: ${what}`,
    inbox: (count: number) => `${recordings(count)} in the inbox`,
    guessed: (titles: number, dates: number) =>
      [
        ...(titles > 0 ? [`${sayCount(titles, "title")} guessed`] : []),
        ...(dates > 0 ? [`${sayCount(dates, "date")} guessed`] : []),
      ].join(", ") || "No editor has looked at them yet.",
    failed: (title: string) => `“${title}” could not be prepared`,
    moreFailed: (count: number) => `${sayCount(count, "more step")} failed`,
    seeQueue: "The queue says why.",
    incoming: (count: number) =>
      `${sayCount(count, "file")} in the incoming folder ${count === 1 ? "was" : "were"} not added`,
    wrong: (count: number) =>
      count === 1 ? "Something is wrong with the archive" : `${count} things are wrong with the archive`,
    full: "Storage is almost full",
    fullText: (free: string, reserve: string) =>
      `${free} are free, and at least ${reserve} must stay free. Uploads are refused below that.`,
    guests: (count: number) => `${sayCount(count, "guest")} will lose access soon`,
    guest: (name: string, day: string) => `${name} on ${day}`,
    moreGuests: (count: number) => `${count} more`,
  },
  prepared: {
    title: "Being prepared",
    none: "Nothing is being prepared right now.",
    all: "Show the queue",
    more: (count: number) => `And ${count.toLocaleString()} more.`,
  },
  listened: {
    title: "Listened to in 28 days",
    all: "Show what is heard",
    none: "Nothing was heard yet in this time.",
    most: "Heard for longest",
  },
  added: {
    title: "Added lately",
    all: "Show the history",
    none: "Nothing has been added yet.",
    by: (who: string, ago: string) => `${who}, ${ago}`,
  },
  space: {
    title: "Space",
    used: (used: string, total: string) => `${used} of ${total}`,
    usedOnly: (used: string) => `${used} used`,
    label: "Used space",
    enough: (months: number) =>
      months > 120 ? "enough for more than 10 years" : `enough for about ${sayCount(months, "month")}`,
    tight: "almost full",
  },
  backup: {
    title: "Last backup",
    good: "all good",
    failed: "The last backup failed",
    incomplete: "The last backup is not complete",
    none: "No backup yet",
    setUp: "Set up backups",
  },
  first: {
    title: "Three first steps",
    lead: "The archive is empty. This is how it begins.",
    owner: [
      {
        title: "Add a recording",
        text: "Upload files here, or copy them into the archive’s incoming folder.",
        action: "Upload",
        to: "/studio/upload",
      },
      {
        title: "Choose who may watch",
        text: "Which tiers at Patreon and Twitch open the archive, and how long a login lasts.",
        action: "Open Access",
        to: "/studio/settings/access",
      },
      {
        title: "Make sure that nothing is lost",
        text: "Choose where the daily backup goes, and print the recovery sheet.",
        action: "Set up backups",
        to: "/studio/settings/backups",
      },
    ],
    editor: [
      {
        title: "Add a recording",
        text: "Upload files here, or copy them into the archive’s incoming folder.",
        action: "Upload",
        to: "/studio/upload",
      },
      {
        title: "Correct what was guessed",
        text: "Titles and dates are read from the files. What is doubtful waits in the inbox.",
        action: "Open the inbox",
        to: "/studio/inbox",
      },
      {
        title: "Put recordings together",
        text: "A collection brings recordings together for every member, such as a tour or a year.",
        action: "Open the collections",
        to: "/studio/collections",
      },
    ],
  },
} as const;
