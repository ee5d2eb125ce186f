// What the owner reads in the check-up: how it is, and if something is wrong, what to do.
import type { CheckName } from "#contract/check-up.ts";
import { sayCount } from "#server/say-count.ts";

const settingsFile = "/etc/stagedoor/settings.env (in a clone: .env)";
const renewal = "Check the log of the proxy: journalctl -u caddy; with nginx, run certbot renew";

const noSandbox = "ffmpeg runs without its sandbox, so a hostile file could reach more of this machine:";

export const words = {
  titles: {
    "set-up": "Set-up",
    service: "Server",
    "patreon-client": "Patreon: client id and secret",
    "patreon-campaign": "Patreon: campaign and tiers",
    "patreon-creator": "Patreon: permission of the creator",
    "patreon-webhook": "Patreon: reports of membership changes",
    "twitch-client": "Twitch: client id and secret",
    "twitch-events": "Twitch: reports of subscriptions and streams",
    address: "Address",
    certificate: "Certificate",
    proxy: "Proxy",
    clock: "Clock",
    storage: "Media storage",
    space: "Free space",
    sandbox: "Protection of the video converter (sandbox of ffmpeg)",
    backup: "Backup",
    "key-copy": "Copy of the master key",
    version: "Version",
  } satisfies Record<CheckName, string>,

  tooSlow: "This could not be checked within a few seconds. Try again later.",
  failed: "This could not be checked. See the server log for details.",

  // set-up and server
  isDemo: "This is the demo. To make it your archive, open the set-up link: sudo stagedoor setup-link prints it.",
  isClosed: "Nobody can log in yet. Open the set-up link: sudo stagedoor setup-link prints it.",
  running: (address: string) => `The archive is running at ${address}.`,
  notRunning: (address: string) =>
    `The archive does not answer at ${address}. Start it with sudo systemctl start stagedoor; if it stops again, journalctl -u stagedoor says why.`,
  notReady: (address: string) =>
    `The archive at ${address} is not ready: its database does not answer, or it is stopping. Check again in a minute. If nothing changes, journalctl -u stagedoor says why.`,

  // clients
  client: (provider: string) => `${provider} accepts the client id and secret.`,
  wrongClient: (provider: string) =>
    `${provider} does not accept the client id and secret, so nobody can log in with ${provider}. Copy both again from ${provider}'s developer page.`,

  // Patreon
  noCreator:
    "The archive has no permission from the creator, so the campaign and the tiers cannot be checked. Connect as the creator again under Settings, or set PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN.",
  creatorGone:
    "Patreon no longer accepts the creator's permission: it was withdrawn or has expired. Connect as the creator again under Settings. If PATREON_CREATOR_TOKEN is set in the server's settings file, put a new token there.",
  creator: (day: string | null) =>
    day === null ? "It is renewed automatically." : `It is valid until ${day} and is renewed automatically.`,
  creatorEndsSometime: "It cannot be renewed automatically. Set PATREON_CREATOR_REFRESH_TOKEN, too.",
  creatorEnds: (day: string) =>
    `It ends on ${day} and cannot be renewed automatically. Connect as the creator again under Settings before that day.`,
  foreignCampaign: (id: string, name: string) =>
    `The campaign ${id} does not belong to ${name}, who connected as the creator. Connect with the account that owns it.`,
  tiersGone: (ids: readonly string[]) =>
    `${ids.length === 1 ? "The tier" : "The tiers"} ${ids.join(", ")} no longer ${ids.length === 1 ? "exists" : "exist"} at Patreon, so ${ids.length === 1 ? "it gives" : "they give"} nobody access. Choose the tiers again under Settings.`,
  campaign: (name: string, tiers: readonly string[]) =>
    `Members of “${name}” may watch with ${tiers.length === 1 ? "the tier" : "the tiers"} ${tiers.join(", ")}.`,
  noHook:
    "Patreon does not report membership changes, so only the regular check finds them. Set PATREON_WEBHOOK_SECRET, as docs/hosting.md describes.",
  hookPaused: (times: number) =>
    `Patreon has stopped reporting changes: it paused the webhook after ${sayCount(times, "failed try", "failed tries")}. Resume the webhook under Settings.`,
  heard: (provider: string, day: string) => `${provider} last reported a change on ${day}.`,
  notHeard: (provider: string) => `Everything is in place; ${provider} has not reported a change yet.`,

  // Twitch
  noEvents:
    "Twitch does not report subscription changes, so only the regular check finds them. Set TWITCH_EVENTSUB_SECRET, as docs/hosting.md describes.",
  broadcasterGone:
    "The broadcaster has withdrawn the permission, so Twitch no longer reports changes. Connect as the broadcaster again under Settings.",
  eventsMissing: (types: readonly string[]) =>
    `Twitch does not report ${types.join(", ")}. The archive asks Twitch again every few minutes. If this does not help within an hour, connect as the broadcaster again under Settings.`,

  // the address
  address: (address: string) => `${address} leads to this archive.`,
  notFromInside: (address: string) =>
    `${address} cannot be reached from the server itself, but Patreon or Twitch has reached it within the last day. Nothing needs to be done.`,
  certificate: (time: string) => `It is valid for another ${time}.`,
  certificateEnds: (host: string, time: string) =>
    `The certificate of ${host} expires in ${time} and was not renewed. ${renewal}`,
  days: (count: number) => sayCount(count, "day"),
  hours: (count: number) => sayCount(count, "hour"),
  certificateEnded: (host: string) =>
    `The certificate of ${host} has expired, so browsers refuse to open the archive. ${renewal}`,
  noTls: (host: string) => `No certificate could be read from ${host}. Check that your proxy is running.`,
  noProxy: "There is no proxy between members and the archive.",
  proxy: (address: string) => `The proxy at ${address} sends the archive each visitor's address.`,
  proxyNotTrusted: (address: string) =>
    `The proxy at ${address} is not in TRUSTED_PROXIES. So the archive counts all members as one visitor, and may refuse them all with "Too many requests". Write TRUSTED_PROXIES=${address} into ${settingsFile}, and run: sudo systemctl restart stagedoor`,
  proxySilent: (address: string) =>
    `The proxy at ${address} does not send X-Forwarded-For. So the archive counts all members as one visitor, and may refuse them all with "Too many requests". Make the proxy send that header.`,
  proxyBelieves: (address: string) =>
    `The proxy at ${address} passes on the X-Forwarded-For that visitors send. So anybody can get around the request limits with a false address. Make the proxy overwrite that header.`,
  clock: (provider: string) => `The clock agrees with the clock of ${provider}.`,
  wrongClock: (time: string, side: string, provider: string) =>
    `The clock of this machine is ${time} ${side} ${provider}'s, so logins and reports can be refused. Run: sudo timedatectl set-ntp true`,
  clockUnknown: "Neither Patreon nor Twitch answered, so the clock could not be compared.",

  // the machine
  storage: (place: string) => `The files of the recordings are in ${place}, which answers.`,
  space: (free: string, growth: string) => `${free} is free. About ${growth} is added each week.`,
  spaceInBucket: (growth: string) => `The files are in a bucket. About ${growth} is added each week.`,
  littleSpace: (free: string, growth: string, weeks: number) =>
    `${free} is free, and about ${growth} is added each week, so the disk will be full in ${weeks === 0 ? "less than a week" : `about ${sayCount(weeks, "week")}`}. Add space, or set a cleanup rule.`,
  noSpace: (free: string) =>
    `Only ${free} is free, so nothing new is added. Add space, or delete recordings and empty the trash.`,
  sandbox: "ffmpeg can read and write only the file it works on.",
  noBubblewrap: `${noSandbox} bubblewrap is not installed. Run sudo apt-get install bubblewrap, and restart the archive.`,
  bubblewrapNotAllowed: (said: string, advice: string) =>
    `${noSandbox} bubblewrap is installed, but this machine does not allow what it needs (it says "${said}"). ${advice}`,
  kernelForbids: (name: string, line: string) =>
    `The reason is the setting ${name} of the kernel. Run ${line}, and restart the archive.`,
  appArmorForbids:
    "The reason is AppArmor (kernel.apparmor_restrict_unprivileged_userns). Run sudo stagedoor install, which permits it for the archive alone (/etc/apparmor.d/stagedoor).",
  hostForbids:
    "In a container, allow user namespaces and their system calls, as deploy/compose.yaml does. With systemd, run systemctl cat stagedoor, and remove what restricts system calls or namespaces (RestrictSUIDSGID=, RestrictNamespaces=, SystemCallFilter=). Then restart the archive.",
  bubblewrapBroken: (said: string) =>
    `${noSandbox} bubblewrap is installed, but does not work (it says "${said}"). Run sudo apt-get install --reinstall bubblewrap, and restart the archive.`,
  noSandboxNow: `${noSandbox} the archive does not say why. Restart the archive, and check again.`,
  noPrlimit:
    "ffmpeg runs without limits on memory and time, so one bad file could stop this machine. Run sudo apt-get install util-linux, and restart the archive.",

  // keeping
  backup: (day: string, place: string) => `The last backup was made on ${day}, in ${place}.`,
  backupFailed: (day: string, why: string) =>
    `The backup on ${day} failed. ${why} To try again, run: sudo stagedoor backup`,
  noBackup: "There is no backup yet. Run: sudo stagedoor backup",
  oldBackup: (day: string, place: string) =>
    `The last backup, made on ${day} in ${place}, is too old. Run sudo stagedoor backup, and check the timer: systemctl status stagedoor-backup.timer`,
  backupWithFaults: (faults: number, place: string) =>
    `The last backup, in ${place}, lacks ${sayCount(faults, "file")} that ${faults === 1 ? "is" : "are"} missing or damaged in the archive. Run: sudo stagedoor verify`,
  backupOnSameDisk: (day: string, place: string) =>
    `The last backup was made on ${day}, but ${place} is on the same disk as the archive, and would be lost with it. Set BACKUP_DIR to a folder on another disk, in ${settingsFile}.`,
  backupGap: (gap: string) => `No backup can be made. ${gap}`,
  noScheduledBackup: "There is no backup yet. Make one under Studio > Settings > Backups.",
  backupOverdue: (day: string, place: string) =>
    `The daily backup is overdue: the last good one was made on ${day}, in ${place}. Make one under Studio > Settings > Backups.`,
  backupTrouble: (day: string, how: "failed" | "incomplete", why: string) =>
    `The backup on ${day} ${how === "failed" ? "failed" : "is not complete"}: ${why || "it was stopped."}`,
  keyCopied: (day: string) => `You confirmed on ${day} that you have a copy.`,
  keyInBackup: (day: string, place: string) =>
    `The encrypted backup made on ${day}, in ${place}, contains it. Keep the key that opens these backups in a safe place outside of this machine.`,
  noKeyCopy: (file: string) =>
    `Backups do not contain the master key, which is needed to read the logins and tokens in them. Copy ${file} to a safe place outside of this machine, and confirm it in the studio, under Check-up.`,
  notAChecksum: (characters: number) =>
    `This is not a checksum. Run sha256sum on your copy, and enter at least the first ${characters} characters.`,
  otherChecksum: "This is not the checksum of the key in use. Copy the key again, and run sha256sum on the copy.",

  // version
  version: (own: string) => `${own} is the newest version.`,
  newVersion: (newest: string, own: string) =>
    `Version ${newest} is available; this is ${own}. Download it (git pull), and run: sudo npm run archive -- upgrade`,
  versionUnknown: (url: string) => `${url} did not say which version is the newest. The next check-up asks again.`,
} as const;
