// All settings: the default, the check and the meaning of each.
// docs/settings.md and `npm run archive -- config` are made from this table.
import { isIP } from "node:net";
import path from "node:path";
import { tidyName } from "#contract/text/plain-text.ts";
import { StoredLevels, type StoredLevel } from "#contract/levels/levels.ts";
import { providers, type Provider } from "#contract/member.ts";
import { trimEnd, trimStart } from "#server/text/trim.ts";
import {
  color,
  contactAddress,
  hookAddress,
  mailAddress,
  mailServer,
  paragraphs,
  sitePicture,
  webAddress,
} from "./setting-rules.ts";
import { words } from "./words.ts";

interface Setting<T> {
  meaning: string;
  /** What counts when nothing is set; empty means "not set". */
  fallback: string;
  secret: boolean;
  /** Returns the value or throws an Error whose message completes the sentence "NAME …". */
  parse(text: string): T;
}

export interface ProviderId {
  provider: Provider;
  id: string;
}

const optional =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    text === "" ? null : parse(text);

export const settings = {
  ARCHIVE_NAME: define("Stagedoor", archiveName, "The archive's name, in the title and on the login page."),
  PUBLIC_URL: define(
    "",
    optional(origin),
    "The address people use, e.g. https://archive.example. Default: http://localhost:PORT.",
  ),
  HOST: define(
    "127.0.0.1",
    text(255),
    "The address to listen on. Keep the default, and put a proxy with TLS in front.",
  ),
  PORT: define("8080", port, "The port to listen on."),
  DATA_DIR: define("data", (value) => path.resolve(value), "The folder for the embedded database, media and secrets."),
  DATABASE_URL: secret(
    "",
    optional(postgresUrl),
    "A postgres:// address, to use PostgreSQL instead of the embedded database.",
  ),
  TRUSTED_PROXIES: define(
    "",
    list(cidr),
    "Addresses or CIDR ranges of proxies whose X-Forwarded-For counts, comma separated.",
  ),
  LOG_LEVEL: define(
    "",
    optional(oneOf(["fatal", "error", "warn", "info", "debug", "silent"])),
    "How much is logged. Default: info, and in the demo warn.",
  ),
  METRICS_TOKEN: secret(
    "",
    optional(asciiSecret),
    "A bearer token of 10 to 100 characters with which /metrics can be read. Without one, /metrics can be read only from this machine.",
  ),
  DRAIN_SECONDS: define(
    "0",
    wholeNumber(0, 300),
    "How long a stopping server still answers while /api/health says that it is not ready. For use behind a load balancer.",
  ),
  MASTER_KEY_FILE: define(
    "",
    optional((value) => path.resolve(value)),
    "A file of 32 random bytes that encrypts stored tokens. Default: created in DATA_DIR/secrets.",
  ),
  BACKUP_DIR: define(
    "",
    optional((value) => path.resolve(value)),
    "The folder for backups, if the backup command names none. The nightly backup of an installed archive uses it, too. Best on another disk.",
  ),
  BACKUP_HOUR: define(
    "",
    optional(wholeNumber(0, 23)),
    "The hour, from 0 to 23 in TIME_ZONE, at which the server makes its daily backup; BACKUP_TARGET says where to. Default: no daily backup.",
  ),
  BACKUP_TARGET: define(
    "folder",
    oneOf(["folder", "bucket", "program"]),
    "Where the daily backup goes. folder: to BACKUP_DIR. bucket: encrypted, to BACKUP_S3_BUCKET. program: to BACKUP_DIR, and then BACKUP_HOOK is run.",
  ),
  BACKUP_RECIPIENT: define(
    "",
    optional(ageRecipient),
    "The public backup key, which begins with age1. Default: it is made under Studio > Settings, or by stagedoor backup-key.",
  ),
  BACKUP_S3_BUCKET: define("", optional(bucketName), "The bucket for encrypted backups. Best at another provider."),
  BACKUP_S3_ENDPOINT: define(
    "",
    optional(origin),
    "The address of its service. Default: Amazon's, by BACKUP_S3_REGION.",
  ),
  BACKUP_S3_REGION: define(
    "us-east-1",
    text(64),
    "The region of that bucket; most services other than Amazon take any.",
  ),
  BACKUP_S3_ACCESS_KEY_ID: define(
    "",
    optional(text(255)),
    "The key of a user who may list, read, write and delete in that bucket.",
  ),
  BACKUP_S3_SECRET_ACCESS_KEY: secret("", optional(text(255)), "The secret that belongs to BACKUP_S3_ACCESS_KEY_ID."),
  BACKUP_S3_PREFIX: define(
    "",
    keyPrefix,
    "A prefix of all names in that bucket. Needed only if others use the bucket, too.",
  ),
  BACKUP_HOOK: define(
    "",
    optional((value) => path.resolve(value)),
    "Only with BACKUP_TARGET=program: a program that is run after each backup to BACKUP_DIR. It gets two arguments: that folder, and the new backup in it.",
  ),
  NEW_VERSION_URL: define(
    "",
    optional(origin),
    'Where the check-up asks for the newest version: an address that answers {"version": "1.2.3"}. Default: it does not ask.',
  ),
  OWNERS: define(
    "",
    list(providerId),
    "Who owns the archive, as provider:id, comma separated, e.g. patreon:123,twitch:456.",
  ),
  EDITORS: define("", list(providerId), "Who may edit, as provider:id, comma separated."),
  EDITORS_INVITE: define("off", oneOf(["on", "off"]), "on: editors may invite guests, too."),
  SIGN_IN_DAYS: define(
    "90",
    wholeNumber(7, 365),
    "For how many days a login lasts. A device that is not used for 30 days is logged out in any case. To edit, people must have logged in within the last 7 days.",
  ),
  SECURITY_CONTACT: define(
    "",
    optional(contact),
    "Whom to tell about a security problem, as mailto:… or https://…, for /.well-known/security.txt. Default: PUBLIC_URL.",
  ),
  GRACE_HOURS: define(
    "24",
    wholeNumber(1, 720),
    "How long a last known membership counts while its provider does not answer.",
  ),
  PATREON_CLIENT_ID: define(
    "",
    optional(text(255)),
    "From Patreon's developer portal, registered by the creator's own account. Sets up the login with Patreon.",
  ),
  PATREON_CLIENT_SECRET: secret("", optional(text(255)), "From Patreon's developer portal."),
  PATREON_CAMPAIGN_ID: define("", optional(digits), "The campaign whose members may watch."),
  PATREON_TIER_IDS: define("", list(digits), "The tiers that may watch, comma separated. Amounts do not matter."),
  PATREON_TIER_TITLE: define(
    "",
    optional(text(80)),
    "The name of the required tier, for the sentence that explains why somebody has no access.",
  ),
  PATREON_CREATOR_TOKEN: secret(
    "",
    optional(text(512)),
    "The creator's access token. With it, all memberships are checked together.",
  ),
  PATREON_CREATOR_REFRESH_TOKEN: secret(
    "",
    optional(text(512)),
    "The creator's refresh token, so that this continues when the access token expires.",
  ),
  PATREON_WEBHOOK_SECRET: secret(
    "",
    optional(text(255)),
    "The secret of a webhook to PUBLIC_URL/api/webhooks/patreon: changes arrive at once.",
  ),
  PATREON_ORIGIN: define(
    "https://www.patreon.com",
    origin,
    "The address of Patreon. Only tests and the demo change it.",
  ),
  TWITCH_CLIENT_ID: define("", optional(text(255)), "From Twitch's developer console. Sets up the login with Twitch."),
  TWITCH_CLIENT_SECRET: secret("", optional(text(255)), "From Twitch's developer console."),
  TWITCH_BROADCASTER_ID: define("", optional(digits), "The channel whose subscribers may watch."),
  TWITCH_MIN_TIER: define("1000", oneOf(["1000", "2000", "3000"]), "The lowest subscription tier that may watch."),
  TWITCH_EVENTSUB_SECRET: secret(
    "",
    optional(asciiSecret),
    "10 to 100 characters of your choice. With them, Twitch reports changes of subscriptions and live streams at once.",
  ),
  TWITCH_BROADCASTER_TOKEN: secret(
    "",
    optional(text(512)),
    "The broadcaster's access token, with the scope user:read:broadcast: set lists can be read from stream markers.",
  ),
  TWITCH_BROADCASTER_REFRESH_TOKEN: secret(
    "",
    optional(text(512)),
    "The broadcaster's refresh token, so that this continues when the access token expires.",
  ),
  TWITCH_ID_ORIGIN: define(
    "https://id.twitch.tv",
    origin,
    "The address of Twitch's login. Only tests and the demo change it.",
  ),
  TWITCH_API_ORIGIN: define(
    "https://api.twitch.tv",
    origin,
    "The address of Twitch's API. Only tests and the demo change it.",
  ),
  STANDARD_LEVEL: define(
    "Member",
    text(40),
    "The name of the standard level: whoever may watch at all has it. Its tiers are PATREON_TIER_IDS and TWITCH_MIN_TIER.",
  ),
  LEVELS: define(
    "[]",
    levels,
    'The levels above the standard in rising order, at most 5, as JSON: [{"id":"gold","name":"Gold","patreonTierIds":["123"],"twitchTier":"2000"}]. Set them under Studio > Settings.',
  ),
  LOCKED: define(
    "hidden",
    oneOf(["hidden", "card"]),
    "What members see of recordings of a higher level: nothing (hidden), or a locked card with title, date, length and picture (card).",
  ),
  UPGRADE_LINK: define("", optional(webAddress), "Your page about higher levels, linked on locked cards."),
  NEW_LEVEL: define("", optional(text(32)), "The id of the level of new recordings. Default: the standard."),
  TIME_ZONE: define(
    "",
    optional(timeZone),
    "The time zone of times in file names, e.g. Europe/Berlin. Default: that of this machine.",
  ),
  NEW_RECORDINGS: define(
    "shown",
    oneOf(["shown", "hidden"]),
    "hidden: what is imported or found in incoming is hidden until an editor has looked at it in Studio > Inbox.",
  ),
  DOWNLOADS: define(
    "off",
    oneOf(["off", "audio", "audio-and-video"]),
    "What members may download as a file with tags, a picture and chapters: off, audio, or audio-and-video.",
  ),
  OFFLINE_DAYS: define(
    "30",
    wholeNumber(0, 365),
    "Members can save recordings in their browser. This says for how many days these play without a connection, counted from the last visit to the archive. 0: nothing can be saved.",
  ),
  OFFLINE_VIDEO: define(
    "off",
    oneOf(["on", "off"]),
    "on: members may save a small video in the browser, too: the lowest quality, if that is 720p or less.",
  ),
  HEARD_DAYS: define(
    "730",
    wholeNumber(0, 3650),
    "How many days the figures of what is heard are kept; they do not say who listened. 0: nothing is counted.",
  ),
  MOMENTS: define(
    "on",
    oneOf(["on", "off"]),
    "on: members may share up to 90 seconds of a recording by a link that works without a login, for 7 days or 20 plays.",
  ),
  MOMENT_PREVIEWS: define(
    "off",
    oneOf(["on", "off"]),
    "on: previews of links to shared moments show the recording's title and picture. off: they show the archive's name and picture.",
  ),
  SMALLER_SIZES: define(
    "always",
    sizesChoice,
    "Which recordings get lower qualities (smaller sizes), for slow connections. always: all of them. never: none. when-asked: those for which a member's connection was too slow. A number: those newer than that many months.",
  ),
  LIVE_PORT: define(
    "1935",
    port,
    "The port that encoders such as OBS send to (RTMP). It is open only while there is a stream key, made under Studio > Live. 0: nothing can be sent.",
  ),
  LIVE_RETURN_MINUTES: define(
    "10",
    wholeNumber(0, 120),
    "When the line of an encoder drops and it comes back within so many minutes, it goes on as the same recording.",
  ),
  ACCENT_COLOR: define(
    "",
    optional(color),
    "The colour of buttons, links and icons, e.g. #c2410c. Where text in this colour would be hard to read, a darker or lighter shade is used.",
  ),
  DEFAULT_THEME: define(
    "auto",
    oneOf(["auto", "light", "dark"]),
    "Light or dark for people who have not chosen. auto: as their device is set.",
  ),
  LOGO: define("", optional(sitePicture), "The logo, by its name in the database. Upload it under Studio > Settings."),
  WELCOME_PICTURE: define("", optional(sitePicture), "The picture on the front page, in the same way as LOGO."),
  WELCOME_TEXT: define("", optional(paragraphs(1000)), "The text on the front page, and in previews of links."),
  LINK_PATREON: define("", optional(webAddress), "Your page at Patreon, linked on the front page."),
  LINK_TWITCH: define("", optional(webAddress), "Your channel at Twitch, linked on the front page."),
  LINK_DISCORD: define("", optional(webAddress), "The invitation to your Discord server, linked on the front page."),
  CONTACT: define(
    "",
    optional(contactAddress),
    "How people reach you: an email address or the address of a page, linked at the bottom of every page.",
  ),
  PRIVACY_TEXT: define(
    "",
    optional(paragraphs(20_000)),
    "What you do with people's data, shown at /privacy and linked at the bottom of every page.",
  ),
  DISCORD_WEBHOOK_URL: secret(
    "",
    optional(hookAddress),
    "The address of a Discord webhook: new recordings are posted to its channel.",
  ),
  DISCORD_TROUBLE_URL: secret(
    "",
    optional(hookAddress),
    "The same for problems with the archive. Choose a channel that only you read.",
  ),
  NOTICE_WEBHOOK_URL: secret(
    "",
    optional(hookAddress),
    "An address of yours that is told of new recordings and of problems, as signed JSON. docs/notices.md describes it.",
  ),
  NOTICE_WEBHOOK_SECRET: secret("", optional(asciiSecret), "10 to 100 characters: what the messages are signed with."),
  SMTP_URL: secret(
    "",
    optional(mailServer),
    "The server that sends emails, as smtp://user:password@host:587, or smtps://… for port 465.",
  ),
  MAIL_FROM: define("", optional(mailAddress), "The address that emails are sent from."),
  TROUBLE_MAIL_TO: define(
    "",
    list(mailAddress),
    "Who gets emails about problems: email addresses, separated by commas.",
  ),
  SUMMARY_HOUR: define(
    "",
    optional(wholeNumber(0, 23)),
    "The hour, from 0 to 23 in TIME_ZONE, at which a daily summary is sent to the same places as notices about problems. Default: no daily summary.",
  ),
  NOTICES_TO_PRIVATE: define(
    "no",
    oneOf(["yes", "no"]),
    "yes: notices may be sent to addresses of this machine and of its own network.",
  ),
  PUSH_SERVICES: define(
    "fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,.notify.windows.com",
    list(text(255)),
    "The hosts to which push notices for browsers may be sent. A name with a dot in front stands for all its subdomains.",
  ),
  LEAST_FREE_GB: define(
    "10",
    wholeNumber(0, 1_000_000),
    "With less free space than this in the media folder nothing new is added.",
  ),
  ACCEL_PREFIX: define(
    "",
    optional(accelPrefix),
    "Behind nginx or Caddy: the internal location that stands for the media folder, e.g. /media-files. The proxy then sends the files itself.",
  ),
  S3_BUCKET: define(
    "",
    optional(bucketName),
    "A bucket of S3-compatible storage for all media files, instead of DATA_DIR/media.",
  ),
  S3_ENDPOINT: define("", optional(origin), "The address of the storage service. Default: Amazon's, by S3_REGION."),
  S3_REGION: define("us-east-1", text(64), "The bucket's region; most services other than Amazon take any."),
  S3_ACCESS_KEY_ID: define("", optional(text(255)), "The key of a user who may read, write and list this bucket."),
  S3_SECRET_ACCESS_KEY: secret("", optional(text(255)), "The secret that belongs to S3_ACCESS_KEY_ID."),
  S3_PREFIX: define("", keyPrefix, "A prefix of all names in the bucket. Needed only if others use the bucket, too."),
  S3_DELIVERY: define(
    "proxy",
    oneOf(["proxy", "redirect"]),
    "Who sends the large files: this server (proxy), or the bucket itself, by addresses that are valid for 5 minutes (redirect).",
  ),
  DEMO_CONTENT: define(
    "on",
    oneOf(["on", "off"]),
    "In the demo: whether eight recordings are added at the first start.",
  ),
  EMULATOR_PORT: define("8081", port, "In the demo: the port of the simulated Patreon and Twitch."),
};

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
export type Values = { [N in SettingName]: ReturnType<(typeof settings)[N]["parse"]> };

