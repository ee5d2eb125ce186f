// /api/lists: a member's favourites, Listen later and playlists, and those that others have shared.
import type { FastifyInstance } from "fastify";
import { changeEntries } from "#server/library/lists/arrange.ts";
import { changeList, deleteList, makeList } from "#server/library/lists/change.ts";
import { listFavourites, readEntries } from "#server/library/lists/entries.ts";
import { getList, listLists, nameList } from "#server/library/lists/list.ts";
import type { Parts } from "#server/parts.ts";
import { answer } from "#server/http/request/route.ts";
import { listenerOf } from "./listener.ts";
import { endQueue, moveInQueue, readQueue, startQueue } from "#server/library/lists/queue.ts";

export function listRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  answer(app, "listFavourites", { who: "viewer", limit: "reads" }, async (request) =>
    listFavourites(db, listenerOf(request, clock.now())),
  );

  answer(app, "listLists", { who: "viewer", limit: "reads" }, async (request) => {
    const { video_id, performance_id = null } = request.query;
    const asked = video_id === undefined ? undefined : { video_id, performance_id };
    return { lists: await listLists(db, listenerOf(request, clock.now()), asked) };
  });

  answer(app, "makeList", { who: "viewer", limit: "writes" }, async (request) => ({
    list: await makeList(db, listenerOf(request, clock.now()), request.body),
  }));

  answer(app, "getList", { who: "viewer", limit: "reads" }, async (request) => {
    const listener = listenerOf(request, clock.now());
    const row = await getList(db, listener, request.params.id);
    const isMine = row.member_id === listener.memberId;
    const { id, kind, title } = nameList(row);
    return {
      list: {
        ...{ kind, title, is_mine: isMine, share_key: row.share_key, id: isMine ? id : (row.share_key ?? "") },
        entries: await readEntries(db, listener.audience, row.id),
      },
    };
  });

  answer(app, "changeList", { who: "viewer", limit: "writes" }, async (request) =>
    changeList(db, listenerOf(request, clock.now()), { id: request.params.id, ...request.body }),
  );

  answer(app, "deleteList", { who: "viewer", limit: "writes" }, async (request) => ({
    change: await deleteList(db, listenerOf(request, clock.now()), request.params.id),
  }));

  answer(app, "changeEntries", { who: "viewer", limit: "reads" }, async (request) =>
    changeEntries(db, listenerOf(request, clock.now()), { id: request.params.id, wish: request.body }),
  );
}

/** /api/user/queue: what a member plays one after the other, on whichever device. */
export function queueRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  answer(app, "getQueue", { who: "viewer", limit: "reads" }, async (request) => ({
    queue: await readQueue(db, listenerOf(request, clock.now())),
  }));

  answer(app, "startQueue", { who: "viewer", limit: "writes" }, async (request) => ({
    queue: await startQueue(db, listenerOf(request, clock.now()), request.body),
  }));

  answer(app, "moveInQueue", { who: "viewer", limit: "reads" }, async (request) => ({
    queue: await moveInQueue(db, listenerOf(request, clock.now()), request.body),
  }));

  answer(app, "endQueue", { who: "viewer", limit: "reads" }, async (request) => {
    await endQueue(db, listenerOf(request, clock.now()));
    return {};
  });
}
