// What the owner reads under Studio > Settings.
import { words as fields } from "#web/ui/fields/words.ts";

export const words = {
  what: "the settings",
  fixed: fields.fixed,
  archive: { title: "The archive", name: "Name", address: "Address", save: "Save name and time zone" },
  signIn: {
    title: "Logins",
    days: "Days that a login lasts",
    hint: "From 7 to 365. A device that is not used for 30 days is logged out sooner. Editing needs a login of this week.",
    save: "Save the days",
  },
  newRecordings: {
    title: "New recordings",
    hide: "Hide new recordings until an editor has looked at them",
    hint: "This applies to recordings that are imported or put into the folder incoming. They wait in Studio > Inbox.",
  },
  downloads: {
    title: "Downloads",
    label: "What members may download",
    off: "Nothing",
    audio: "The audio",
    audioAndVideo: "The audio, and the video",
    hint: "As a file with tags, cover and chapters. A file that was downloaded cannot be taken back.",
  },
  sizes: {
    label: "Smaller sizes, for slow connections",
    always: "For every recording",
    whenAsked: "When first asked for",
    whenAskedHint:
      "They are made for a recording once a member's connection was too slow for it. Studio > Queue then shows when that was.",
    never: "For no recording",
    months: (count: number) => `For recordings newer than ${count} ${count === 1 ? "month" : "months"}`,
    hint: "Making them takes most of the processor time, and disk space. Sizes that are already made are kept. The newest recordings come first.",
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
    save: "Save who may watch",
    heard: (ago: string) => `Twitch last reported a change ${ago}.`,
    notHeard: "Twitch has not reported a change yet. Subscriptions are also checked regularly.",
  },
  moments: "Shared moments",
  loadingMoments: "Loading the shared moments…",
  loadingBackups: "Loading the backups…",
  none: "Not set up.",
  saved: "The settings are saved. They count from now on.",
  resumed: "Patreon sends changes again.",
} as const;
