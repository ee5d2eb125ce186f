// What set-up and the studio say about Patreon and Twitch: what to do there, and how a tier is named in a list.
import type { Provider } from "#contract/member.ts";

interface ProviderWords {
  name: string;
  lead: string;
  /** What to do at the provider, before and after the redirect address. */
  before: readonly string[];
  copyHere: string;
  connect: string;
  connectHint: string;
}

const patreon: ProviderWords = {
  name: "Patreon",
  lead: "Members of your campaign log in with their Patreon account.",
  before: [
    "Log in at patreon.com with the account that owns the campaign. Open the developer portal: patreon.com/portal.",
    "Choose “Create Client”, give it any name, and choose API version 2.",
    "Copy this address into “Redirect URIs”, and create the client:",
  ],
  copyHere: "Copy the client id and the client secret from there to here:",
  connect: "Connect as the creator",
  connectHint: "Patreon asks you to allow the archive to read your campaign, your tiers and your members.",
};

const twitch: ProviderWords = {
  name: "Twitch",
  lead: "Subscribers of your channel log in with their Twitch account.",
  before: [
    "Log in at dev.twitch.tv with any account that has two-factor authentication. Open the console: dev.twitch.tv/console.",
    "Choose “Register Your Application”. Give it any name, the category “Website Integration” and the type “Confidential”.",
    "Copy this address into “OAuth Redirect URLs”, and create the application:",
  ],
  copyHere: "Open “Manage”, make a new secret, and copy the client id and the secret to here:",
  connect: "Connect as the broadcaster",
  connectHint:
    "Log in to Twitch with the account of your channel. Twitch asks you to allow the archive to read who subscribes.",
};

export const words = {
  providers: { patreon, twitch } satisfies Record<Provider, ProviderWords>,
  zone: {
    label: "Time zone",
    hint: "Used for recordings with a time in the file name. Members see all times in their own time zone.",
  },
  client: {
    redirect: "Redirect address",
    copy: "Copy",
    copied: "Copied",
    id: "Client id",
    secret: "Client secret",
    check: (name: string) => `Check with ${name}`,
  },
  campaign: "Campaign",
  whoMayWatch: "Who may watch?",
  levels: { 1000: "Every subscriber", 2000: "Tier 2 and tier 3", 3000: "Tier 3 only" },
  free: "free",
  price: (amount: string) => `${amount} a month`,
  members: (count: number) => (count === 1 ? "1 member" : `${count} members`),
} as const;
