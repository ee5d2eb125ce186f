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
  onlyLogin: "This is your only login. Connect another one before you disconnect it.",

  // what the owner changes
  noSuchMember: "There is no such member.",
  ownAccount: "This is your own account. You cannot change it here.",
  ownersInSettings: "Owners are set in the server's settings. You cannot change them here.",
  cannotUndo: "This change cannot be undone here.",
  changedSince: "This member's permissions have changed since then. See the newest change.",
  cannotContinue: "More entries could not be loaded. Please reload the list.",
  cursorRule: "must be the `next` of the page before",

  // the start of the server
  wrongKey:
    "The master key is not the one that this database was encrypted with. Put back your own copy of the key, as secrets/master.key or the file that MASTER_KEY_FILE names; backups do not contain it.",
} as const;
