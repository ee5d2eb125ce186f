// The one-time state of a login: random, stored hashed for ten minutes, bound to the browser that asked for it, and
// consumed by the first request.
import type { Selectable } from "kysely";
import type { SignInProblem } from "#contract/member.ts";
import type { Database } from "#server/database/open.ts";
import type { SignInStateTable } from "#server/database/tables.ts";
import type { Parts } from "#server/parts.ts";
import { cleanReturnPath } from "./return-path.ts";
import { hashToken, randomToken, renewToken, type Session } from "#server/member/session.ts";

const lifetimeMs = 10 * 60_000;
const mostPerBrowser = 10;
/** A double click or a reload comes soon after; after this time the address is simply an old one. */
const replayMs = 60_000;
const waitForFirstMs = 8_000;

export async function storeState(
  db: Database,
  now: Date,
  request: { browserHash: string; returnPath: string; session: Session | null },
): Promise<string> {
  const state = randomToken();
  await db
    .insertInto("sign_in_state")
    .values({
      token_hash: hashToken(state),
      browser_hash: request.browserHash,
      return_path: request.returnPath,
      session_id: request.session?.id ?? null,
      issued_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      consumed_at: null,
      result_session_id: null,
      problem: null,
    })
    .execute();
  await keepNewest(db, request.browserHash);
  return state;
}

/** Whether this browser was given this state, used or not. */
export async function isGiven(db: Database, { state, browserToken }: Given): Promise<boolean> {
  if (!state || !browserToken) return false;
  const row = await db
    .selectFrom("sign_in_state")
    .select("token_hash")
    .where("token_hash", "=", hashToken(state))
    .where("browser_hash", "=", hashToken(browserToken))
    .executeTakeFirst();
  return row !== undefined;
}

interface Given {
  state: string | undefined;
  browserToken: string | undefined;
}

export async function consumeState(
  db: Database,
  { stateHash, browserHash, now }: { stateHash: string; browserHash: string; now: Date },
): Promise<Selectable<SignInStateTable> | undefined> {
  return db
    .updateTable("sign_in_state")
    .set({ consumed_at: now })
    .where("token_hash", "=", stateHash)
    .where("browser_hash", "=", browserHash)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export async function noteResult(db: Database, stateHash: string, sessionId: string): Promise<void> {
  await db
    .updateTable("sign_in_state")
    .set({ result_session_id: sessionId })
    .where("token_hash", "=", stateHash)
    .execute();
}

/** Keeps the problem, so that the same redirect, called twice, gives the same answer. */
export async function noteProblem(db: Database, stateHash: string, problem: SignInProblem): Promise<void> {
  await db
    .updateTable("sign_in_state")
    .set({ problem })
    .where("token_hash", "=", stateHash)
    .where("consumed_at", "is not", null)
    .where("result_session_id", "is", null)
    .execute();
}

/** Where the browser that asked for a state wanted to go; home for anybody else. */
export async function findReturnPath(
  db: Database,
  { state, browserToken }: { state: string | undefined; browserToken: string | undefined },
): Promise<string> {
  if (!state || !browserToken) return cleanReturnPath("");
  const row = await db
    .selectFrom("sign_in_state")
    .select("return_path")
    .where("token_hash", "=", hashToken(state))
    .where("browser_hash", "=", hashToken(browserToken))
    .executeTakeFirst();
  return cleanReturnPath(row?.return_path ?? "");
}

/**
 * The same browser calls the same redirect again (double click, reload, Back). Waits until the first call has logged it
 * in, and sends the token that the browser may have lost. Never for a session that was ended.
 */
export async function awaitReplay(
  { db, clock }: Pick<Parts, "db" | "clock">,
  request: { stateHash: string; browserHash: string; session: Session | null },
): Promise<{ returnPath: string; sessionToken: string | null } | { problem: SignInProblem } | undefined> {
  const giveUpAt = Date.now() + waitForFirstMs;
  for (;;) {
    const row = await db
      .selectFrom("sign_in_state")
      .selectAll()
      .where("token_hash", "=", request.stateHash)
      .where("browser_hash", "=", request.browserHash)
      .executeTakeFirst();
    if (!row?.consumed_at) return undefined;
    if (row.problem) return { problem: row.problem };
    const returnPath = cleanReturnPath(row.return_path);
    if (row.result_session_id) {
      if (request.session?.id === row.result_session_id) return { returnPath, sessionToken: null };
      const isSoon = clock.now().getTime() - row.consumed_at.getTime() < replayMs;
      const session =
        isSoon &&
        (await db.selectFrom("session").selectAll().where("id", "=", row.result_session_id).executeTakeFirst());
      if (!session) return undefined;
      return { returnPath, sessionToken: (await renewToken(db, session, clock.now())) ?? null };
    }
    const isInFlight = clock.now().getTime() - row.consumed_at.getTime() < waitForFirstMs;
    if (!isInFlight || Date.now() > giveUpAt) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function sweepStates(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("sign_in_state").where("expires_at", "<", now).execute();
}

async function keepNewest(db: Database, browserHash: string): Promise<void> {
  const extra = await db
    .selectFrom("sign_in_state")
    .select("token_hash")
    .where("browser_hash", "=", browserHash)
    .where("consumed_at", "is", null)
    .orderBy("issued_at", "desc")
    .offset(mostPerBrowser)
    .limit(100)
    .execute();
  if (extra.length > 0) {
    await db
      .deleteFrom("sign_in_state")
      .where(
        "token_hash",
        "in",
        extra.map(({ token_hash }) => token_hash),
      )
      .execute();
  }
}
