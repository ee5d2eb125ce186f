// Everything one emulator remembers. Routes read it at request time and never keep a part of it,
// because a reset replaces the parts; the key for id_tokens alone outlives a reset, being slow to make.
import { randomBytes } from "node:crypto";
import { createClock, type Clock } from "./clock.ts";
import type { Fault } from "#emulator/faults/fault-kinds.ts";
import { createGrants, type Grants } from "./grants.ts";
import { creatorPersona, createPatrons, type Patron } from "#emulator/patreon/personas.ts";
import { allPatreonScopes } from "#emulator/patreon/schema.ts";
import { createQuirks, type Quirks } from "./quirks.ts";
import type { Delivery, JournalEntry, Webhook } from "./records.ts";
import { patreonClient, twitchClient } from "#emulator/settings.ts";
import { broadcasterPersona, createViewers, type Viewer } from "#emulator/twitch/personas.ts";
import { createPastStreams, type PastStream } from "#emulator/twitch/past-streams.ts";
import type { Subscription } from "#emulator/twitch/subscription.ts";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from "jose";

export type WorldOptions = {
  /** The archive's public address: redirect addresses and the registered webhook follow from it. */
  archiveUrl?: string;
  quirks?: Partial<Quirks>;
  /** Waits between webhook attempts; Patreon's own (1 h, 3 h, 1 d ...) is written here in seconds instead of hours. */
  retryScheduleMs?: number[];
  /** Where an https callback really goes, as a developer's tunnel would do it: { "https://a.example": "http://127.0.0.1:9" }. */
  tunnels?: Record<string, string>;
};

type Memory = {
  clock: Clock;
  patrons: Map<string, Patron>;
  viewers: Map<string, Viewer>;
  /** Made by the control API: which persona each is like. The page that asks who one is does not list them. */
  copies: Map<string, string>;
  patreonGrants: Grants;
  twitchGrants: Grants;
  faults: Fault[];
  journal: JournalEntry[];
  meters: Meters;
  deliveries: Delivery[];
  webhooks: Map<string, Webhook>;
  subscriptions: Map<string, Subscription>;
  /** The broadcaster's videos of past streams, newest first. */
  pastStreams: PastStream[];
  /** While the broadcaster is live. */
  stream: { id: string; startedAt: string } | null;
  /** Tiers that the creator has deleted. */
  goneTiers: Set<string>;
};

export type World = Memory & {
  origin: string;
  archiveUrl: string;
  quirks: Quirks;
  retryScheduleMs: number[];
  tunnels: Record<string, string>;
  keys: KeyRing;
  /** Ends waits and deliveries when the emulator closes. */
  closing: AbortController;
};

const shortSchedule = [1, 3, 24, 72, 168, 168, 168].map((hours) => hours * 1000);

export function createWorld(options: WorldOptions): World {
  const archiveUrl = (options.archiveUrl ?? "http://localhost:8080").replace(/\/$/, "");
  return {
    ...createMemory(archiveUrl),
    origin: "",
    archiveUrl,
    quirks: createQuirks(options.quirks),
    retryScheduleMs: options.retryScheduleMs ?? shortSchedule,
    tunnels: options.tunnels ?? {},
    keys: createKeyRing(),
    closing: new AbortController(),
  };
}

export function resetWorld(world: World): void {
  Object.assign(world, createMemory(world.archiveUrl));
}

function createMemory(archiveUrl: string): Memory {
  const clock = createClock();
  const patrons = createPatrons();
  const viewers = createViewers();
  const patreonGrants = createGrants(clock);
  const twitchGrants = createGrants(clock, makeTwitchToken);
  seedPatreon(patreonGrants, patrons, clock);
  seedTwitch(twitchGrants, getViewerId(viewers, broadcasterPersona), clock);
  const webhook: Webhook = {
    id: "900001",
    uri: `${archiveUrl}/api/webhooks/patreon`,
    triggers: [
      "members:create",
      "members:update",
      "members:delete",
      "members:pledge:create",
      "members:pledge:update",
      "members:pledge:delete",
    ],
    secret: patreonClient.webhookSecret,
    paused: false,
    timesFailed: 0,
    lastAttemptedAt: null,
  };
  return {
    clock,
    patrons,
    viewers,
    copies: new Map(),
    patreonGrants,
    twitchGrants,
    faults: [],
    journal: [],
    meters: createMeters(clock),
    deliveries: [],
    webhooks: new Map([[webhook.id, webhook]]),
    subscriptions: new Map(),
    pastStreams: createPastStreams(),
    stream: null,
    goneTiers: new Set(),
  };
}

