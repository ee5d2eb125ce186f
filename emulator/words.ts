// What people read from the emulator itself. Sentences of the real Patreon and Twitch are beside the routes that answer
// with them: clients may depend on every letter.
type Provider = "Patreon" | "Twitch";

export const words = {
  // the page that asks for a persona
  title: (provider: Provider) => `Simulated ${provider}`,
  banner: (provider: Provider) => `This is not ${provider}. Patreon and Twitch are simulated on this computer.`,
  bannerMore: "The people are invented, and no password is needed.",
  heading: "Log in to the archive as",
  scopes: (scopes: string) => `The archive asks for: ${scopes}.`,
  noScopes: "nothing in particular",
  deny: "Deny",
  badRequest: "This request cannot be answered",

  // the process
  wrongPort: (value: string) => `EMULATOR_PORT must be a port number, not "${value}".`,
  wrongUrl: (value: string) => `ARCHIVE_URL must be an address such as http://localhost:8080, not "${value}".`,
  notLocal: (host: string) =>
    `With simulated logins anyone can log in as anyone, so normally only this computer can use them. Remove EMULATOR_HOST=${host}. To allow other computers anyway, set EMULATOR_ALLOW_NON_LOOPBACK=1.`,
  portInUse: (port: string) => `Port ${port} is already in use. Set EMULATOR_PORT to a free one.`,
  stateNotRead: "The simulation of Patreon and Twitch could not read its state file and starts with an empty one.",

  // the control API
  localOnly: "The control API only answers requests from this computer.",
  noQuirk: (name: string) => `There is no behaviour called "${name}" to switch on or off.`,
  noPersona: (name: string) => `There is no invented person called ${name}.`,
  notJson: "The request could not be read. Send valid JSON.",
  noPicture: "There is no such picture.",
} as const;
