// /api/check-up, for the owner: what is right and wrong with the archive. And the question by which it checks its address.
import type { FastifyInstance } from "fastify";
import { confirmKeyCopy } from "#server/checkup/key-copy.ts";
import { createCheckUp } from "#server/checkup/check-up.ts";
import { readCheckUp } from "#server/checkup/saved.ts";
import { readWord } from "#server/setup/reach.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { trustOnly } from "#server/http/door/proxies.ts";
import { answer } from "#server/http/door/route.ts";
import { words } from "#server/http/door/words.ts";

export function checkUpRoutes(app: FastifyInstance, parts: Parts): void {
  const isTrusted = trustOnly(parts.config.trustedProxies);
  const checkUp = createCheckUp(parts);

  answer(app, "reachSelf", { who: "anyone", limit: "signIn" }, async (request) => {
    const here = readWord(parts, request.query.word);
    if (here === undefined) throw new Refusal("not-found", words.nothingHere);
    const remote = (request.raw.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    const forwarded = request.raw.headers["x-forwarded-for"];
    return {
      here,
      remote,
      forwarded: forwarded === undefined ? null : String(forwarded),
      is_trusted: isTrusted(remote),
    };
  });

  answer(app, "getCheckUp", { who: "owner", limit: "reads" }, async () => readCheckUp(parts));

  answer(app, "runCheckUp", { who: "owner", limit: "writes" }, async () => {
    await checkUp();
    return readCheckUp(parts);
  });

  answer(app, "confirmKeyCopy", { who: "owner", limit: "signIn" }, async (request) => {
    await confirmKeyCopy(parts, request.body.checksum);
    return readCheckUp(parts);
  });
}
