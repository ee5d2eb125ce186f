// What the owner reads while setting up the archive.
export const words = {
  title: "Set up your archive",
  lead: "Each step is checked immediately. Nothing takes effect until you open the archive in the last step.",
  loading: "Loading the set-up…",
  cannotOpen: "The set-up cannot be opened",
  step: (number: number, name: string) => `${number}. ${name}`,
  done: "Done",
  archive: {
    title: "Name and address",
    name: "Name of the archive",
    address: "Address",
    addressHint:
      "The address that people use, such as https://archive.example. The archive checks that it can be reached there.",
    save: "Save and continue",
  },
  provider: {
    either: "Patreon, Twitch, or both: one is enough.",
    accepted: (name: string) => `${name} accepts this client id and secret.`,
    connectedAs: (name: string) => `Connected as ${name}, who is the owner of the archive.`,
    connectAgain: "Connect again",
    changeClient: "Change client id and secret",
    leaveOut: (name: string) => `Do not use ${name}`,
    problem: "Not connected",
  },
  tiers: {
    save: "Save the tiers",
    saved: "Saved.",
  },
  open: {
    title: "Open the archive",
    lead: "From now on people log in with their real accounts, and you with yours. The simulated people of the demo are removed.",
    notYet: "Finish setting up Patreon or Twitch first.",
    trash: (count: number) =>
      count === 1 ? "Move the demo recording to the trash" : `Move the ${count} demo recordings to the trash`,
    button: "Open the archive",
  },
  opened: {
    title: "Your archive is open",
    text: "Log in with the account that you have connected: you are the owner. You can change the settings in the studio.",
    go: "Go to the archive",
  },
} as const;
