// How often: per client address, and per member where one is signed in. 429 with Retry-After. Phone carriers put thousands behind
// one address: where it has used up its share, those who are logged in are counted by member alone, and logins are limited
// where the state is wrong. Podcast apps ask for many members from the few addresses of their makers: they are counted by
// member alone, and by address where the token is wrong. A television counts as its member.
// Requests are refused with 503 when the server itself has too much to do, or its heap is nearly full.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { watchLoad } from "#server/http/load/own-load.ts";
import { browserCookie, readCookie, sessionCookie } from "./cookies.ts";
import { tooBusy } from "./problems.ts";
import { words } from "./words.ts";
import { remember } from "#server/remember.ts";

const perMinute = {
  assets: 1200,
  reads: 300,
  writes: 60,
  signIn: 10,
  callback: 20,
  webhook: 600,
  report: 10,
} as const;
export type LimitName = keyof typeof perMinute;

/** One address may be a household or an office, or all customers of a phone carrier that log in when something is new. */
const perAddress: Record<LimitName, number> = {
  ...mapValues(perMinute, (limit) => limit * 4),
  signIn: 600,
  callback: 600,
};
/** Sessions and begun logins looked for behind an address that has used up its share. */
const lookups = 6000;
/** Logins that come back with a state that nobody was given. */
const guesses = 20;
/** When a client that was refused by a busy server should ask again. */
const busySeconds = 5;
/** The demo has one person, and scripts that play many. */
const demoFactor = 100;

declare module "fastify" {
  interface FastifyRequest {
    /** Its address has used up its share: only somebody who is logged in, or has begun a login, is served. */
    isBeyondShare: boolean;
  }
}

interface LimitParts {
  readonly config: Pick<Config, "demo" | "isHttps">;
}

const factorOf = ({ config }: LimitParts) => (config.demo ? demoFactor : 1);

interface Guesses {
  note(request: FastifyRequest): void;
  /** More than 0 when the address has guessed too often. */
  secondsLeft(request: FastifyRequest): number;
}

/** Wrong states of logins, by address. */
export function limitGuesses(parts: LimitParts): Guesses {
  const addresses = createCounter();
  const most = () => guesses * factorOf(parts);
  return {
    note: ({ ip }) => void addresses.count(subnetOf(ip), "guess", most()),
    secondsLeft: ({ ip }) => addresses.look(subnetOf(ip), "guess", most()),
  };
}

export async function registerLimits(app: FastifyInstance, parts: LimitParts, load = watchLoad()): Promise<void> {
  app.addHook("onClose", async () => load[Symbol.dispose]());
  app.decorateRequest("isBeyondShare", false);
  const factor = () => factorOf(parts);
  const addresses = createCounter();
  const members = createCounter();
  const limitOf = ({ rules }: FastifyRequest) => rules.limit ?? "reads";

  const countAddress = (request: FastifyRequest) => {
    const limit = limitOf(request);
    return addresses.count(subnetOf(request.ip), limit, perAddress[limit] * factor());
  };

  const mayBeKnown = (request: FastifyRequest) => {
    // who comes back from a login has no session yet; the route looks whether that login was begun here
    const cookie = limitOf(request) === "callback" ? browserCookie : sessionCookie;
    return (
      readCookie(cookie(parts.config), request.headers.cookie) !== undefined &&
      addresses.count(subnetOf(request.ip), "lookups", lookups * factor()) === 0
    );
  };

  app.addHook("onRequest", (request, reply, done) => {
    if (load.isTooMuch()) {
      reply.header("retry-after", busySeconds);
      return done(tooBusy());
    }
    const waitSeconds = isByToken(request) ? 0 : countAddress(request);
    request.isBeyondShare = waitSeconds > 0;
    done(waitSeconds > 0 && !mayBeKnown(request) ? refuse(reply, waitSeconds) : undefined);
  });
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const limit = limitOf(request);
    const isWrongToken = isByToken(request) && !request.listener && !request.showing;
    // a link that is passed on is used from many addresses
    const isMoment = request.rules.who === "moment";
    const link = isMoment ? `moment ${(request.params as { token: string }).token}` : undefined;
    const ownId = request.showing?.memberId ?? request.current?.member.id;
    const id = link ?? (request.listener ? `feed ${request.listener.memberId}` : ownId);
    const ofMember = id ? members.count(id, limit, perMinute[limit] * factor()) : 0;
    const isStranger = isWrongToken || (request.isBeyondShare && !id && limit !== "callback");
    const waitSeconds = isStranger ? countAddress(request) : ofMember;
    if (waitSeconds > 0) done(refuse(reply, waitSeconds));
    else done(null);
  });
}

/** The token says whose limit counts. */
function isByToken({ rules: { who } }: FastifyRequest): boolean {
  return who === "feed" || who === "screen";
}

export function refuse(reply: FastifyReply, waitSeconds: number): Refusal {
  reply.header("retry-after", waitSeconds);
  return new Refusal("too-many-requests", words.tooManyRequests(waitSeconds));
}

/** A client with one IPv6 address usually has 2^64 of them, so IPv6 clients are counted by their /64 network. */
export function subnetOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail = ""] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const gap = address.includes("::") ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0") : [];
  return [...before, ...gap, ...after].slice(0, 4).join(":");
}

function mapValues<K extends string>(record: Record<K, number>, change: (value: number) => number): Record<K, number> {
  return Object.fromEntries(Object.entries<number>(record).map(([key, value]) => [key, change(value)])) as Record<
    K,
    number
  >;
}

// Counts by key and name within the current minute. Of a flood of different keys only the latest are remembered.

const windowMs = 60_000;
const mostKeys = 50_000;

type Tally = Record<string, number>;

interface Counter {
  /** 0 while `key` is within `most` of `name` for this minute, else how many seconds are left of it. */
  count(key: string, name: string, most: number): number;
  /** The same without counting: whether the next one is over. */
  look(key: string, name: string, most: number): number;
}

export function createCounter(clock: () => number = Date.now): Counter {
  let began = clock();
  const tallies = remember<Tally>({ most: mostKeys });
  const find = (key: string): Tally => {
    const now = clock();
    if (now - began >= windowMs) {
      began = now;
      tallies.forget();
    }
    return tallies.find(key) ?? tallies.keep(key, {});
  };
  const wait = () => Math.ceil((began + windowMs - clock()) / 1000);
  return {
    count(key, name, most) {
      const tally = find(key);
      const seen = (tally[name] ?? 0) + 1;
      tally[name] = seen;
      return seen > most ? wait() : 0;
    },
    look: (key, name, most) => ((find(key)[name] ?? 0) >= most ? wait() : 0),
  };
}
