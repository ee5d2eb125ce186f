// /api/user/feed: the address of one's own podcast feed.
import type { FastifyInstance } from "fastify";
import { makeAddress } from "#server/feed/address.ts";
import { describeFeed } from "#server/feed/own-feed.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { words } from "#server/http/door/words.ts";

const usual = "everything";

export function ownFeedRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getFeed", { who: "viewer", limit: "reads" }, async (request) => ({
    feed: await describeFeed(parts, requireCurrent(request).member.id, request.query.of ?? usual),
  }));

  answer(app, "makeFeed", { who: "viewer", limit: "signIn" }, async (request) => {
    const { id } = requireCurrent(request).member;
    await makeAddress(parts, id);
    const feed = await describeFeed(parts, id, request.query.of ?? usual);
    if (!feed) throw new Refusal("conflict", words.deletedMeanwhile);
    return { feed };
  });
}
