// What was asked of the emulator, for assertions: every request but the control API's own.
// Tokens, codes, secrets and states never enter it; only that they were there.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { readForm, readPath, readQuery } from "#emulator/parameters.ts";
import type { JournalEntry } from "#emulator/world/records.ts";
import type { World } from "#emulator/world/world.ts";

const shownHeaders = ["user-agent", "content-type", "accept", "client-id"];
const hidden = /^(code|state|nonce|token|access_token|refresh_token|client_secret|secret|id_token)$/;
const largest = 5_000;

export function registerJournal(app: FastifyInstance, world: World): void {
  app.addHook("onRequest", async (request) => {
    if (readPath(request).startsWith("/__emulator")) return;
    world.journal.push({
      id: request.id,
      at: world.clock.iso(),
      method: request.method,
      path: readPath(request),
      query: redact(readQuery(request)),
      form: {},
      headers: readHeaders(request),
      status: null,
      tookMs: null,
    });
    if (world.journal.length > largest) world.journal.shift();
  });
  app.addHook("preHandler", async (request) => {
    const entry = findEntry(world, request);
    if (entry) entry.form = redact(readForm(request));
  });
  app.addHook("onResponse", async (request, reply) => {
    const entry = findEntry(world, request);
    if (!entry) return;
    entry.status = reply.statusCode;
    entry.tookMs = Math.round(reply.elapsedTime);
  });
}

function findEntry(world: World, request: FastifyRequest): JournalEntry | undefined {
  return world.journal.findLast(({ id }) => id === request.id);
}

function redact(parameters: URLSearchParams): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of new Set(parameters.keys())) {
    shown[name] = hidden.test(name) ? "[left out]" : parameters.getAll(name).join(",");
  }
  return shown;
}

function readHeaders(request: FastifyRequest): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of shownHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") shown[name] = value;
  }
  const scheme = request.headers.authorization?.split(" ")[0];
  if (scheme) shown["authorization"] = `${scheme} [left out]`;
  return shown;
}
