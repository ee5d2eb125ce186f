// /api/auth/...: starts and finishes a login.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "#contract/member.ts";
import { isGiven } from "#server/member/sign-in/sign-in-state.ts";
import { beginSignIn, finishSignIn } from "#server/member/sign-in/sign-in.ts";
import { finishConnect } from "#server/setup/connect.ts";
import { isSetUpSession } from "#server/setup/link.ts";
import { readSetUpAddress } from "#server/setup/steps.ts";
import type { Parts } from "#server/parts.ts";
import { browserCookie, readCookie, sessionCookie, setUpCookie } from "#server/http/request/cookies.ts";
import { limitGuesses, refuse } from "#server/http/request/limits.ts";
import { answer, type ContractRequest } from "#server/http/request/route.ts";
import { words } from "#server/member/words.ts";

export function authRoutes(app: FastifyInstance, parts: Parts): void {
  const guesses = limitGuesses(parts);
  answer(app, "createSignInToken", { who: "visitor", limit: "signIn" }, async (request, reply) => {
    const browser = browserCookie(parts.config);
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
      // the address contains a code that must not be sent on in a Referer
      reply.header("referrer-policy", "no-referrer");
      const browserToken = readCookie(browserCookie(parts.config), request.headers.cookie);
      const waitSeconds = guesses.secondsLeft(request);
      // others behind the same address still log in
      if (waitSeconds > 0 && !(await isGiven(parts.db, { state, browserToken }))) throw refuse(reply, waitSeconds);
      const onward = await finishOwnersConnect(request, { provider, code, state });
      if (onward) return reply.redirect(onward, 303);
      const { config } = parts;
      const session = sessionCookie(config);
      const outcome = await finishSignIn(parts, {
        provider,
        code,
        state,
        error,
        browserToken,
        session: request.current?.session ?? null,
        device: describeDevice(request.headers["user-agent"]),
      });
      if (outcome.kind === "problem" && outcome.problem === "login-expired") guesses.note(request);
      if (outcome.kind === "problem") return reply.redirect(`${config.publicUrl}/?${describeProblem(outcome)}`, 303);
      if (outcome.sessionToken) reply.setCookie(session.name, outcome.sessionToken, session.options);
      return reply.redirect(config.publicUrl + outcome.returnPath, 303);
    };

  /** Both come back to the same address. Before set-up is finished only the browser that opened its link, later the owner. */
  async function finishOwnersConnect(
    request: Pick<FastifyRequest, "headers" | "current">,
    redirect: { provider: Provider; code: string | undefined; state: string | undefined },
  ): Promise<string | null> {
    const { config } = parts;
    if (config.isSetUp) {
      const isFinished = request.current?.permission.isOwner === true && (await finishConnect(parts, redirect));
      return isFinished ? `${config.publicUrl}/studio/settings/access` : null;
    }
    const token = readCookie(setUpCookie(config), request.headers.cookie);
    if (token === undefined || !(await isSetUpSession(parts, token))) return null;
    const address = await readSetUpAddress(parts);
    return (await finishConnect(parts, redirect)) ? `${address}/setup` : null;
  }

  answer(app, "finishPatreonSignIn", { who: "visitor", limit: "callback" }, finish("patreon"));
  answer(app, "finishTwitchSignIn", { who: "visitor", limit: "callback" }, finish("twitch"));
}

/** For the home page: what went wrong and, if there was one, the recording to return to. */
function describeProblem({ problem, returnPath }: { problem: string; returnPath: string }): URLSearchParams {
  const back = new URL(returnPath, "http://archive.invalid").searchParams.get("back");
  return new URLSearchParams({ problem, ...(back !== null && { back }) });
}

/** A short description of a browser and its system, so that members recognise their own sessions. */
const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

function describeDevice(userAgent: string | undefined): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return words.deviceOn(browser, system);
  return browser ?? system ?? words.unknownDevice;
}
