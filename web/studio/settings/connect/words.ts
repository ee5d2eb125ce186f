// What the owner reads under Studio > Settings about connecting Patreon and Twitch.
export const words = {
  group: (name: string) => `Connection with ${name}`,
  again: { patreon: "Connect as the creator again", twitch: "Connect as the broadcaster again" },
  add: (name: string) => `Add ${name}`,
  addHint: (name: string) => `People can log in with ${name}, too, once it is added.`,
  otherClient: "Enter another client",
  cancel: "Cancel",
  accepted: (name: string) => `${name} accepts this client. It counts once you have connected and saved.`,
  connectedAs: (name: string) => `Connected as ${name}. It counts once you save who may watch.`,
  problem: "Not connected",
  save: "Save the connection",
  saved: "The connection is saved. It counts from now on.",
} as const;
