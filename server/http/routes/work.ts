// /api/studio/work: the queue, also live as server-sent events, and what editors can do with its entries.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WorkAhead } from "#contract/studio.ts";
import { findAhead } from "#server/work/ahead.ts";
import { cancelWork, findBorders, prepareAgain, retryWork } from "#server/work/change.ts";
import { createWorkUpdates } from "#server/work/updates.ts";
import { listWork } from "#server/work/list.ts";
import { describeVideo } from "#server/library/video.ts";
import { repeat, shareRuns } from "#server/one-at-a-time.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { readCookie, sessionCookie } from "#server/http/request/cookies.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { words } from "./words.ts";
import type { Permission } from "#server/access/permission.ts";
import { decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import { findSession } from "#server/member/session.ts";

const heartbeatMs = 15_000;
/** How soon the end of a session or permission is noticed. */
const checkMs = 3000;
/** The longest connection: then the browser connects again by itself, and passes every check again. */
const longestMs = 10 * 60_000;
const mostPerMember = 5;
/** The most unread bytes: a browser with more is gone, or too slow. */
const mostUnread = 2 ** 20;

export function workRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;
  const feed = createWorkUpdates(parts);
  const streams = new Map<() => void, string>();

  answer(app, "getWork", { who: "editor", limit: "reads" }, async () => listWork(db, clock.now()));

  // adds up every recording of a large import, so it is shared by those who ask at the same time
  const findOnce = shareRuns<{ ahead: WorkAhead | null }>();
  answer(app, "getWorkAhead", { who: "editor", limit: "reads" }, () =>
    findOnce("ahead", async () => ({ ahead: await findAhead(parts) })),
  );

  answer(app, "retryWork", { who: "editor", limit: "writes" }, async (request) => ({
    item: await retryWork(parts, request.params.id),
  }));

  answer(app, "cancelWork", { who: "editor", limit: "writes" }, async (request) => ({
    item: await cancelWork(parts, request.params.id),
  }));

  answer(app, "prepareAgain", { who: "editor", limit: "writes" }, async (request) => ({
    video: describeVideo(await prepareAgain(parts, request.params.id)),
  }));

  answer(app, "findBorders", { who: "editor", limit: "writes" }, async (request) => ({
    video: describeVideo(await findBorders(parts, request.params.id)),
  }));

  answer(app, "watchWork", { who: "editor", limit: "reads" }, async (request, reply) => {
    const { member, renewedToken } = requireCurrent(request);
    const open = [...streams.values()].filter((id) => id === member.id).length;
    if (open >= mostPerMember) throw new Refusal("too-many-requests", words.queueOpenTooOften(mostPerMember));
    reply.header("content-type", "text/event-stream; charset=utf-8").header("x-accel-buffering", "no");
    const cookie = sessionCookie(parts.config);
    // a hijacked reply does not pass the hook that sets the cookie
    if (renewedToken) reply.header("set-cookie", app.serializeCookie(cookie.name, renewedToken, cookie.options));
    if (request.method === "HEAD") return reply.send();
    reply.hijack();
    stream(request, reply, member.id);
    return reply;
  });

  function stream(request: Pick<FastifyRequest, "headers" | "current">, reply: FastifyReply, memberId: string): void {
    const { raw } = reply;
    const token =
      request.current?.renewedToken ?? readCookie(sessionCookie(parts.config), request.headers.cookie) ?? "";
    const write = (text: string) => {
      if (raw.writableLength > mostUnread) raw.destroy();
      else raw.write(text);
    };
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    write("retry: 2000\n\n");
    const unwatch = feed.watch(({ name, data }) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
    const check = async () => {
      const permission = await findPermission(parts, token);
      if (!permission?.canEdit) end();
    };
    const checking = repeat(check, {
      everyMs: checkMs,
      onError(error) {
        parts.log.error({ err: error }, "the permission of a member who watches the queue could not be read");
        end();
      },
    });
    const timers = [setInterval(() => write(": still here\n\n"), heartbeatMs), setTimeout(() => end(), longestMs)];
    const end = () => {
      unwatch();
      void checking.stop();
      for (const timer of timers) clearTimeout(timer);
      streams.delete(end);
      raw.end();
    };
    streams.set(end, memberId);
    raw.once("close", end);
  }

  // a stopping server would otherwise wait for these connections for ever
  app.addHook("preClose", async () => {
    for (const end of [...streams.keys()]) end();
  });
}

/** Undefined when the session of this token has ended. */
async function findPermission(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  token: string,
): Promise<Permission | undefined> {
  const now = clock.now();
  const session = await findSession(db, token, { now, lastsMs: config.signInMs });
  const member = session && (await findMember(db, session.member_id));
  return member && decideFor(member, await listIdentities(db, member.id), config, now);
}