function define<T>(fallback: string, parse: (text: string) => T, meaning: string): Setting<T> {
  return { fallback, parse, meaning, secret: false };
}

function secret<T>(fallback: string, parse: (text: string) => T, meaning: string): Setting<T> {
  return { fallback, parse, meaning, secret: true };
}

function text(most: number) {
  return (value: string) => {
    if (value.length > most) throw new Error(words.rules.atMost(most));
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
    if (/[\u0000-\u001f\u007f]/.test(value)) throw new Error(words.rules.noControls);
    return value;
  };
}

/** What cannot be seen, or turns the text around it, is taken out. */
function archiveName(value: string): string {
  return tidyName(text(80)(value)) || "Stagedoor";
}

function levels(value: string): StoredLevel[] {
  const parsed = StoredLevels.safeParse(readJson(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(words.rules.levels(issue?.path.join(".") ?? "", issue?.message ?? ""));
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(words.rules.json);
  }
}

function wholeNumber(least: number, most: number) {
  return (value: string) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < least || number > most) {
      throw new Error(words.rules.wholeNumber(least, most, value));
    }
    return number;
  };
}

function port(value: string) {
  return wholeNumber(0, 65_535)(value);
}

function sizesChoice(value: string) {
  if (value === "always" || value === "when-asked" || value === "never") return value;
  if (!/^\d+$/.test(value)) throw new Error(words.rules.sizes(value));
  return wholeNumber(1, 1200)(value);
}

