// /api/video/...: the list, one recording, what editors change, and its history.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { nameLevel } from "#server/access/levels.ts";
import { audiences } from "#server/access/visible.ts";
import { describeMedia } from "#server/prepare/describe-media.ts";
import { askForSizes } from "#server/prepare/sizes.ts";
import type { ManyChanges, QuickChange } from "#contract/video.ts";
import { changeMany, previewMany, saveVideo, setHidden, type Edited, type Editor } from "#server/library/edit.ts";
import { listChanges } from "#server/history/log.ts";
import { createListCache, type Body, type Encoding } from "#server/library/list-cache.ts";
import { describeInList, listPage, listSlices } from "#server/library/list.ts";
import { describeFiles } from "#server/library/recording.ts";
import { countRecordings, listMatching, listRecordings } from "#server/library/recordings-table.ts";
import { describeLocked, describeVideo, getShown, getVideo } from "#server/library/video.ts";
import { countPlays } from "#server/listening/figures.ts";
import { mayShare } from "#server/moments/moments.ts";
import type { Parts } from "#server/parts.ts";
import { requireAudience, requireCurrent, requireFreshToUnprotect } from "#server/http/request/guard.ts";
import { apiHeaders } from "#server/http/request/headers.ts";
import { makeReady, sendReady, type Ready } from "#server/http/request/ready.ts";
import { listDownloads } from "#server/http/routes/media/download.ts";
import { chooseEncoding } from "#server/http/request/encoding.ts";
import { answer } from "#server/http/request/route.ts";

export function videoRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, config } = parts;
  const lists = createListCache(db, () => parts.config.levels);
  const answers = new WeakMap<Body, ListAnswers>();
  const always = apiHeaders(config);
  const editorOf = (request: Pick<FastifyRequest, "current">): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
    levels: parts.config.levels.above.map(({ id }) => id),
  });

  answer(app, "listVideos", { who: "viewer", limit: "reads" }, async (request, reply) => {
    const audience = requireAudience(request);
    const { query } = request;
    if (isEmpty(query)) {
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      const body = lists.find(audience, encoding) ?? (await lists.get(audience, encoding));
      const { whole, unchanged } = answers.getOrInsertComputed(body, () => describeList(always, body, encoding));
      // "includes", because a proxy that compresses may have made the tag a weak one
      const isKnown = request.headers["if-none-match"]?.includes(body.etag);
      return sendReady(request, reply, isKnown ? unchanged : whole);
    }
    const { levels } = parts.config;
    const { limit } = query;
    if (limit !== undefined) {
      const { videos, next } = await listPage(db, audience, { ...query, levels, limit });
      return sendJson(reply, { videos, next, total: await lists.count(audience, query) });
    }
    return sendJson(reply, { videos: (await Array.fromAsync(listSlices(db, audience, { ...query, levels }))).flat() });
  });

  answer(app, "getVideo", { who: "viewer", limit: "reads" }, async (request) => {
    const audience = requireAudience(request);
    const { row, missing: level } = await getShown(db, audience, request.params.id);
    if (level !== null) return { video: describeLocked(row, { level, name: nameLevel(level, parts.config.levels) }) };
    const media = await describeMedia(parts, row, audience);
    const downloads = listDownloads(parts.config, row.id, media);
    // without its plain audio file nothing can be cut
    const isReady = media.audio !== null || media.preparation.state === "done";
    const canShare = media.hls !== null && isReady && mayShare(parts.config, row);
    const offered = { ...(downloads.length > 0 && { downloads }), ...(canShare && { can_share: true }) };
    return { video: { ...describeVideo(row), media: { ...media, ...offered } } };
  });

  answer(app, "askForSizes", { who: "viewer", limit: "report" }, async (request) => {
    await askForSizes(parts, await getVideo(db, requireAudience(request), request.params.id));
    return {};
  });

  answer(app, "saveVideo", { who: "editor", limit: "writes" }, async (request) => {
    const edit = { id: request.params.id, edited: request.body.video };
    return describeEdited(await saveVideo(db, editorOf(request), edit));
  });

  answer(app, "setHidden", { who: "editor", limit: "writes" }, async (request) => {
    const wanted = { id: request.params.id, hidden: request.body.hidden };
    return describeEdited(await setHidden(db, editorOf(request), wanted));
  });

  answer(app, "listChanges", { who: "editor", limit: "reads" }, async (request) => {
    const { id } = await getVideo(db, requireAudience(request), request.params.id);
    return { changes: await listChanges(db, id) };
  });

  answer(app, "changeMany", { who: "editor", limit: "writes" }, async (request) => {
    const { rows, changes } = await changeMany(db, editorOf(request), readMany(request.body), (unprotected) =>
      requireFreshToUnprotect(request, clock.now(), unprotected),
    );
    return { videos: rows.map((row) => describeInList(row, audiences.editors)), changes };
  });

  answer(app, "previewMany", { who: "editor", limit: "reads" }, async (request) =>
    previewMany(db, editorOf(request), readMany(request.body)),
  );

  answer(app, "listRecordings", { who: "editor", limit: "reads" }, async (request) => {
    const { recordings, next } = await listRecordings(db, { ...request.query, levels: editorOf(request).levels ?? [] });
    const isCounted = parts.config.heardDays > 0;
    const plays = isCounted
      ? await countPlays(
          db,
          recordings.map(({ id }) => id),
        )
      : null;
    return { recordings: recordings.map((row) => ({ ...row, plays: plays && (plays.get(row.id) ?? 0) })), next };
  });

  answer(app, "matchRecordings", { who: "editor", limit: "reads" }, async (request) => {
    const { ids, ...filter } = request.query;
    if (ids === undefined) return { total: await countRecordings(db, filter) };
    const matching = await listMatching(db, filter);
    return { total: matching.length, ids: matching };
  });

  answer(app, "listFiles", { who: "editor", limit: "reads" }, async (request) => {
    const { id } = await getVideo(db, requireAudience(request), request.params.id);
    return describeFiles(db, id);
  });
}

function readMany({ changes, to_all }: ManyChanges): QuickChange[] {
  return changes.map((change) => ({ ...to_all, ...change }));
}

function describeEdited({ row, change }: Edited) {
  return { video: describeVideo(row), change };
}

interface ListAnswers {
  whole: Ready;
  unchanged: Ready;
}

function describeList(always: Record<string, string>, { etag, bytes }: Body, encoding: Encoding): ListAnswers {
  const headers = { ...always, "cache-control": "private, no-cache", vary: "Accept-Encoding, Cookie", etag };
  const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
  const type = { "content-type": "application/json; charset=utf-8" };
  return { whole: makeReady(200, { ...headers, ...encoded, ...type }, bytes), unchanged: makeReady(304, headers) };
}

/** Built from known columns only, so no schema has to trim it, which would cost more than the query. */
function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(value));
}

function isEmpty(query: object): boolean {
  for (const _ in query) return false;
  return true;
}
