// What the owner reads under Studio > Settings about connecting Patreon and Twitch.
export const words = {
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
