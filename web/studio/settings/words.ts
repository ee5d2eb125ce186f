// What the owner reads under Studio > Settings > General and Access, and what all pages of settings share.
import { fieldWords as fields } from "#web/ui/dialog/words.ts";

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

// What the owner reads under Studio > Settings about connecting Patreon and Twitch.
export const connectWords = {
  group: (name: string) => `Connection with ${name}`,
  again: { patreon: "Connect as the creator again", twitch: "Connect as the broadcaster again" },
  add: (name: string) => `Add ${name}`,
  addHint: (name: string) => `People can log in with ${name}, too, once it is added.`,
  otherClient: "Change client id and secret",
  cancel: "Cancel",
  accepted: (name: string) =>
    `${name} accepts this client id and secret. They take effect when you have connected and saved.`,
  connectedAs: (name: string) => `Connected as ${name}. This takes effect when you save the connection.`,
  problem: "Not connected",
  save: "Save the connection",
  saved: "The connection is saved and takes effect now.",
} as const;

// What the owner reads under Studio > Levels.
export const levelWords = {
  what: "the levels",
  title: "Names and tiers",
  others: "Recordings of a higher level",
  /** Beside the Save. */
  short: {
    standard: "Standard level",
    above: "Higher levels",
    locked: "What members see",
    upgrade_link: "Link to higher levels",
    new_level: "Level of new recordings",
  },
  lead: "Each recording has a level. Members may watch what is at their level or below. With one level, every member may watch everything.",
  standard: "Name of the standard level",
  standardHint: "Everybody who may watch has at least this level. Choose its tiers under Settings > Access.",
  levelOf: (name: string) => `Level: ${name}`,
  unnamed: "new level",
  name: "Name",
  patreon: "Which Patreon tiers have it?",
  twitch: "Lowest Twitch tier that has it",
  noTwitch: "None",
  twitchTiers: [
    { value: "1000", name: "Tier 1" },
    { value: "2000", name: "Tier 2" },
    { value: "3000", name: "Tier 3" },
  ],
  moveUp: "Make it lower",
  moveUpThis: (name: string) => `Make it lower: ${name}`,
  remove: "Remove",
  removeThis: (name: string) => `Remove the level ${name}`,
  add: "Add a higher level",
  locked: "What members see of recordings of a higher level",
  lockedHidden: "Nothing",
  lockedCard: "A locked card with title, date, length and picture",
  link: "Link to higher levels",
  linkHint: "Your page about higher levels, such as your page at Patreon. It is on every locked card.",
  newLevel: "Level of new recordings",
} as const;

