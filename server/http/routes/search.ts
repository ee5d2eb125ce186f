// /api/search: what has some words, by kind.
import type { FastifyInstance } from "fastify";
import { createSearch } from "#server/library/search/search.ts";
import type { SongLists } from "#server/library/songs/song-list.ts";
import type { Parts } from "#server/parts.ts";
import { requireAudience } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

const usuallyFound = 8;

export function searchRoutes(app: FastifyInstance, parts: Parts, lists: SongLists): void {
  const search = createSearch(parts.db, lists);
  answer(app, "search", { who: "viewer", limit: "reads" }, async (request) => {
    const { q, kind, limit = usuallyFound, after } = request.query;
    const audience = requireAudience(request);
    // without a kind there is nothing to go on with
    return search({ audience, q, kind, limit, after: kind && after, levels: parts.config.levels });
  });
}
