// How Twitch says no: {status,message} at id.twitch.tv, {error,status,message} at Helix.

import type { FastifyReply } from "fastify";
import type { World } from "#emulator/world/world.ts";

type Refusal = { status: 400 | 401 | 403 | 404 | 409 | 429; message: string };

const names = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
};

export function refuseId(world: World, reply: FastifyReply, { status, message }: Refusal): FastifyReply {
  if (world.quirks.twitchErrorsAreStatusMessage) return reply.code(status).send({ status, message });
  return reply
    .code(status)
    .send({ error: status === 401 ? "invalid_token" : "invalid_grant", error_description: message });
}

export function refuseHelix(reply: FastifyReply, { status, message }: Refusal): FastifyReply {
  return reply.code(status).send({ error: names[status], status, message });
}
