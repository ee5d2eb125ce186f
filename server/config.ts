// The environment -> one frozen Config, or the full list of what is wrong with it.
// Reading a setting (settings.ts) and deciding what they mean together are two steps.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { fold } from "#contract/search/fold.ts";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import type { MailServer, SitePicture } from "./setting-rules.ts";
import { Refusal } from "./refusal.ts";
import { settingNames, settings, type ProviderId, type SettingName, type Values } from "./settings.ts";
import { words } from "./words.ts";

/** The version of Stagedoor. Read at once: who works on the data later need not be able to read this folder. */
export const { version: ownVersion } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PatreonConfig {
  clientId: string;
  clientSecret: string;
  campaignId: string;
  /** Of the standard level. */
  tierIds: readonly string[];
  /** The tiers of all levels: with any of them somebody may watch. */
  allTierIds: readonly string[];
  tierTitle: string | null;
  creatorToken: string | null;
  creatorRefreshToken: string | null;
  webhookSecret: string | null;
  origin: string;
  redirectUri: string;
}

export interface TwitchConfig {
  clientId: string;
  clientSecret: string;
  broadcasterId: string;
  /** Of the standard level. */
  minTier: number;
  /** The lowest tier of all levels. */
  lowestTier: number;
  eventSubSecret: string | null;
  broadcasterToken: string | null;
  broadcasterRefreshToken: string | null;
  idOrigin: string;
  apiOrigin: string;
  redirectUri: string;
}

/** How the archive looks, and what it says about its owner. Null: not set. */
export interface LookConfig {
  accentColor: string | null;
  defaultTheme: Values["DEFAULT_THEME"];
  logo: SitePicture | null;
  welcomePicture: SitePicture | null;
  welcomeText: string | null;
  links: { patreon: string | null; twitch: string | null; discord: string | null };
  contact: string | null;
  privacyText: string | null;
}

/** Where notices go. Null: not set. */
export interface NoticesConfig {
  discordUrl: string | null;
  discordTroubleUrl: string | null;
  webhook: { url: string; secret: string } | null;
  mail: (MailServer & { from: string }) | null;
  troubleMailTo: readonly string[];
  /** The hour of the daily summary, in the archive's time zone; null: there is none. */
  summaryHour: number | null;
  /** Whether this machine and its own network may be asked. */
  allowsPrivate: boolean;
  pushServices: readonly string[];
}

/** Backups that the server makes by itself. What is missing is said when one is made, and does not stop the server. */
interface BackupConfig {
  /** The hour in the archive's time zone; null: never. */
  hour: number | null;
  target: Values["BACKUP_TARGET"];
  recipient: string | null;
  /** Null until it is complete. */
  bucket: Omit<BucketConfig, "delivery"> | null;
  hook: string | null;
}

/** A level above the standard. */
export interface Level {
  id: string;
  name: string;
  patreonTierIds: readonly string[];
  /** The lowest Twitch tier that has it; null: none has. */
  twitchTier: number | null;
}

export interface LevelRules {
  /** The name of the standard. */
  standardName: string;
  /** Rising. */
  above: readonly Level[];
  /** Members see a locked card of what they may not watch; otherwise nothing. */
  showsLocked: boolean;
}

interface LevelsConfig extends LevelRules {
  /** The owner's page about higher levels. */
  upgradeLink: string | null;
  /** The level of new recordings; null: the standard. */
  newLevel: string | null;
}

