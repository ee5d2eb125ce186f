// What the owner reads under Studio > Settings.
export const words = {
  what: "the settings",
  fixed: "Set by the environment of the server.",
  archive: { title: "The archive", name: "Name", address: "Address", save: "Save name and time zone" },
  newRecordings: {
    title: "New recordings",
    hide: "Hide new recordings until an editor has looked at them",
    hint: "It counts for recordings that come in by import or through the folder incoming. They wait in Studio > Inbox.",
  },
  sizes: {
    label: "Smaller sizes, for slow connections",
    always: "For every recording",
    never: "For no recording",
    months: (count: number) => `For recordings newer than ${count} ${count === 1 ? "month" : "months"}`,
    hint: "They take most of the work and some space. Sizes that are there stay; newest recordings come first.",
  },
  patreon: {
    title: "Patreon",
    legend: (campaign: string) => `Who may watch, of the members of “${campaign}”?`,
    save: "Save who may watch",
    problem: "Something is wrong at Patreon",
    resume: "Resume the webhook",
    heard: (ago: string) => `Patreon last reported a change ${ago}.`,
    notHeard: "Patreon has not reported a change yet. Memberships are also checked regularly.",
  },
  twitch: {
    title: "Twitch",
    legend: "Who may watch, of the subscribers of your channel?",
    levels: { 1000: "Every subscriber", 2000: "Tier 2 and tier 3", 3000: "Tier 3 only" },
    save: "Save who may watch",
    heard: (ago: string) => `Twitch last reported a change ${ago}.`,
    notHeard: "Twitch has not reported a change yet. Subscriptions are also checked regularly.",
  },
  loadingBackups: "Loading the backups…",
  none: "Not set up.",
  saved: "The settings are saved. They count from now on.",
  resumed: "Patreon sends changes again.",
} as const;
