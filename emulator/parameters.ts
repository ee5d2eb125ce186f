// Reading what a request carries: the query exactly as it was written, and a form body.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { words } from "./words.ts";

export function readQuery(request: FastifyRequest): URLSearchParams {
  const mark = request.url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : request.url.slice(mark + 1));
}

export function readPath(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "/";
}

export function readForm(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

export function readJson(request: FastifyRequest): Record<string, unknown> {
  const body = request.body;
  return typeof body === "object" && body !== null && !(body instanceof URLSearchParams)
    ? (body as Record<string, unknown>)
    : {};
}

/** "Bearer x" -> x, for any of the given schemes. */
export function readToken(request: FastifyRequest, schemes: string[]): string | undefined {
  const [scheme, value] = (request.headers.authorization ?? "").split(" ");
  return schemes.includes((scheme ?? "").toLowerCase()) ? value : undefined;
}

/** Forms become URLSearchParams; an empty JSON body is no body, because clients send the header with DELETE. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error(words.notJson), { statusCode: 400 }), undefined);
    }
  });
}