function digits(value: string) {
  if (!/^\d{1,32}$/.test(value)) throw new Error(words.rules.digits(value));
  return value;
}

function oneOf<const T extends readonly string[]>(allowed: T) {
  return (value: string): T[number] => {
    if (!allowed.includes(value)) throw new Error(words.rules.oneOf(allowed, value));
    return value;
  };
}

function list<T>(parse: (text: string) => T) {
  return (value: string): T[] =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
      .map((entry) => parse(entry));
}

const isSlash = (letter: string) => letter === "/";

/** An origin, or an address with a path that others are appended to; never with a slash at the end. */
function origin(value: string) {
  const url = URL.parse(value);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new Error(words.rules.origin(value));
  }
  return trimEnd(url.href, isSlash);
}

function postgresUrl(value: string) {
  const protocol = URL.parse(value)?.protocol;
  if (protocol !== "postgres:" && protocol !== "postgresql:") {
    throw new Error(words.rules.postgres);
  }
  return value;
}

function cidr(value: string) {
  const [address = "", bits, ...more] = value.split("/");
  const family = isIP(address);
  const isRange = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  if (family === 0 || !isRange || more.length > 0) throw new Error(words.rules.cidr(value));
  return value;
}

function providerId(value: string): ProviderId {
  const [provider, id, ...more] = value.split(":");
  const known = providers.find((name) => name === provider);
  if (!known || !id || !/^\d{1,32}$/.test(id) || more.length > 0) {
    throw new Error(words.rules.people(value));
  }
  return { provider: known, id };
}

function contact(value: string) {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\S+)$/.test(value)) throw new Error(words.rules.contact(value));
  return value;
}

function accelPrefix(value: string) {
  if (!/^\/[\w-]{1,64}$/.test(value)) throw new Error(words.rules.location(value));
  return value;
}

function bucketName(value: string) {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) throw new Error(words.rules.bucket(value));
  return value;
}

function ageRecipient(value: string) {
  if (!/^age1[a-z0-9]{58}$/.test(value)) throw new Error(words.rules.recipient);
  return value;
}

/** Empty, or with a slash at its end. */
function keyPrefix(value: string) {
  const bare = trimStart(trimEnd(value, isSlash), isSlash);
  if (!/^[\w./-]{0,100}$/.test(bare) || bare.includes("..") || bare.includes("//"))
    throw new Error(words.rules.prefix(value));
  return bare === "" ? "" : `${bare}/`;
}

function timeZone(value: string) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new Error(words.rules.timeZone(value));
  }
}

function asciiSecret(value: string) {
  if (!/^[\u0020-\u007e]{10,100}$/.test(value)) throw new Error(words.rules.secret);
  return value;
}
