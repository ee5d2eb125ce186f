// What people read in the frame of the studio, and what its parts share.

export const words = {
  title: "Studio",
  version: (version: string) => `Stagedoor ${version}`,
  menu: "Pages of the studio:",
  place: (group: string, page: string) => `${group} · ${page}`,
  /** After a number. */
  waiting: "waiting",
  loadingPage: "Loading the page…",
  groups: {
    overview: "Overview",
    content: "Content",
    people: "People",
    storage: "Storage",
    activity: "Activity",
    settings: "Settings",
  },
  pages: {
    overview: "Overview",
    recordings: "Recordings",
    inbox: "Inbox",
    collections: "Collections",
    songs: "Songs",
    upload: "Upload",
    live: "Live",
    members: "Members",
    guests: "Guests",
    levels: "Levels",
    use: "Use",
    cleanup: "Cleanup",
    trash: "Trash",
    heard: "Heard",
    history: "History",
    notices: "Notices",
    general: "General",
    looks: "Looks",
    access: "Access",
    sharing: "Sharing and downloads",
    backups: "Backups",
    checkUp: "Check-up",
  },
  /** `what` is a noun with its article: "the trash". */
  loading: (what: string) => `Loading ${what}…`,
  notLoaded: (what: string) => `${what[0]?.toUpperCase()}${what.slice(1)} could not be loaded`,
  tryAgain: "Try again",
  logInAgain: "Log in again",
  cancel: "Cancel",
  keeping: {
    protected: (title: string) => `“${title}” is protected from cleanup.`,
    unchanged: (title: string) => `Nothing to change for “${title}”.`,
    restored: (title: string) => `“${title}” is back in the archive.`,
  },
  timeLeft: {
    lessThanAMinute: "less than a minute left",
    minutes: (count: number) => `${count} min left`,
    hours: (count: number) => `${count} h left`,
  },
} as const;

// What the owner reads under Studio > Check-up, and above every part of the studio when something is wrong.
export const checkupWords = {
  what: "the check-up",
  title: "Check-up",
  lead: "The archive checks every day whether members can log in and watch.",
  checked: (ago: string) => `Last checked ${ago}.`,
  never: "Nothing has been checked yet. The first check begins within a minute.",
  checkNow: "Check now",
  done: (wrong: number) =>
    wrong === 0 ? "Nothing is wrong." : `${wrong === 1 ? "1 thing is" : `${wrong} things are`} wrong.`,
  states: { good: "Good:", warning: "Note:", bad: "Wrong:" },
  banner: {
    title: (wrong: number) =>
      wrong === 1 ? "Something is wrong with the archive" : `${wrong} things are wrong with the archive`,
    more: (count: number) => `And ${count} more.`,
    open: "Open the check-up",
  },
  keyCopy: {
    label: "Checksum of your copy",
    hint: "In a terminal on the computer that has the copy, type sha256sum and the name of the file, and enter here what it prints.",
    confirm: "Confirm the copy",
    confirmed: "The copy is right. Keep it in a safe place.",
  },
} as const;
