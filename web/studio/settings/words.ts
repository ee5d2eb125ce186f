// What the owner reads under Studio > Settings > General and Access, and what all pages of settings share.
import { words as fields } from "#web/ui/fields/words.ts";

export const words = {
  what: "the settings",
  fixed: fields.fixed,
  notSaved: (count: number) => `${count} ${count === 1 ? "change" : "changes"} not saved`,
  discard: "Discard",
  save: "Save",
  saved: "The settings are saved and take effect now.",
  resumed: "Patreon reports changes again.",

  archive: { title: "The archive", name: "Name", zone: "Time zone", address: "Address" },
  newRecordings: {
    title: "New recordings",
    short: "Hiding new recordings",
    hide: "Hide new recordings until an editor has looked at them",
    hint: "This applies to recordings that are imported or put into the incoming folder. They wait in Studio > Inbox.",
  },
  heard: {
    title: "What is heard",
    days: "How many days it is kept what is heard",
    hint: "From 0 to 3650. It is counted how often and for how long each recording is heard, without noting by whom: see Studio > Heard. With 0 nothing is counted, and what was counted is deleted within an hour. The listening history of each member is their own, and is not affected.",
  },
  sizes: {
    short: "Lower qualities",
    label: "Lower qualities, for slow connections",
    always: "For every recording",
    whenAsked: "When a member's connection is too slow",
    whenAskedHint:
      "The lower qualities of a recording are made after a member's connection was too slow for it. Studio > Upload shows the day this happened.",
    never: "For no recording",
    months: (count: number) => `For recordings newer than ${count} ${count === 1 ? "month" : "months"}`,
    hint: "Making them takes disk space, and more processor time than the rest of the preparation. Qualities that are already made are kept. The newest recordings come first.",
  },

  patreon: {
    title: "Patreon",
    short: "Patreon tiers",
    legend: (campaign: string) => `Which members of “${campaign}” may watch?`,
    problem: "Something is wrong at Patreon",
    resume: "Resume the webhook",
    heard: (ago: string) => `Patreon last reported a change ${ago}.`,
    notHeard: "Patreon has not reported a change yet. Memberships are also checked regularly.",
  },
  twitch: {
    title: "Twitch",
    short: "Twitch tiers",
    legend: "Which subscribers of your channel may watch?",
    heard: (ago: string) => `Twitch last reported a change ${ago}.`,
    notHeard: "Twitch has not reported a change yet. Subscriptions are also checked regularly.",
  },
  signIn: {
    title: "Logins",
    short: "Days of a login",
    days: "How many days a login lasts",
    hint: "From 7 to 365. A device that is not used for 30 days is logged out in any case. To edit, people must have logged in within the last 7 days.",
  },
  guests: { title: "Guests", editors: "Editors may invite guests, too" },
  connections: "Connections",
} as const;
