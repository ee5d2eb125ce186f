// Every sentence of the history. The database keeps kinds and fields, not sentences, so old entries read the same way.
export const words = {
  // who did it
  archive: "The archive",
  formerMember: "A former member",
  /** In the middle of a sentence. */
  aFormerMember: "a former member",
  somebody: "Somebody",
  providers: { patreon: "Patreon", twitch: "Twitch" } as Record<string, string>,
  aProvider: "a login service",

  // recordings
  added: "Added this recording.",
  hidden: "Hid this recording from members.",
  unhidden: "Showed this recording to members again.",
  protected: "Protected this recording from cleanup.",
  unprotected: "Removed this recording's protection from cleanup.",
  trashed: (why: string) => `Moved this recording to the trash${why}.`,
  videoTrashed: (why: string) => `Moved the video of this recording to the trash${why}. The audio is kept.`,
  becauseOfAge: ", because it is older than the cleanup rule allows",
  becauseOfCap: ", because the archive is over its storage cap",
  restored: "Restored this recording from the trash.",
  sentAgain: "Uploaded this recording again: its video is back.",
  purged: "Deleted this recording for good.",
  videoPurged: "Deleted the video of this recording for good. The audio is kept.",
  setList: "Changed the set list.",
  looked: "Looked at this recording in the inbox.",
  backInInbox: "Put this recording back into the inbox.",
  changed: (fields: string) => `Changed ${fields}.`,
  fields: {
    title: "the title",
    description: "the description",
    add_date: "the upload time",
    time_missing: "whether only the date is known",
    captions: "the captions",
    thumbnail: "the thumbnail",
    hidden: "whether members can see it",
    prevent_autodelete: "the protection from cleanup",
    is_cover: "whether it is a cover",
    artist: "the original artist",
    other_names: "the other names",
    notes: "the notes",
    lyrics_url: "the link to the lyrics",
  } as Record<string, string>,
  nothing: "nothing",
  and: (first: string, last: string) => `${first} and ${last}`,

  // songs
  songEdited: (title: string, fields: string) => `Changed ${fields} of the song “${title}”.`,
  songMerged: (title: string, into: string) => `Merged the song “${title}” into “${into}”.`,
  songSeparated: (title: string, from: string) => `Separated the song “${title}” from “${from}” again.`,

  // members
  signedIn: (provider: string) => `Logged in with ${provider}.`,
  signInRefused: (provider: string) => `A login with ${provider} was refused.`,
  signedOut: "Logged out.",
  loggedOutEverywhere: (name: string) => `Logged ${name} out everywhere.`,
  loggedOutElsewhere: "Logged out on other devices.",
  connected: (provider: string) => `Connected ${provider}.`,
  disconnected: (provider: string) => `Disconnected ${provider}.`,
  grantRevoked: (name: string, provider: string) => `${name} disconnected this archive at ${provider}.`,
  massLossStopped:
    "Too many memberships would have ended at once, so nothing was changed. Please check the tiers and the campaign in the settings.",
  madeEditor: (name: string) => `Made ${name} an editor.`,
  noLongerEditor: (name: string) => `Removed ${name} as editor.`,
  disabled: (name: string) => `Disabled the account of ${name}.`,
  enabled: (name: string) => `Enabled the account of ${name} again.`,
  mayWatch: (name: string) => `Gave ${name} access to the recordings.`,
  mayNotWatch: (name: string) => `Ended the access of ${name} to the recordings.`,
  mayEdit: (name: string) => `Gave ${name} permission to edit.`,
  mayNotEdit: (name: string) => `Removed the permission of ${name} to edit.`,

  // the settings
  settings: {
    ARCHIVE_NAME: "the name of the archive",
    PATREON_TIER_IDS: "which Patreon tiers may watch",
    TWITCH_MIN_TIER: "which Twitch tiers may watch",
    TIME_ZONE: "the time zone",
    ACCENT_COLOR: "the accent colour",
    DEFAULT_THEME: "the default theme",
    LOGO: "the logo",
    WELCOME_PICTURE: "the picture on the front page",
    WELCOME_TEXT: "the text on the front page",
    LINK_PATREON: "the link to Patreon",
    LINK_TWITCH: "the link to Twitch",
    LINK_DISCORD: "the link to Discord",
    CONTACT: "the contact",
    PRIVACY_TEXT: "the privacy page",
  } as Record<string, string>,
  theSettings: "the settings",
  noticesChanged: "Changed where notices are sent.",
  providerConnected: (provider: string) => `Connected the archive with ${provider}.`,

  // the archive itself
  ruleChanged: "Changed the cleanup rule.",
  fileUnplayable: (title: string, file: string) =>
    `A file of “${title}” would not play correctly and is made again: ${file}.`,
  fileDamaged: (title: string, file: string) => `A file of “${title}” is missing or damaged: ${file}.`,
  archiveRestored: "The archive was restored from a backup. Cleanup is paused for 24 hours.",
  cleanupStopped: "The cleanup stopped early. See the cleanup page.",

  // refusals
  ownerOnly: "Only the owner of this archive may see that.",
  cannotContinue: "More entries could not be loaded. Please reload the list.",
  cursorRule: "must be the value of `next` from the previous page",
} as const;
