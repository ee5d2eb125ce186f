// What the owner reads under Studio > Settings.
import { words as fields } from "#web/ui/fields/words.ts";

export const words = {
  what: "the settings",
  fixed: fields.fixed,
  parts: "Parts of the settings",
  archive: { title: "The archive", name: "Name", address: "Address", save: "Save name and time zone" },
  levels: { title: "Levels", loading: "Loading the levels…" },
  signIn: {
    title: "Logins",
    days: "How many days a login lasts",
    hint: "From 7 to 365. A device that is not used for 30 days is logged out in any case. To edit, people must have logged in within the last 7 days.",
    save: "Save login duration",
  },
  newRecordings: {
    title: "New recordings",
    hide: "Hide new recordings until an editor has looked at them",
    hint: "This applies to recordings that are imported or put into the incoming folder. They wait in Studio > Inbox.",
  },
  downloads: {
    title: "Downloads",
    label: "What members may download",
    off: "Nothing",
    audio: "The audio",
    audioAndVideo: "The audio, and the video",
    hint: "The file contains tags, a picture and chapters. Once it is downloaded, you cannot take it back.",
  },
  offline: {
    days: "How many days saved recordings play without a connection",
    hint: "From 0 to 365. Members can save recordings in their browser. A saved recording is deleted there when the member logs out or loses access, when it is hidden or deleted, and when the browser has had no connection for this number of days. With 0 nothing can be saved.",
    save: "Save the number of days",
    video: "Members may also save small videos",
    videoHint:
      "If this is off, they can save only the audio. A small video is the lowest quality of a recording, if that is 720p or less; it takes several times as much space as the audio. When you turn this off, videos that were saved are deleted, and the audio is saved in their place.",
  },
  sizes: {
    label: "Lower qualities, for slow connections",
    always: "For every recording",
    whenAsked: "When a member's connection is too slow",
    whenAskedHint:
      "The lower qualities of a recording are made after a member's connection was too slow for it. Studio > Queue shows the day this happened.",
    never: "For no recording",
    months: (count: number) => `For recordings newer than ${count} ${count === 1 ? "month" : "months"}`,
    hint: "Making them takes disk space, and more processor time than the rest of the preparation. Qualities that are already made are kept. The newest recordings come first.",
  },
  patreon: {
    title: "Patreon",
    legend: (campaign: string) => `Which members of “${campaign}” may watch?`,
    save: "Save the Patreon tiers",
    problem: "Something is wrong at Patreon",
    resume: "Resume the webhook",
    heard: (ago: string) => `Patreon last reported a change ${ago}.`,
    notHeard: "Patreon has not reported a change yet. Memberships are also checked regularly.",
  },
  twitch: {
    title: "Twitch",
    legend: "Which subscribers of your channel may watch?",
    save: "Save the Twitch tiers",
    heard: (ago: string) => `Twitch last reported a change ${ago}.`,
    notHeard: "Twitch has not reported a change yet. Subscriptions are also checked regularly.",
  },
  moments: "Shared moments",
  loadingMoments: "Loading the shared moments…",
  loadingBackups: "Loading the backups…",
  none: "Not set up.",
  saved: "The settings are saved and take effect now.",
  resumed: "Patreon reports changes again.",
} as const;
