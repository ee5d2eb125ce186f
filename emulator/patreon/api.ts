// Patreon's v2 reads: who the token's user is, and for the creator the campaign, its tiers and its members.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readQuery } from "#emulator/parameters.ts";
import { createDocument, readSelection, resourceLink, type Selection } from "./documents.ts";
import { findCaller, type Caller } from "./guard.ts";
import { campaignId, type Patron } from "./personas.ts";
import { refuse, refuseNotFound, refuseParameter, refuseUnauthorized } from "./refusals.ts";
import { campaignResource, memberResource, userResource, type Resource, type View } from "./resources.ts";
import type { ResourceType } from "./schema.ts";
import { paths } from "#emulator/settings.ts";
import type { World } from "#emulator/world/world.ts";

const v2 = `${paths.patreon}/api/oauth2/v2`;

export function registerPatreonApi(app: FastifyInstance, world: World): void {
  app.get(`${v2}/identity`, (request, reply) =>
    answer(world, request, reply, { scope: "identity", root: "user" }, (asked) => {
      const { patron } = asked.caller;
      if (patron.account === "deleted") {
        refuse(reply, { status: 410, codeName: "ResourceGone", detail: "This user no longer exists." });
        return undefined;
      }
      if (patron.account === "suspended") {
        refuse(reply, { status: 403, codeName: "Forbidden", detail: "This user may not use the API." });
        return undefined;
      }
      patron.readsSinceSignIn += 1;
      const glitches = patron.readsSinceSignIn === patron.glitchAtRead;
      const data = userResource(
        viewFor(world, asked.caller, glitches ? [patron] : [patron].filter(takeGlitch)),
        patron,
      );
      return { data, links: { self: resourceLink(world, "user", patron.userId) } };
    }),
  );

  app.get(`${v2}/campaigns`, (request, reply) =>
    answer(world, request, reply, { scope: "campaigns", root: "campaign" }, ({ caller }) => {
      const owned = caller.isCreator ? [campaignResource(viewFor(world, caller), campaignId)] : [];
      return { data: owned, meta: { pagination: { cursors: { next: null }, total: owned.length } } };
    }),
  );

  app.get<{ Params: { id: string } }>(`${v2}/campaigns/:id`, (request, reply) =>
    answer(world, request, reply, { scope: "campaigns", root: "campaign" }, ({ caller }) => {
      if (!ownsCampaign(caller, request.params.id)) return missing(reply, "Campaign");
      return {
        data: campaignResource(viewFor(world, caller), campaignId),
        links: { self: resourceLink(world, "campaign", campaignId) },
      };
    }),
  );

  app.get<{ Params: { id: string } }>(`${v2}/campaigns/:id/members`, (request, reply) =>
    answer(world, request, reply, { scope: "campaigns.members", root: "member" }, ({ caller, query, selection }) => {
      if (!ownsCampaign(caller, request.params.id)) return missing(reply, "Campaign");
      const largest = selection.include.some(([step]) => step === "pledge_history") ? 500 : 1000;
      const count = Math.min(largest, Math.max(1, Number(query.get("page[count]") ?? largest) || largest));
      const start = readCursor(query.get("page[cursor]"));
      const all = listMembers(world);
      const page = all.slice(start, start + count);
      const next = start + count < all.length ? writeCursor(start + count) : null;
      const view = viewFor(world, caller, page.filter(takeGlitch));
      return {
        data: page.map((patron) => memberResource(view, patron)),
        meta: { pagination: { cursors: { next }, total: all.length } },
      };
    }),
  );

  app.get<{ Params: { id: string } }>(`${v2}/members/:id`, (request, reply) =>
    answer(world, request, reply, { scope: "campaigns.members", root: "member" }, ({ caller }) => {
      const patron = listMembers(world).find(({ memberId }) => memberId === request.params.id);
      if (!caller.isCreator || patron === undefined) return missing(reply, "Member");
      return {
        data: memberResource(viewFor(world, caller, [patron].filter(takeGlitch)), patron),
        links: { self: resourceLink(world, "member", patron.memberId) },
      };
    }),
  );

  app.get(`${paths.patreon}/api/oauth2/api/*`, (_request, reply) => {
    if (world.quirks.patreonV1Gone) {
      return refuse(reply, { status: 410, codeName: "EndpointRemoved", detail: "This version of the API is gone." });
    }
    return { data: { type: "user", attributes: { is_deleted: false, is_suspended: false, is_nuked: false } } };
  });
}

type Asked = { caller: Caller; query: URLSearchParams; selection: Selection };
type Answer = { data: Resource | Resource[] } & Record<string, unknown>;

/** What every read shares: the token, its scope, the query; `read` answers nothing when it has already refused. */
function answer(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: { scope: string; root: ResourceType },
  read: (asked: Asked) => Answer | undefined,
): FastifyReply {
  const caller = findCaller(world, request, needs.scope);
  if (caller === undefined) return refuseUnauthorized(reply);
  const query = readQuery(request);
  if (world.quirks.patreonBracketsMustBeEncoded && /[[\]]/.test(request.url))
    return refuseParameter(reply, "query", "[");
  const selection = readSelection(world, needs.root, query);
  if ("parameter" in selection) return refuseParameter(reply, selection.parameter, selection.value);
  const found = read({ caller, query, selection });
  if (found === undefined) return reply;
  const { data, ...rest } = found;
  return reply.type("application/vnd.api+json").send({ ...createDocument(world, data, selection), ...rest });
}

function listMembers(world: World): Patron[] {
  return [...world.patrons.values()].filter((patron) => patron.membership !== null && patron.account === "ok");
}

function viewFor(world: World, caller: Caller, glitching: Patron[] = []): View {
  return { world, scopes: caller.scopes, glitching: new Set(glitching.map(({ id }) => id)) };
}

function takeGlitch(patron: Patron): boolean {
  const glitches = patron.glitchNext;
  patron.glitchNext = false;
  return glitches;
}

function ownsCampaign(caller: Caller, id: string): boolean {
  return caller.isCreator && id === campaignId;
}

function missing(reply: FastifyReply, what: string): undefined {
  refuseNotFound(reply, what);
  return undefined;
}

function writeCursor(start: number): string {
  return Buffer.from(`start:${start}`).toString("base64url");
}

function readCursor(cursor: string | null): number {
  return Number(/^start:(\d+)$/.exec(Buffer.from(cursor ?? "", "base64url").toString())?.[1] ?? 0);
}