export interface Config {
  name: string;
  look: LookConfig;
  notices: NoticesConfig;
  /** Simulated Patreon and Twitch on this computer. */
  demo: boolean;
  /** Somebody can log in at a real provider. Until then the archive is a demo, or closed, and waits for set-up. */
  isSetUp: boolean;
  /** Where set-up finds Patreon and Twitch: never the simulated ones of the demo. */
  providerOrigins: { patreon: string; twitchId: string; twitchApi: string };
  publicUrl: string;
  isHttps: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  trustedProxies: readonly string[];
  logLevel: NonNullable<Values["LOG_LEVEL"]>;
  /** A token by which another machine may read /metrics. */
  metricsToken: string | null;
  drainMs: number;
  masterKeyFile: string | null;
  /** Where backups go when no folder is named. */
  backupDir: string | null;
  backup: BackupConfig;
  /** Where the check-up asks for the newest version; null: it does not. */
  newVersionUrl: string | null;
  owners: readonly ProviderId[];
  editors: readonly ProviderId[];
  /** How long a login lasts. */
  signInMs: number;
  /** Editors may invite guests, not only owners. */
  editorsInvite: boolean;
  securityContact: string | null;
  graceMs: number;
  levels: LevelsConfig;
  patreon: PatreonConfig | null;
  twitch: TwitchConfig | null;
  emulatorPort: number;
  /** The zone of times that do not say one, such as those in file names. */
  timeZone: string;
  /** New recordings are hidden until an editor has looked at them. */
  hidesNew: boolean;
  /** What members may download as a file. */
  downloads: "off" | "audio" | "audio-and-video";
  /** For how many days saved recordings play without a connection; 0: nothing can be saved. */
  offlineDays: number;
  /** Small videos can be saved, too. */
  offlineVideo: boolean;
  /** How many days the figures of what is heard are kept; 0: nothing is counted. */
  heardDays: number;
  /** Where encoders send to; 0: nowhere. */
  livePort: number;
  /** How long a recording waits for its encoder to come back. */
  liveReturnMs: number;
  /** Members may share moments of recordings by a link. */
  moments: boolean;
  /** Previews of such links show title and picture. */
  momentPreviews: boolean;
  /** When smaller sizes are made; a number of months: only for newer recordings. */
  smallerSizes: "always" | "when-asked" | "never" | number;
  /** The free space below which nothing new is added. */
  leastFreeBytes: number;
  /** The internal location of nginx that is the media folder; null: we send the bytes ourselves. */
  accelPrefix: string | null;
  /** Null: files are in DATA_DIR/media. */
  bucket: BucketConfig | null;
  /** Whether the demo adds recordings at the first start. */
  demoContent: boolean;
}

/**
 * With `standIns` (what the emulator says an owner would configure) the archive runs as a demo, until `stored` (what the
 * owner has set in the browser) names a provider. The environment wins over what is stored.
 */
export function readConfig(environment: Environment, standIns?: Environment, stored: Environment = {}): Config {
  const faults: string[] = [];
  const fixed = dropEmpty(environment);
  const set = { ...stored, ...fixed };
  const isDemo = standIns !== undefined && !stored["PATREON_CLIENT_ID"] && !stored["TWITCH_CLIENT_ID"];
  const chosen = Object.entries(stored).filter(([name]) => fixed[name] === undefined);
  const values = readValues(isDemo ? { ...fixed, ...standIns, ...Object.fromEntries(chosen) } : set, faults);
  const config = decide(values, isDemo, faults);
  if (isDemo) config.providerOrigins = originsOf(readValues(set, []));
  if (faults.length > 0) {
    throw new Refusal("cannot-start", words.wrongSettings(faults));
  }
  return Object.freeze(config);
}

/** `.env`, or the file that SETTINGS_FILE names, fills in what the environment leaves open. */
export function readEnvironment(folder: string, environment: Environment): Environment {
  const named = environment["SETTINGS_FILE"];
  if (named && !existsSync(named)) throw new Refusal("cannot-start", words.settingsFileMissing(named));
  const file = named || `${folder}/.env`;
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...fromFile, ...environment };
}

/** Whether the environment sets it, itself or by the name of a file; then nobody can change it in the browser. */
export function isFixed(environment: Environment, name: SettingName): boolean {
  return Boolean(environment[name] || (settings[name].secret && environment[`${name}_FILE`]));
}

