// One login: beginSignIn() creates a one-time state, finishSignIn() turns a provider's redirect into a session or into the
// name of a problem.
import type { Provider, SignInProblem } from "#contract/member.ts";
import { retryOnce } from "#server/database/retry.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { admit } from "./admit.ts";
import { recordAudit } from "#server/member/audit.ts";
import { storePicture } from "#server/member/sign-in/picture.ts";
import { findClient } from "#server/member/providers/list.ts";
import { cleanReturnPath } from "./return-path.ts";
import { endSessions, hashToken, openSession, randomToken, type Session } from "#server/member/session.ts";
import { awaitReplay, consumeState, findReturnPath, noteProblem, noteResult, storeState } from "./sign-in-state.ts";

/** Together with what the browser and the page need, at most ten seconds. */
const wholeLimitMs = 7_000;

interface Redirect {
  provider: Provider;
  code: string | undefined;
  state: string | undefined;
  /** The provider's own error, for the log only. */
  error: string | undefined;
  browserToken: string | undefined;
  /** The session this browser already has. */
  session: Session | null;
  device: string;
}

type SignInOutcome =
  | { kind: "signed-in"; returnPath: string; sessionToken: string }
  | { kind: "already"; returnPath: string; sessionToken: string | null }
  | { kind: "problem"; problem: SignInProblem; returnPath: string };
type Attempt = Exclude<SignInOutcome, { kind: "problem" }> | { kind: "problem"; problem: SignInProblem };

export async function beginSignIn(
  { db, clock }: Pick<Parts, "db" | "clock">,
  request: { returnPath: string; browserToken: string | undefined; session: Session | null },
): Promise<{ state: string; browserToken: string }> {
  const browserToken = request.browserToken ?? randomToken();
  const state = await storeState(db, clock.now(), {
    browserHash: hashToken(browserToken),
    returnPath: cleanReturnPath(request.returnPath),
    session: request.session,
  });
  return { state, browserToken };
}

export async function finishSignIn(parts: Parts, redirect: Redirect): Promise<SignInOutcome> {
  const { db, clock, log } = parts;
  const outcome = await attempt(parts, redirect).catch((error: unknown): Attempt => {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ err: error.cause ?? error, provider: redirect.provider }, "a login failed at the provider");
    return { kind: "problem", problem: "provider-unavailable" };
  });
  if (outcome.kind !== "problem") return outcome;
  if (redirect.state) await noteProblem(db, hashToken(redirect.state), outcome.problem);
  const detail = { problem: outcome.problem, ...(redirect.error && { error: redirect.error.slice(0, 64) }) };
  await recordAudit(db, { at: clock.now(), kind: "sign-in-refused", provider: redirect.provider, detail });
  return { ...outcome, returnPath: await findReturnPath(db, redirect) };
}

async function attempt(parts: Parts, redirect: Redirect): Promise<Attempt> {
  const { db, clock, config } = parts;
  const { provider, code } = redirect;
  const browserHash = redirect.browserToken ? hashToken(redirect.browserToken) : null;
  const stateHash = redirect.state ? hashToken(redirect.state) : null;
  const state =
    browserHash && stateHash ? await consumeState(db, { stateHash, browserHash, now: clock.now() }) : undefined;
  if (!code) return { kind: "problem", problem: "no-code" };
  if (!state || !stateHash) {
    const replay =
      browserHash && stateHash && (await awaitReplay(parts, { stateHash, browserHash, session: redirect.session }));
    if (!replay) return { kind: "problem", problem: "login-expired" };
    return "problem" in replay ? { kind: "problem", ...replay } : { kind: "already", ...replay };
  }
  const client = findClient(config, provider);
  if (!client) return { kind: "problem", problem: "provider-unavailable" };

  const signal = AbortSignal.timeout(wholeLimitMs);
  const tokens = await client.exchangeCode(code, signal);
  const visit = await client.readVisit(tokens, signal);
  if ("problem" in visit) return { kind: "problem", problem: visit.problem };

  // only a login started in this same session connects a second account to its member
  const connectTo = redirect.session?.id === state.session_id ? (redirect.session?.member_id ?? null) : null;
  const { person, membership } = visit;
  const opened = await retryOnce(() =>
    db.transaction().execute(async (trx) => {
      const identity = await admit(trx, parts, { provider, person, membership, tokens, connectTo });
      const now = clock.now();
      // a new session id at every sign-in; the one it replaces is gone
      if (redirect.session) await endSessions(trx, redirect.session.member_id, { id: redirect.session.id });
      const owner = {
        ...{ memberId: identity.member_id, identityId: identity.id, device: redirect.device },
        lastsMs: config.signInMs,
      };
      const { token, session } = await openSession(trx, owner, now);
      await noteResult(trx, stateHash, session.id);
      await recordAudit(trx, {
        at: now,
        kind: "signed-in",
        memberId: identity.member_id,
        provider,
        subject: person.id,
      });
      return { memberId: identity.member_id, token };
    }),
  );
  await storePicture(parts, client, { memberId: opened.memberId, address: person.pictureUrl, signal });
  return { kind: "signed-in", returnPath: cleanReturnPath(state.return_path), sessionToken: opened.token };
}
