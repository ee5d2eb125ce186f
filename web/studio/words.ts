// What people read in the frame of the studio, and what its parts share.
export const words = {
  title: "Studio",
  loadingUpload: "Loading the upload page…",
  loadingGuests: "Loading the guests…",
  loadingInbox: "Loading the inbox…",
  loadingNotices: "Loading the notices…",
  parts: {
    upload: "Upload",
    inbox: "Inbox",
    work: "Queue",
    storage: "Storage",
    collections: "Collections",
    retention: "Cleanup",
    trash: "Trash",
    members: "Members",
    guests: "Guests",
    history: "History",
    settings: "Settings",
    notices: "Notices",
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