/** The current settings for a person to read; secrets only as set or not set. */
export function describeSettings(environment: Environment): { name: SettingName; value: string; isDefault: boolean }[] {
  return settingNames.map((name) => {
    const given = environment[name] ?? "";
    const hasFile = settings[name].secret && environment[`${name}_FILE`] !== undefined;
    const shown = given || settings[name].fallback;
    return {
      name,
      value: settings[name].secret ? (given || hasFile ? "••••••" : "") : shown,
      isDefault: given === "" && !hasFile,
    };
  });
}

/** Where programs of the same machine reach the server. */
export function ownAddress({ host, port }: Pick<Config, "host" | "port">): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname === "::1" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function readValues(environment: Environment, faults: string[]): Values {
  const read = (name: SettingName) => {
    const setting = settings[name];
    try {
      return setting.parse((readText(name, environment) || setting.fallback).trim());
    } catch (error) {
      faults.push(words.setting(name, (error as Error).message));
      return setting.parse(setting.fallback);
    }
  };
  return Object.fromEntries(settingNames.map((name) => [name, read(name)])) as Values;
}

/** An empty value counts as none, so that it does not hide one that is stored. */
function dropEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
}

function originsOf(values: Values): Config["providerOrigins"] {
  return { patreon: values.PATREON_ORIGIN, twitchId: values.TWITCH_ID_ORIGIN, twitchApi: values.TWITCH_API_ORIGIN };
}

function readText(name: SettingName, environment: Environment): string {
  const file = settings[name].secret ? environment[`${name}_FILE`] : undefined;
  if (!file) return environment[name] ?? "";
  if (!existsSync(file)) throw new Error(words.secretFileMissing(file));
  return readFileSync(file, "utf8");
}

function decide(values: Values, isDemo: boolean, faults: string[]): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const { hostname, protocol, pathname } = new URL(publicUrl);
  const isLocal = isLoopback(hostname);
  if (pathname !== "/") faults.push(words.urlWithPath(hostname));
  if (protocol === "http:" && !isLocal) faults.push(words.urlNotHttps);

  const patreon = decidePatreon(values, publicUrl, faults);
  const twitch = decideTwitch(values, publicUrl, faults);
  const hasProvider = patreon !== null || twitch !== null;
  // anybody can log in as anybody in the demo: for others than this computer the archive stays closed instead
  const isForThisComputer = isLocal && isLoopback(values.HOST);
  if (isDemo && !isForThisComputer) faults.push(words.demoNotLocal);
  const demo = isDemo || (!hasProvider && isForThisComputer);
  if (!isLocal) {
    for (const name of ["PATREON_ORIGIN", "TWITCH_ID_ORIGIN", "TWITCH_API_ORIGIN"] as const) {
      if (values[name] !== settings[name].fallback) faults.push(words.realProviderOnly(name));
    }
  }
  return {
    name: values.ARCHIVE_NAME,
    look: decideLook(values),
    notices: decideNotices(values, faults),
    demo,
    isSetUp: hasProvider && !isDemo,
    providerOrigins: originsOf(values),
    publicUrl,
    isHttps: protocol === "https:",
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL ?? (demo ? "warn" : "info"),
    metricsToken: values.METRICS_TOKEN,
    drainMs: values.DRAIN_SECONDS * 1000,
    masterKeyFile: values.MASTER_KEY_FILE,
    backupDir: values.BACKUP_DIR,
    backup: decideBackup(values),
    newVersionUrl: values.NEW_VERSION_URL,
    owners: values.OWNERS,
    editors: values.EDITORS,
    signInMs: values.SIGN_IN_DAYS * 24 * 3_600_000,
    editorsInvite: values.EDITORS_INVITE === "on",
    securityContact: values.SECURITY_CONTACT,
    graceMs: values.GRACE_HOURS * 3_600_000,
    levels: decideLevels(values, faults),
    patreon,
    twitch,
    emulatorPort: values.EMULATOR_PORT,
    smallerSizes: values.SMALLER_SIZES,
    downloads: values.DOWNLOADS,
    offlineDays: values.OFFLINE_DAYS,
    heardDays: values.HEARD_DAYS,
    offlineVideo: values.OFFLINE_DAYS > 0 && values.OFFLINE_VIDEO === "on",
    livePort: values.LIVE_PORT,
    liveReturnMs: values.LIVE_RETURN_MINUTES * 60_000,
    moments: values.MOMENTS === "on",
    momentPreviews: values.MOMENT_PREVIEWS === "on",
    hidesNew: values.NEW_RECORDINGS === "hidden",
    timeZone: values.TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    leastFreeBytes: values.LEAST_FREE_GB * 2 ** 30,
    accelPrefix: values.ACCEL_PREFIX,
    bucket: decideBucket(values, protocol, faults),
    demoContent: demo && values.DEMO_CONTENT === "on",
  };
}

