// Cookie -> the signed-in person, and the check of what each route says about who may call it.
// A route that does not say stops the boot.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { audienceOf, type Audience } from "#server/access/visible.ts";
import { findCurrent, recallCurrent, type Current } from "#server/member/current.ts";
import { findListener, type Listener } from "#server/feed/address.ts";
import type { Parts } from "#server/parts.ts";
import { findShowing, type Showing } from "#server/screen/addresses.ts";
import { requireSetUpSession } from "#server/setup/link.ts";
import { Refusal } from "#server/refusal.ts";
import { readCookie, sessionCookie, setUpCookie } from "./cookies.ts";
import type { Who } from "./route.ts";
import { words } from "./words.ts";

declare module "fastify" {
  interface FastifyRequest {
    current: Current | null;
    /** The member whose podcast app asks, on routes for podcast apps. */
    listener: Listener | null;
    /** The television that asks, on routes for televisions. */
    showing: Showing | null;
  }
}

export function registerGuard(app: FastifyInstance, parts: Parts): void {
  app.addHook("onRoute", (route) => {
    if (!route.config?.who) throw new Error(`${String(route.method)} ${route.url} does not say who may call it.`);
    if (!route.config.limit)
      throw new Error(`${String(route.method)} ${route.url} does not say how often it may be called.`);
  });
  app.decorateRequest("current", null);
  app.decorateRequest("listener", null);
  app.decorateRequest("showing", null);
  const admit = (who: SignedIn, current: Current | null, { request, reply }: Exchange): void => {
    request.current = current;
    renewCookie(parts, current, reply);
    requireWho(who, current);
    if (who === "editor" || who === "owner") requireRecentSignIn(current, parts.clock.now());
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { who } = request.rules;
    if (!who || who === "anyone" || who === "provider" || who === "moment") return done();
    if (who === "setup") {
      const key = readCookie(setUpCookie(parts.config), request.headers.cookie);
      return void requireSetUpSession(parts, key).then(() => done(), done);
    }
    if (who === "feed") {
      const { token } = request.params as { token: string };
      return void findListener(parts, token).then((listener) => ((request.listener = listener), done()), done);
    }
    if (who === "screen") {
      const { token } = request.params as { token: string };
      return void findShowing(parts, token).then((showing) => ((request.showing = showing), done()), done);
    }
    const token = readCookie(sessionCookie(parts.config), request.headers.cookie);
    const exchange = { request, reply };
    const known = token ? recallCurrent(parts, token) : null;
    if (known !== undefined) return attempt(() => admit(who, known, exchange), done);
    findCurrent(parts, token ?? "").then((current) => attempt(() => admit(who, current ?? null, exchange), done), done);
  });
}

/** For routes that are for anyone and still want to know. */
export async function recognise(parts: Parts, { request, reply }: Exchange): Promise<Current | null> {
  const token = readCookie(sessionCookie(parts.config), request.headers.cookie);
  const current = (token && (await findCurrent(parts, token))) || null;
  renewCookie(parts, current, reply);
  return current;
}

function renewCookie({ config }: Parts, current: Current | null, reply: FastifyReply): void {
  const cookie = sessionCookie(config);
  if (current?.renewedToken) reply.setCookie(cookie.name, current.renewedToken, cookie.options);
}

/** Those who are known by their session. */
type SignedIn = Exclude<Who, "anyone" | "provider" | "setup" | "feed" | "moment" | "screen">;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

function attempt(check: () => void, done: (error?: Error) => void): void {
  try {
    check();
  } catch (error) {
    return done(error as Error);
  }
  done();
}

/** For handlers of routes that only a signed-in person reaches. */
export function requireCurrent(request: Pick<FastifyRequest, "current">): Current {
  if (!request.current) throw new Refusal("not-signed-in", words.logInFirst);
  return request.current;
}

/** For handlers of routes that only those who may watch reach. */
export function requireAudience(request: Pick<FastifyRequest, "current">): Audience {
  const audience = audienceOf(requireCurrent(request).permission);
  if (!audience) throw new Error("the guard let somebody in who may not watch");
  return audience;
}

/** For handlers of routes for podcast apps: an address that nobody has does not exist. */
export function requireListener({ listener }: Pick<FastifyRequest, "listener">): Listener {
  if (!listener) throw new Refusal("not-found", words.nothingHere);
  return listener;
}

/** For handlers of routes for televisions: an address that has ended does not exist. */
export function requireShowing({ showing }: Pick<FastifyRequest, "showing">): Showing {
  if (!showing) throw new Refusal("not-found", words.nothingHere);
  return showing;
}

export function requireWho(who: SignedIn, current: Current | null): void {
  if (who === "visitor") return;
  if (!current) throw new Refusal("not-signed-in", words.logInFirst);
  const { canView, canEdit, isOwner } = current.permission;
  const isAllowed = { member: true, viewer: canView, editor: canEdit, owner: isOwner }[who];
  if (!isAllowed) throw new Refusal("not-allowed", sentences[who]);
}

/** For routes where only some calls are for editors. */
export function requireEditing({ current }: Pick<FastifyRequest, "current">, now: Date): void {
  requireWho("editor", current);
  requireRecentSignIn(current, now);
}

/** For watching, a session lasts as long as SIGN_IN_DAYS says; changes need a login within the last 7 days. */
function requireRecentSignIn(current: Current | null, now: Date): void {
  if (current && now.getTime() - current.session.created_at.getTime() < editingMs) return;
  throw new Refusal("sign-in-again", words.loginTooOld);
}

/** What cannot be undone needs a login within the last 15 minutes. */
export function requireFreshSignIn(request: Pick<FastifyRequest, "current">, now: Date): void {
  if (now.getTime() - requireCurrent(request).session.created_at.getTime() < freshMs) return;
  throw new Refusal("sign-in-again", words.confirmByLogin);
}

/** Removing the protection of many recordings at once needs that too: they could be lost. */
export function requireFreshToUnprotect(request: Pick<FastifyRequest, "current">, now: Date, count: number): void {
  if (count > mostUnprotected) requireFreshSignIn(request, now);
}

const mostUnprotected = 5;
const freshMs = 15 * 60_000;
const editingMs = 7 * 24 * 3_600_000;

const sentences = {
  member: words.logInFirst,
  viewer: words.noAccess,
  editor: words.editorsOnly,
  owner: words.ownerOnly,
} as const satisfies Partial<Record<Who, string>>;
