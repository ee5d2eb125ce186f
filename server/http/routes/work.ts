// /api/studio/work: what is being prepared, also live as server-sent events, and what editors do about it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cancelWork, prepareAgain, retryWork } from "#server/work/change.ts";
import { createWorkFeed } from "#server/work/feed.ts";
import { listWork } from "#server/work/list.ts";
import { describeVideo } from "#server/library/video.ts";
import { findPermission } from "#server/member/allowed-now.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { readCookie, sessionCookie } from "#server/http/door/cookies.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

const heartbeatMs = 15_000;
/** A session or a permission that ends is noticed so soon. */
const checkMs = 3000;
/** Then the browser comes back by itself, through every check of the door. */
const longestMs = 10 * 60_000;
const mostPerMember = 5;
/** Unread by the browser: it is gone, or too slow to be told everything. */
const mostUnread = 2 ** 20;

export function workRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;
  const feed = createWorkFeed(parts);
  const streams = new Map<() => void, string>();
  const cookie = sessionCookie(parts.config);

  answer(app, "getWork", { who: "editor", limit: "reads" }, async () => listWork(db, clock.now()));

  answer(app, "retryWork", { who: "editor", limit: "writes" }, async (request) => ({
    item: await retryWork(parts, request.params.id),
  }));

  answer(app, "cancelWork", { who: "editor", limit: "writes" }, async (request) => ({
    item: await cancelWork(parts, request.params.id),
  }));

  answer(app, "prepareAgain", { who: "editor", limit: "writes" }, async (request) => ({
    video: describeVideo(await prepareAgain(parts, request.params.id)),
  }));

  answer(app, "watchWork", { who: "editor", limit: "reads" }, async (request, reply) => {
    const { member, renewedToken } = requireCurrent(request);
    const open = [...streams.values()].filter((id) => id === member.id).length;
    if (open >= mostPerMember)
      throw new Refusal("too-many-requests", "This is open in many places already. Please close one of them.");
    reply.header("content-type", "text/event-stream; charset=utf-8").header("x-accel-buffering", "no");
    // what is hijacked does not pass the hook that would set it
    if (renewedToken) reply.header("set-cookie", app.serializeCookie(cookie.name, renewedToken, cookie.options));
    if (request.method === "HEAD") return reply.send();
    reply.hijack();
    stream(request, reply, member.id);
    return reply;
  });

  function stream(request: Pick<FastifyRequest, "headers" | "current">, reply: FastifyReply, memberId: string): void {
    const { raw } = reply;
    const token = request.current?.renewedToken ?? readCookie(cookie, request.headers.cookie) ?? "";
    const write = (text: string) => {
      if (raw.writableLength > mostUnread) raw.destroy();
      else raw.write(text);
    };
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    write("retry: 2000\n\n");
    const unwatch = feed.watch(({ name, data }) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
    const check = async () => {
      const permission = await findPermission(parts, token).catch((error: unknown) => {
        parts.log.error({ err: error }, "a watcher's permission could not be read");
        return undefined;
      });
      if (!permission?.canEdit) end();
    };
    const timers = [
      setInterval(() => write(": still here\n\n"), heartbeatMs),
      setInterval(() => void check(), checkMs),
      setTimeout(() => end(), longestMs),
    ];
    const end = () => {
      unwatch();
      for (const timer of timers) clearTimeout(timer);
      streams.delete(end);
      raw.end();
    };
    streams.set(end, memberId);
    raw.once("close", end);
  }

  // or the server would wait for them for ever
  app.addHook("preClose", async () => {
    for (const end of [...streams.keys()]) end();
  });
}
