// /api/songs: all songs, one song with its performances and figures, changing and merging songs.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { saveSong } from "#server/library/songs/edit-song.ts";
import { createFigures } from "#server/library/songs/figures.ts";
import { listLockedPerformances } from "#server/library/songs/locked-performances.ts";
import { mergeSong } from "#server/library/songs/merge-songs.ts";
import { listPerformances } from "#server/library/songs/performances.ts";
import { describeSong, getSong } from "#server/library/songs/song.ts";
import type { SongLists } from "#server/library/songs/song-list.ts";
import type { Parts } from "#server/parts.ts";
import { requireAudience, requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

const usualPage = 50;

export function songRoutes(app: FastifyInstance, parts: Parts, lists: SongLists): void {
  const { db, clock } = parts;
  const editorOf = (request: Pick<FastifyRequest, "current">) => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
  });
  const figures = createFigures(db);

  answer(app, "listSongs", { who: "viewer", limit: "reads" }, async (request) =>
    lists.page(requireAudience(request), request.query),
  );

  answer(app, "getSong", { who: "viewer", limit: "reads" }, async (request) => {
    const audience = requireAudience(request);
    const { limit = usualPage, after } = request.query;
    const song = describeSong(await getSong(db, audience, request.params.id));
    const page = await listPerformances(db, audience, { songId: song.id, limit, after });
    if (after !== undefined) return { song, ...page };
    const locked = await listLockedPerformances(db, audience, { songId: song.id, levels: parts.config.levels });
    return { song, ...page, ...(locked.length > 0 && { locked }) };
  });

  answer(app, "saveSong", { who: "editor", limit: "writes" }, async (request) =>
    saveSong(db, editorOf(request), { id: request.params.id, edited: request.body.song }),
  );

  answer(app, "mergeSong", { who: "editor", limit: "writes" }, async (request) =>
    mergeSong(db, editorOf(request), { id: request.params.id, into: request.body.into }),
  );

  answer(app, "getSongFigures", { who: "viewer", limit: "reads" }, async (request) => {
    const audience = requireAudience(request);
    const { id } = await getSong(db, audience, request.params.id);
    return { figures: await figures.get(audience, id) };
  });
}
