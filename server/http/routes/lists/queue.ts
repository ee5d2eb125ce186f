// /api/user/queue: what a member plays one after the other, on whichever device.
import type { FastifyInstance } from "fastify";
import { endQueue, moveInQueue, readQueue, startQueue } from "#server/library/lists/queue.ts";
import type { Parts } from "#server/parts.ts";
import { answer } from "#server/http/door/route.ts";
import { listenerOf } from "./listener.ts";

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
