// What an owner reads while setting up the archive, and later when changing its settings.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // the link
  linkUsed:
    "This set-up link does not work any more: it was used before, or it is older than a day. Run sudo stagedoor setup-link on the server (in a clone: npm run archive -- setup-link), which prints a new one.",
  openLinkFirst:
    "Open the set-up link first. The server prints it when it starts, and sudo stagedoor setup-link (in a clone: npm run archive -- setup-link) prints it again.",
  beingOpened: "The archive is being opened already. Wait a moment, then reload the page.",
  beingSaved: "This connection is being saved already. Wait a moment, then reload the page.",
  alreadySetUp: "There is no page at this address. Check the address.",
  cannotUnseal: (name: string) =>
    `The stored setting ${name} cannot be read with this master key. Put back your own copy of the key.`,

  // name and address; a rule completes the sentence
  wrongName: (rule: string) => `The name ${rule}.`,
  wrongTimeZone: (rule: string) => `The time zone ${rule}.`,
  wrongAddress: (rule: string) => `The address ${rule}.`,
  notHttps: "The address must begin with https://, because logins and cookies must be encrypted.",
  withPath: "The address must not have a path. Write it as https://archive.example.",
  noSuchName: (host: string) =>
    `The name ${host} is not known on the internet. Check how it is written, and that its DNS entry exists.`,
  badCertificate: (host: string) =>
    `${host} answers, but without a valid certificate. Check the certificate of your proxy.`,
  innerAddress: (host: string, address: string) =>
    `${host} is an address of this machine or its own network, and nothing is asked there. If members are to use it, set PUBLIC_URL=${address} in the server's settings file (in a clone: .env) and start again.`,
  notReached: (address: string) =>
    `The archive could not be reached at ${address}. Check that your proxy is running and forwards to this server.`,
  otherServer: (address: string) =>
    `Something else answers at ${address}. Check that your proxy forwards this address to the archive.`,

  // the bucket for backups
  wrongBackupField: {
    name: (rule: string) => `The name of the bucket ${rule}.`,
    endpoint: (rule: string) => `The address of the service ${rule}.`,
    region: (rule: string) => `The region ${rule}.`,
    prefix: (rule: string) => `The prefix ${rule}.`,
    access_key_id: (rule: string) => `The access key ${rule}.`,
  },

  // the client at a provider
  wrongClient: (provider: string) =>
    `${provider} does not accept this client id and secret. Copy both again from ${provider}'s page.`,
  clientFirst: (provider: string) => `Enter the client id and secret of ${provider} first.`,
  noAnswer: (provider: string) => `${provider} does not answer at the moment. Please try again in a few minutes.`,

  // connecting
  denied: (provider: string) => `You did not allow the connection at ${provider}. Connect again, and allow it.`,
  notFinished: (provider: string) => `The connection with ${provider} was not completed. Please connect again.`,
  connectFirst: (provider: string) => `Connect with ${provider} first.`,
  noCampaign: (name: string) =>
    `The Patreon account ${name} has no campaign. Connect with the account that owns the campaign.`,
  noChannel: (name: string) =>
    `The Twitch channel ${name} has no subscriptions: it is neither an affiliate nor a partner. Connect with the account of your channel.`,
  grantGone: (provider: string) =>
    `${provider} says that the permission was withdrawn. Connect with ${provider} again.`,

  // who may watch
  notYourCampaign: "This campaign belongs to somebody else. Connect with the account that owns it.",
  tierGone: (id: string) => `The tier ${id} no longer exists at Patreon. Reload the list of tiers, and choose again.`,
  levelInUse: (name: string, used: { recordings: number; collections: number; guests: number; links: number }) =>
    `The level ${name} cannot be removed, because it is still used: ${sayUsed(used)}. Give them another level first.`,
  levelNames: (name: string) => `Two levels are called ${name}. Give each a name of its own.`,
  noNewLevel: "The level of new recordings does not exist any more. Choose another one.",
  wrongUpgradeLink: (rule: string) => `The link to higher levels ${rule}.`,
  noTier: "Choose at least one tier. Its members may watch.",
  tiersFirst: "First choose who may watch.",

  // opening
  noProvider: "Set up Patreon or Twitch first: without one of them nobody can log in.",
  noOwner: "Connect with Patreon or Twitch first: the person who connects becomes the owner of the archive.",

  // later, in the studio
  cannotUndo: "This change cannot be undone.",
  changedSince: "This setting has been changed again since then. Change it under Studio > Settings instead.",
  pictureGone: "The earlier picture is no longer stored. Upload it again.",
  wrongSetting: (name: string, rule: string) => `${name} ${rule}.`,
  fixed: (name: string) => `${name} is set in the server's settings file. Change it there.`,
  noCreator:
    "The archive has no permission from the creator. Connect as the creator again under Studio > Settings, or set PATREON_CREATOR_TOKEN.",
  setUpFirst: "This archive is a demo. Set it up first, with the set-up link that the server prints.",
  hookMissing:
    "Patreon does not report membership changes (there is no webhook), so only the regular check finds them. Connect as the creator again under Studio > Settings to add the webhook.",
  hookPaused: (times: number) =>
    `Patreon has stopped reporting changes: it paused the webhook after ${times} failed ${times === 1 ? "try" : "tries"}. Resume the webhook here.`,
} as const;

function sayUsed(used: { recordings: number; collections: number; guests: number; links: number }): string {
  const { recordings, collections, guests, links } = used;
  return Object.entries({ recording: recordings, collection: collections, guest: guests, "invitation link": links })
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => sayCount(count, noun))
    .join(", ");
}
