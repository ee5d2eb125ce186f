// One way to declare a route: by its name in the contract, saying who may call it and how often.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { api, type Answer, type Parsed } from "#contract/api.ts";
import type { Call } from "#contract/calls/call.ts";
import { allRoutes, type RouteName } from "#contract/routes/other-routes.ts";
import type { LimitName } from "./limits.ts";

/**
 * anyone: nobody is looked up. visitor: signed in or not, the handler decides. member: signed in. viewer, editor, owner:
 * with that permission. provider: Patreon or Twitch, proven by the signature of the body. setup: the browser that opened
 * the set-up link, until the archive is open. feed: a podcast app, known by the token in its address; the handler decides.
 * moment: whoever has a link to a shared moment; the handler decides. screen: a television, known by the token in its
 * address; the handler decides.
 */
export type Who =
  | "anyone"
  | "visitor"
  | "member"
  | "viewer"
  | "editor"
  | "owner"
  | "provider"
  | "setup"
  | "feed"
  | "moment"
  | "screen";

declare module "fastify" {
  interface FastifyContextConfig {
    who?: Who;
    limit?: LimitName;
  }
  interface FastifyRequest {
    /** What the route declares; empty where there is no route. */
    rules: Rules;
  }
}

type Rules = FastifyContextConfig & { url?: string };

/** Every hook reads them, and Fastify would build them again on each access. */
export function rememberRules(app: FastifyInstance): void {
  app.decorateRequest("rules");
  app.addHook("onRequest", (request, _reply, done) => {
    request.rules = request.routeOptions.config;
    done();
  });
}

export type ContractRequest<N extends RouteName> = Omit<FastifyRequest, "params" | "query" | "body"> & {
  params: Parsed<N, "params">;
  query: Parsed<N, "query">;
  body: Parsed<N, "body">;
};

export function answer<N extends RouteName>(
  app: FastifyInstance,
  name: N,
  { bodyLimit, ...config }: { who: Who; limit: LimitName; bodyLimit?: number },
  handler: (request: ContractRequest<N>, reply: FastifyReply) => Promise<Answer<N> | FastifyReply>,
): void {
  const { method, path } = allRoutes[name];
  const { summary, description, params, query, body, answer: response }: Call = api[name];
  app.route({
    method,
    url: path,
    config,
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      summary,
      ...(description && { description }),
      tags: [path.split("/")[2] ?? ""],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(response && { response: { 200: response } }),
    },
    handler: (request, reply) => handler(request as ContractRequest<N>, reply),
  });
}
