// How Patreon says no: JSON:API errors from the API, bare `error` from the token endpoint, HTML from its edge.

import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";

const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  410: "Gone",
  429: "Too Many Requests",
  500: "Internal Server Error",
} as const;

type Refusal = { status: keyof typeof titles; codeName: string; detail: string; extra?: Record<string, unknown> };

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const error = {
    code: 1,
    code_name: refusal.codeName,
    detail: refusal.detail,
    id: randomUUID(),
    ...refusal.extra,
    status: String(refusal.status),
    title: titles[refusal.status],
  };
  return reply
    .code(refusal.status)
    .type("application/vnd.api+json")
    .send({ errors: [error] });
}

export function refuseUnauthorized(reply: FastifyReply): FastifyReply {
  const detail = "The server could not verify that you are authorized to access the URL requested.";
  return refuse(reply, { status: 401, codeName: "Unauthorized", detail });
}

export function refuseParameter(reply: FastifyReply, parameter: string, value: string): FastifyReply {
  return refuse(reply, {
    status: 400,
    codeName: "ParameterInvalidOnType",
    detail: `Invalid value for parameter '${parameter}': '${value}'.`,
    extra: { source: { parameter } },
  });
}

export function refuseNotFound(reply: FastifyReply, what: string): FastifyReply {
  return refuse(reply, { status: 404, codeName: "ResourceMissing", detail: `${what} was not found.` });
}

export function refuseThrottled(reply: FastifyReply, seconds: number): FastifyReply {
  reply.header("retry-after", String(seconds));
  return refuse(reply, {
    status: 429,
    codeName: "RequestThrottled",
    detail: "You have made too many attempts. Please try again later.",
    extra: { retry_after_seconds: seconds },
  });
}

export function refuseAtEdge(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .type("text/html; charset=utf-8")
    .send("<!doctype html><html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>");
}
