// What both authorize addresses do: check the client, ask which persona consents, return to the client.
// `&persona=<id>` consents at once, `&deny=1` denies at once; without either there is a page with buttons.

import type { FastifyReply, FastifyRequest } from "fastify";
import { renderAuthorizePage, renderRefusalPage } from "./authorize-page.ts";
import { readPath, readQuery } from "#emulator/parameters.ts";
import type { World } from "#emulator/world/world.ts";

export type Consent = { personaId: string; scopes: string[]; redirectUri: string; query: URLSearchParams };

type AuthorizeRules = {
  provider: "Patreon" | "Twitch";
  clientId: string;
  redirectUri: string;
  personas: { id: string; name?: string; displayName?: string; about: string }[];
  /** The scopes to grant, or undefined when the request names one that does not exist. */
  scopesOf(query: URLSearchParams): string[] | undefined;
  /** Records the consent and answers what the return carries, code included. */
  approve(consent: Consent): URLSearchParams;
  /** What stands for a state nobody sent. */
  missingState: string | null;
  denial?: string;
  refuse?(reply: FastifyReply, message: string): FastifyReply;
};

export function answerAuthorize(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  rules: AuthorizeRules,
): FastifyReply {
  const query = readQuery(request);
  const refuse =
    rules.refuse ?? ((to, message) => sendPage(world, to.code(400), renderRefusalPage(rules.provider, message)));
  if (query.get("client_id") !== rules.clientId) return refuse(reply, "invalid client");
  if (query.get("redirect_uri") !== rules.redirectUri) {
    return refuse(reply, "Parameter redirect_uri does not match registered URI");
  }
  const state = query.get("state") || rules.missingState;
  const returnWith = (answer: URLSearchParams) => {
    if (state !== null) answer.set("state", state);
    return reply.header("cache-control", "no-store").redirect(`${rules.redirectUri}?${answer.toString()}`, 302);
  };

  if (query.get("response_type") !== "code")
    return returnWith(new URLSearchParams({ error: "unsupported_response_type" }));
  const scopes = rules.scopesOf(query);
  if (scopes === undefined) return returnWith(new URLSearchParams({ error: "invalid_scope" }));
  if (query.get("deny") === "1") {
    return returnWith(
      new URLSearchParams({ error: "access_denied", ...(rules.denial && { error_description: rules.denial }) }),
    );
  }
  const personaId = query.get("persona");
  if (personaId === null) {
    const page = renderAuthorizePage({
      provider: rules.provider,
      personas: rules.personas.filter(({ id }) => !world.copies.has(id)),
      scopes,
      path: readPath(request),
      query,
    });
    return sendPage(world, reply, page);
  }
  if (!rules.personas.some((persona) => persona.id === personaId)) {
    return refuse(reply, `there is no invented person called ${personaId}`);
  }
  return returnWith(rules.approve({ personaId, scopes, redirectUri: rules.redirectUri, query }));
}

/** form-action names the archive too: browsers apply it to the redirect that follows the form. */
function sendPage(world: World, reply: FastifyReply, html: string): FastifyReply {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self' ${new URL(world.archiveUrl).origin}; frame-ancestors 'none'; base-uri 'none'`;
  return reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(html);
}
