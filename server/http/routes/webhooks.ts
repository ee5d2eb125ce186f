// /api/webhooks/...: what Patreon and Twitch tell us. The signature is checked on the raw body before anything is parsed.
import type { FastifyInstance } from "fastify";
import { takeHint } from "#server/member/hints.ts";
import { readPatreonWebhook } from "#server/member/providers/patreon-webhook.ts";
import { readTwitchEvent } from "#server/member/providers/twitch-event.ts";
import { noteStream } from "#server/notices/live.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { answer } from "#server/http/request/route.ts";
import { words as doorWords } from "#server/http/request/words.ts";
import { words } from "./words.ts";

const mostBytes = 262_144;

export function webhookRoutes(app: FastifyInstance, parts: Parts): void {
  const { clock } = parts;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );

    answer(scope, "receivePatreonWebhook", { who: "provider", limit: "webhook" }, async (request, reply) => {
      const secret = parts.config.patreon?.webhookSecret;
      if (!secret) throw new Refusal("not-found", doorWords.nothingHere);
      const hint = readPatreonWebhook(secret, request.headers, bytes(request.body));
      if (!hint) throw new Refusal("bad-signature", words.wrongSignature);
      await takeHint(parts, "patreon", hint);
      return reply.code(204).send();
    });

    answer(scope, "receiveTwitchEvent", { who: "provider", limit: "webhook" }, async (request, reply) => {
      const secret = parts.config.twitch?.eventSubSecret;
      if (!secret) throw new Refusal("not-found", doorWords.nothingHere);
      const message = readTwitchEvent(secret, request.headers, bytes(request.body), clock.now());
      if (!message) throw new Refusal("bad-signature", words.wrongSignature);
      if (message.kind === "challenge") return reply.type("text/plain").send(message.challenge);
      if (message.kind === "hint" || message.kind === "stream") await takeHint(parts, "twitch", message.hint);
      if (message.kind === "stream") await noteStream(parts, message.change);
      if (message.kind === "revoked" || message.kind === "ignored")
        request.log.warn({ reqId: request.id, message }, "a message from Twitch was ignored");
      return reply.code(204).send();
    });
  });
}

function bytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
