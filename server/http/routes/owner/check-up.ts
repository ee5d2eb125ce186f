// /api/check-up, for the owner: what is right and wrong with the archive. And the question by which it checks its address.
import type { FastifyInstance } from "fastify";
import { createCheckUp } from "#server/checkup/check-up.ts";
import { readCheckUp, noteKeyCopy, readRow, saveLines } from "#server/checkup/saved.ts";
import { readWord } from "#server/setup/reach.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { trustOnly } from "#server/http/request/proxies.ts";
import { answer } from "#server/http/request/route.ts";
import { words } from "#server/http/request/words.ts";
import { checkKeyCopy } from "#server/checkup/keeping.ts";
import { words as checkupWords } from "#server/checkup/words.ts";

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

// "I have a copy of the key": proven by the checksum of that copy, because a wrong copy is found out only when it is
// needed.

const leastCharacters = 16;

/** `text` is what sha256sum prints: the checksum, and the name of the file behind it. */
async function confirmKeyCopy(parts: Pick<Parts, "db" | "clock" | "keys" | "config">, text: string): Promise<void> {
  const [given = ""] = text.trim().toLowerCase().split(/\s/);
  if (!/^[0-9a-f]+$/.test(given) || given.length < leastCharacters)
    throw new Refusal("bad-input", checkupWords.notAChecksum(leastCharacters));
  if (!parts.keys.checksum.startsWith(given)) throw new Refusal("bad-input", checkupWords.otherChecksum);
  await noteKeyCopy(parts, parts.keys.checksum);
  const { lines } = await readRow(parts.db);
  const now = await checkKeyCopy(parts);
  if (lines)
    await saveLines(
      parts,
      lines.map((line) => (line.name === now.name ? now : line)),
    );
}