function decideLook(values: Values): LookConfig {
  return {
    accentColor: values.ACCENT_COLOR,
    defaultTheme: values.DEFAULT_THEME,
    logo: values.LOGO,
    welcomePicture: values.WELCOME_PICTURE,
    welcomeText: values.WELCOME_TEXT,
    links: { patreon: values.LINK_PATREON, twitch: values.LINK_TWITCH, discord: values.LINK_DISCORD },
    contact: values.CONTACT,
    privacyText: values.PRIVACY_TEXT,
  };
}

function decideLevels(values: Values, faults: string[]): LevelsConfig {
  const { LEVELS: levels, STANDARD_LEVEL: standardName, NEW_LEVEL: newLevel } = values;
  const names = [standardName, ...levels.map(({ name }) => name)];
  const twice = names.find((name, at) => names.findIndex((one) => fold(one) === fold(name)) < at);
  if (twice !== undefined) faults.push(words.levelNames(twice));
  if (newLevel !== null && !levels.some(({ id }) => id === newLevel)) faults.push(words.noSuchNewLevel(newLevel));
  return {
    standardName,
    above: levels.map((level) => ({ ...level, twitchTier: level.twitchTier && Number(level.twitchTier) })),
    showsLocked: values.LOCKED === "card",
    upgradeLink: values.UPGRADE_LINK,
    newLevel,
  };
}

function decideNotices(values: Values, faults: string[]): NoticesConfig {
  const { SMTP_URL: server, MAIL_FROM: from, NOTICE_WEBHOOK_URL: url, NOTICE_WEBHOOK_SECRET: secret } = values;
  if (server && !from) faults.push(words.mailFromNeeded);
  if (url && !secret) faults.push(words.hookSecretNeeded);
  return {
    discordUrl: values.DISCORD_WEBHOOK_URL,
    discordTroubleUrl: values.DISCORD_TROUBLE_URL,
    webhook: url && secret ? { url, secret } : null,
    mail: server && from ? { ...server, from } : null,
    troubleMailTo: values.TROUBLE_MAIL_TO,
    summaryHour: values.SUMMARY_HOUR,
    allowsPrivate: values.NOTICES_TO_PRIVATE === "yes",
    pushServices: values.PUSH_SERVICES,
  };
}

function decidePatreon(values: Values, publicUrl: string, faults: string[]): PatreonConfig | null {
  if (!values.PATREON_CLIENT_ID) return null;
  if (!values.PATREON_CLIENT_SECRET) faults.push(words.neededWith("PATREON_CLIENT_SECRET", "PATREON_CLIENT_ID"));
  if (!values.PATREON_CAMPAIGN_ID) faults.push(words.campaignNeeded);
  if (values.PATREON_TIER_IDS.length === 0) faults.push(words.tiersNeeded);
  return {
    clientId: values.PATREON_CLIENT_ID,
    clientSecret: values.PATREON_CLIENT_SECRET ?? "",
    campaignId: values.PATREON_CAMPAIGN_ID ?? "",
    tierIds: values.PATREON_TIER_IDS,
    allTierIds: [...values.PATREON_TIER_IDS, ...values.LEVELS.flatMap(({ patreonTierIds }) => patreonTierIds)],
    tierTitle: values.PATREON_TIER_TITLE,
    creatorToken: values.PATREON_CREATOR_TOKEN,
    creatorRefreshToken: values.PATREON_CREATOR_REFRESH_TOKEN,
    webhookSecret: values.PATREON_WEBHOOK_SECRET,
    origin: values.PATREON_ORIGIN,
    redirectUri: `${publicUrl}/api/auth/patreon/redirect`,
  };
}