/** The portal shows the creator a ready token pair; patron-multi approved identity.memberships some day before. */
function seedPatreon(grants: Grants, patrons: Map<string, Patron>, clock: Clock): void {
  const creator = {
    userId: patrons.get(creatorPersona)?.userId ?? "",
    scopes: [...allPatreonScopes],
    issuedAt: clock.now(),
    expiresAt: clock.now() + 31 * 86_400_000,
  };
  grants.keepAccess(patreonClient.creatorToken, creator);
  grants.keepRefresh(patreonClient.creatorRefreshToken, creator);
  const multi = patrons.get("patron-multi");
  if (multi) grants.granted.set(multi.userId, new Set(["identity", "identity.memberships"]));
}

/** The broadcaster has granted the archive what it asks for when it is set up. */
function seedTwitch(grants: Grants, userId: string, clock: Clock): void {
  const scopes = ["channel:read:subscriptions", "user:read:broadcast"];
  grants.granted.set(userId, new Set(scopes));
  const token = { userId, scopes, issuedAt: clock.now(), expiresAt: clock.now() + 14_124_000 };
  grants.keepAccess(twitchClient.broadcasterToken, token);
  grants.keepRefresh(twitchClient.broadcasterRefreshToken, token);
}

function getViewerId(viewers: Map<string, Viewer>, id: string): string {
  return viewers.get(id)?.userId ?? "";
}

/** Twitch tokens are thirty lower-case letters and digits. */
function makeTwitchToken(): string {
  return Array.from(randomBytes(30), (byte) => "abcdefghijklmnopqrstuvwxyz0123456789"[byte % 36]).join("");
}

/**
 * The key that signs id_tokens: RS256, kid "1" until it is rotated. Made when first needed, because that is slow.
 */
type KeyRing = {
  publish(): Promise<{ keys: JWK[] }>;
  sign(payload: JWTPayload): Promise<string>;
  /** A new key takes over at once and the old one is no longer published. */
  rotate(): void;
};

function createKeyRing(): KeyRing {
  let kid = 1;
  let pair: Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }> | undefined;
  const current = () => (pair ??= generateKeyPair("RS256", { extractable: true }));
  return {
    async publish() {
      const jwk = await exportJWK((await current()).publicKey);
      return { keys: [{ alg: "RS256", e: jwk.e ?? "", kid: String(kid), kty: "RSA", n: jwk.n ?? "", use: "sig" }] };
    },
    async sign(payload) {
      const { privateKey } = await current();
      return new SignJWT(payload).setProtectedHeader({ alg: "RS256", typ: "JWT", kid: String(kid) }).sign(privateKey);
    },
    rotate() {
      kid += 1;
      pair = undefined;
    },
  };
}

/**
 * Rate limits: how many calls a key made in its current window. The windows are fixed, as a stand-in needs no finer
 * ones.
 */
type Meters = {
  /** Counts one call; `remaining` below zero means the limit was passed. */
  count(key: string, limit: number, windowMs: number): { remaining: number; resetsAt: number };
};

function createMeters(clock: Clock): Meters {
  const windows = new Map<string, { calls: number; resetsAt: number }>();
  return {
    count(key, limit, windowMs) {
      let window = windows.get(key);
      if (window === undefined || clock.now() >= window.resetsAt) {
        window = { calls: 0, resetsAt: clock.now() + windowMs };
        windows.set(key, window);
      }
      window.calls += 1;
      return { remaining: limit - window.calls, resetsAt: window.resetsAt };
    },
  };
}
