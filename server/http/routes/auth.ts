// /api/auth/...: starts and finishes a login.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Provider } from "#contract/member.ts";
import { describeDevice } from "#server/member/sign-in/device.ts";
import { beginSignIn, finishSignIn } from "#server/member/sign-in/sign-in.ts";
import type { Parts } from "#server/parts.ts";
import { browserCookie, readCookie, sessionCookie } from "#server/http/door/cookies.ts";
import { answer, type ContractRequest } from "#server/http/door/route.ts";

export function authRoutes(app: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  const browser = browserCookie(config);
  const session = sessionCookie(config);

  answer(app, "createSignInToken", { who: "visitor", limit: "signIn" }, async (request, reply) => {
    const { state, browserToken } = await beginSignIn(parts, {
      returnPath: request.body.return_path,
      browserToken: readCookie(browser, request.headers.cookie),
      session: request.current?.session ?? null,
    });
    reply.setCookie(browser.name, browserToken, browser.options);
    return { data: { token: state } };
  });

  const finish =
    (provider: Provider) =>
    async (
      request: ContractRequest<"finishPatreonSignIn" | "finishTwitchSignIn">,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const { code, state, error } = request.query;
      const outcome = await finishSignIn(parts, {
        provider,
        code,
        state,
        error,
        browserToken: readCookie(browser, request.headers.cookie),
        session: request.current?.session ?? null,
        device: describeDevice(request.headers["user-agent"]),
      });
      // the address contains a code that must not be sent on in a Referer
      reply.header("referrer-policy", "no-referrer");
      if (outcome.kind === "problem") return reply.redirect(`${config.publicUrl}/?${describeProblem(outcome)}`, 303);
      if (outcome.sessionToken) reply.setCookie(session.name, outcome.sessionToken, session.options);
      return reply.redirect(config.publicUrl + outcome.returnPath, 303);
    };
  answer(app, "finishPatreonSignIn", { who: "visitor", limit: "callback" }, finish("patreon"));
  answer(app, "finishTwitchSignIn", { who: "visitor", limit: "callback" }, finish("twitch"));
}

/** For the home page: what went wrong and, if there was one, the recording to return to. */
function describeProblem({ problem, returnPath }: { problem: string; returnPath: string }): URLSearchParams {
  const back = new URL(returnPath, "http://archive.invalid").searchParams.get("back");
  return new URLSearchParams({ problem, ...(back !== null && { back }) });
}
