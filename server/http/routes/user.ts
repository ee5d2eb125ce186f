// /api/user/...: the logged-in member, their picture, sessions and connected logins.
import type { FastifyInstance } from "fastify";
import { checkAgain, describeUser, disconnect, isPastGrace } from "#server/member/account.ts";
import { recordAudit } from "#server/member/audit.ts";
import type { Current } from "#server/member/current.ts";
import { findPicture } from "#server/member/sign-in/picture.ts";
import { endSessions, listSessions } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { sessionCookie } from "#server/http/request/cookies.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import type { TellUser } from "#server/http/routes/collections/tell-user.ts";
import { words } from "./words.ts";

export function userRoutes(app: FastifyInstance, parts: Parts, tell: TellUser): void {
  const { db, clock } = parts;

  answer(app, "getUserInfo", { who: "visitor", limit: "reads" }, async (request, reply) => {
    // browsers print every 401 to the console; with this header the page avoids that on each anonymous visit
    if (!request.current && request.headers.prefer === "handling=lenient") {
      reply.header("preference-applied", "handling=lenient");
      return { user: null };
    }
    const current = requireCurrent(request);
    const isOld = isPastGrace(current, clock.now());
    const user = isOld
      ? tell(await checkAgain(parts, current))
      : tell(describeUser(current, parts.config), current.permission);
    return { user: await user };
  });

  answer(app, "checkAgain", { who: "member", limit: "signIn" }, async (request) => ({
    user: await tell(await checkAgain(parts, requireCurrent(request))),
  }));

  answer(app, "disconnect", { who: "member", limit: "writes" }, async (request) => ({
    user: await tell(await disconnect(parts, requireCurrent(request), request.params.provider)),
  }));

  answer(app, "getPicture", { who: "member", limit: "assets" }, async (request, reply) => {
    const picture = await findPicture(db, requireCurrent(request).member.id);
    if (!picture) throw new Refusal("not-found", words.noPicture);
    return reply.type(picture.type).header("cache-control", "private, max-age=86400").send(Buffer.from(picture.bytes));
  });

  answer(app, "listSessions", { who: "member", limit: "reads" }, async (request) => {
    const { member, session } = requireCurrent(request);
    const sessions = await listSessions(db, member.id, clock.now());
    return {
      sessions: sessions.map(({ id, device, provider, created_at, seen_at }) => ({
        id,
        device,
        provider,
        current: id === session.id,
        created_at: created_at.toISOString(),
        seen_at: seen_at.toISOString(),
      })),
    };
  });

  answer(app, "endSession", { who: "member", limit: "writes" }, async (request) => {
    const { member, session } = requireCurrent(request);
    const { id } = request.params;
    const ended = await endSessions(db, member.id, id === "others" ? { except: session.id } : { id });
    if (ended === 0 && id !== "others") throw new Refusal("not-found", words.sessionEnded);
    if (ended > 0)
      await recordAudit(db, { at: clock.now(), kind: "session-ended", memberId: member.id, detail: { ended } });
    return {};
  });

  answer(app, "logOut", { who: "visitor", limit: "writes" }, async (request, reply) => {
    if (request.current) await signOut(request.current);
    const { name, options } = sessionCookie(parts.config);
    reply.clearCookie(name, options).header("clear-site-data", '"cache"');
    return {};
  });

  async function signOut({ member, session }: Current): Promise<void> {
    const ended = await endSessions(db, member.id, { id: session.id });
    if (ended > 0) await recordAudit(db, { at: clock.now(), kind: "signed-out", memberId: member.id });
  }
}
