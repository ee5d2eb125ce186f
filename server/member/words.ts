// What members and the owner are told about logins, accounts and permissions.
export const words = {
  /** For somebody whose name the provider does not tell. */
  patreonMember: "Patreon member",

  // the list of a member's sessions
  deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: "Unknown device",

  // the login itself
  logInFirst: "Please log in first.",
  noAnswer: "The login service did not answer. Please try again in a few minutes.",
  slow: "The login service is slow. Please try again in a moment.",

  // connected accounts
  notConnected: "That account is not connected.",
  onlyLogin: "This is your only connected account. Connect another one before you disconnect this one.",

  // what the owner changes
  noSuchMember: "There is no such member.",
  ownAccount: "This is your own account. You cannot change it here.",
  ownersInSettings: "This owner is named in the server's settings file. Change it there.",
  disabledAccount:
    "Your account is disabled, so you cannot delete it yourself. If you want it deleted, ask the owner of this archive.",
  lastOwner: "The archive needs an owner. Make somebody else an owner first, under Studio > Members.",
  ownerFirst: "This is an owner. Remove them as owner first.",
  noLongerOwner: "You are no longer an owner of this archive. Reload the page.",
  cannotUndo: "This change cannot be undone.",
  changedSince: "This member's permissions have been changed again since then. Only the newest change can be undone.",
  cannotContinue: "More entries could not be loaded. Please reload the list.",
  cursorRule: "must be the value of `next` from the previous page",

  // stream markers
  noTwitch: "This archive is not connected with Twitch. The owner can add Twitch under Studio > Settings.",
  markersNotGranted:
    "The archive has no permission to read your stream markers yet: the connection with Twitch is older than this feature. The owner can connect as the broadcaster again under Studio > Settings. If Twitch is set in the server's settings file, set TWITCH_BROADCASTER_TOKEN there.",
  markersRefused:
    "Twitch no longer accepts the broadcaster's permission. The owner can connect as the broadcaster again under Studio > Settings.",
  noVideoNumber:
    "This is not the address or the number of a Twitch video. Such an address looks like https://www.twitch.tv/videos/123456789.",
  noStreamVideo: (id: string) =>
    `Twitch has no video ${id}. It may have been deleted: Twitch keeps streams for some weeks only.`,
  foreignStreamVideo: (id: string) =>
    `The Twitch video ${id} belongs to another channel. Choose one from your own channel.`,

  // the start of the server
  wrongKey:
    "This is not the master key of this database. Put your copy of the right key back: to secrets/master.key, or to the file set in MASTER_KEY_FILE. Backups do not contain the key.",
} as const;