function decideTwitch(values: Values, publicUrl: string, faults: string[]): TwitchConfig | null {
  if (!values.TWITCH_CLIENT_ID) return null;
  if (!values.TWITCH_CLIENT_SECRET) faults.push(words.neededWith("TWITCH_CLIENT_SECRET", "TWITCH_CLIENT_ID"));
  if (!values.TWITCH_BROADCASTER_ID) faults.push(words.channelNeeded);
  return {
    clientId: values.TWITCH_CLIENT_ID,
    clientSecret: values.TWITCH_CLIENT_SECRET ?? "",
    broadcasterId: values.TWITCH_BROADCASTER_ID ?? "",
    minTier: Number(values.TWITCH_MIN_TIER),
    lowestTier: Math.min(
      ...[values.TWITCH_MIN_TIER, ...values.LEVELS.flatMap(({ twitchTier }) => twitchTier ?? [])].map(Number),
    ),
    eventSubSecret: values.TWITCH_EVENTSUB_SECRET,
    broadcasterToken: values.TWITCH_BROADCASTER_TOKEN,
    broadcasterRefreshToken: values.TWITCH_BROADCASTER_REFRESH_TOKEN,
    idOrigin: values.TWITCH_ID_ORIGIN,
    apiOrigin: values.TWITCH_API_ORIGIN,
    redirectUri: `${publicUrl}/api/auth/twitch/redirect`,
  };
}

function decideBucket(values: Values, protocol: string, faults: string[]): BucketConfig | null {
  const { S3_BUCKET: name, S3_ENDPOINT: endpoint, S3_REGION: region, S3_DELIVERY: delivery } = values;
  if (!name) return null;
  if (!values.S3_ACCESS_KEY_ID) faults.push(words.neededWith("S3_ACCESS_KEY_ID", "S3_BUCKET"));
  if (!values.S3_SECRET_ACCESS_KEY) faults.push(words.neededWith("S3_SECRET_ACCESS_KEY", "S3_BUCKET"));
  if (values.ACCEL_PREFIX) faults.push(words.accelWithBucket);
  const origin = endpoint ? new URL(endpoint).origin : amazonOrigin(name, region);
  if (delivery === "redirect" && protocol === "https:" && !origin.startsWith("https:"))
    faults.push(words.bucketNotHttps);
  return {
    endpoint,
    region,
    name,
    accessKeyId: values.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? "",
    prefix: values.S3_PREFIX,
    delivery,
    origin,
  };
}

function decideBackup(values: Values): BackupConfig {
  const { BACKUP_S3_BUCKET: name, BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = values;
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const isComplete = name && accessKeyId && secretAccessKey;
  return {
    hour: values.BACKUP_HOUR,
    target: values.BACKUP_TARGET,
    recipient: values.BACKUP_RECIPIENT,
    bucket: isComplete
      ? {
          ...{ endpoint, region, name, accessKeyId, secretAccessKey, prefix: values.BACKUP_S3_PREFIX },
          origin: endpoint ? new URL(endpoint).origin : amazonOrigin(name, region),
        }
      : null,
    hook: values.BACKUP_HOOK,
  };
}

function amazonOrigin(name: string, region: string): string {
  return `https://${name}.s3.${region}.amazonaws.com`;
}