// What the owner reads under Studio > Settings > Looks.
export const lookWords = {
  what: "how the archive looks",
  title: "How it looks",
  textsTitle: "Texts and links",
  /** Beside the Save. */
  short: {
    accent_color: "Accent colour",
    default_theme: "Light or dark",
    welcome_text: "Text on the front page",
    link_patreon: "Patreon",
    link_twitch: "Twitch",
    link_discord: "Discord",
    contact: "Contact",
    privacy_text: "Privacy page",
  },
  saved: "Saved. Everybody sees it from now on.",
  nothing: "Nothing to change.",
  tooLarge: "The picture is larger than 10 MB. Make it smaller, and upload it again.",
  unreadable: "The file could not be read. Please choose it again.",
  formats: "PNG, JPEG or WebP, at most 10 MB.",
  logo: {
    title: "Logo",
    hint: "In the header of every page, as the icon of the browser tab, and for the installed app. Best with a transparent background.",
    none: "No logo of your own yet.",
    upload: "Upload a logo",
    replace: "Upload another logo",
    remove: "Remove the logo",
  },
  welcome: {
    title: "Picture on the front page",
    hint: "Beside the welcome text, and in previews when somebody shares a link to the archive.",
    none: "No picture of your own yet.",
    upload: "Upload a picture",
    replace: "Upload another picture",
    remove: "Remove the picture",
  },
  accent: {
    title: "Accent colour",
    hint: "The colour of buttons, links and icons.",
    pick: "Pick a colour",
    code: "Colour code",
    wrong: "A colour code looks like #c2410c.",
    reset: "Use the standard colour",
    light: "Light page",
    dark: "Dark page",
    sample: "A link",
    button: "A button",
    asChosen: "Text in this colour can be read on light and on dark pages.",
    adjusted: (shades: string) => `Text in this colour would be hard to read on some pages, so ${shades}.`,
    onLight: (shade: string) => `text on the light page is darker (${shade})`,
    onDark: (shade: string) => `text on the dark page is lighter (${shade})`,
    and: " and ",
  },
  theme: {
    legend: "Light or dark, for people who have not chosen",
    options: { auto: "Same as their device", light: "Light", dark: "Dark" },
  },
  texts: {
    welcome: "Text on the front page",
    welcomeHint: "Also shown in previews of links. At most 1000 characters.",
    links: {
      link_patreon: "Your page at Patreon",
      link_twitch: "Your channel at Twitch",
      link_discord: "Invitation to your Discord server",
    },
    linkHint: "An address that begins with https://. Leave it empty to show no link.",
    contact: "Contact",
    contactHint: "An email address, or the address of a page. It is linked at the bottom of every page.",
    privacy: "Privacy page",
    privacyHint:
      "What you do with people’s data. Shown at /privacy, and linked at the bottom of every page. An empty line begins a new paragraph.",
    suggest: "Start with a suggestion",
    suggestion: (name: string) =>
      `${name} is a private archive. You log in with Patreon or Twitch, and they tell us your name, your picture, your email address if it is confirmed, and whether you support us. We store this to decide whether you may watch, and to send you the emails that you ask for.

While you use the archive we also store where you stopped in each recording, your favourites and playlists, which notices you want, on which devices you are logged in, and who changed what. Your browser keeps your volume and a few choices.

We show no advertising, use no trackers, and give nothing to anybody else.

You can download or delete what is stored about you in your account, under Privacy. If you have questions, write to the address under Contact.`,
  },
} as const;

// What the owner reads under Studio > Settings > Sharing and downloads.
export const sharingWords = {
  downloads: {
    title: "Downloads",
    label: "What members may download",
    off: "Nothing",
    audio: "The audio",
    audioAndVideo: "The audio, and the video",
    hint: "The file contains tags, a picture and chapters. Once it is downloaded, you cannot take it back.",
  },
  offline: {
    short: "Days without a connection",
    shortVideo: "Saving small videos",
    days: "How many days saved recordings play without a connection",
    hint: "From 0 to 365. Members can save recordings in their browser. A saved recording is deleted there when the member logs out or loses access, when it is hidden or deleted, and when the browser has had no connection for this number of days. With 0 nothing can be saved.",
    video: "Members may also save small videos",
    videoHint:
      "If this is off, they can save only the audio. A small video is the lowest quality of a recording, if that is 720p or less; it takes several times as much space as the audio. When you turn this off, videos that were saved are deleted, and the audio is saved in their place.",
  },
  moments: {
    title: "Shared moments",
    shortPreviews: "Previews of shared moments",
    allow: "Members may share moments of recordings by a link",
    hint: "Up to 90 seconds, without a login, for 7 days or 20 plays. A link stops working when the member who made it may no longer watch, or when the recording is hidden or deleted.",
    previews: "Previews of these links show the title and the picture of the recording",
    previewsHint:
      "Everybody who sees the link in a chat sees them. If this is off, previews show the name of the archive.",
    what: "the shared moments",
    list: "Links that work",
    none: "No link works at the moment.",
    by: (name: string, from: string, to: string) => `${name}, ${from} – ${to}`,
    plays: (count: number, until: string) => `${count} of 20 plays used, works until ${until}`,
    end: "Turn off",
    endThis: (title: string, name: string) => `Turn off the link of ${name} to “${title}”`,
    ended: "The link does not work any more.",
  },
} as const;
