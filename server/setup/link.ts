// Who may set the archive up: whoever has the key of the set-up link. It works once, for one browser, and never after
// set-up is finished. It is stored as a hash, and sealed so that it can be printed again.
import type { Database } from "#server/database/open.ts";
import { hashToken, randomToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

const keyMs = 24 * 3_600_000;
const sessionMs = 12 * 3_600_000;

const purpose = "setup|key";

type LinkParts = Pick<Parts, "db" | "clock" | "config" | "keys">;

/** The same link each time until it is used, for another day: whoever prints it last must not end the one being opened. */
export async function getSetUpLink(parts: LinkParts, address: string = parts.config.publicUrl): Promise<string> {
  requireNotSetUp(parts.config);
  return `${address}/setup#${await keepKey(parts)}`;
}

/** Several programs may ask at once: all get the key of the one that came first. */
async function keepKey({ db, clock, keys }: LinkParts): Promise<string> {
  const now = clock.now();
  const key_until = new Date(now.getTime() + keyMs);
  return db.transaction().execute(async (trx) => {
    // the change makes the others wait
    await changeRow(trx, { finished_at: null });
    const row = await trx.selectFrom("setup").select(["key_sealed", "key_until"]).executeTakeFirstOrThrow();
    const isKept = row.key_until !== null && row.key_until > now;
    const kept = isKept && row.key_sealed !== null ? keys.unseal(row.key_sealed, purpose) : undefined;
    const key = kept ?? randomToken();
    await changeRow(trx, { key_hash: hashToken(key), key_sealed: keys.seal(key, purpose), key_until });
    return key;
  });
}

/** The key for a session, once. The browser that used an earlier link is out. */
export async function openSetUpSession({ db, clock, config }: Omit<LinkParts, "keys">, key: string): Promise<string> {
  requireNotSetUp(config);
  const now = clock.now();
  const token = randomToken();
  const { numUpdatedRows } = await db
    .updateTable("setup")
    .set({
      key_sealed: null,
      key_hash: null,
      key_until: null,
      session_hash: hashToken(token),
      session_until: new Date(now.getTime() + sessionMs),
    })
    .where("key_hash", "=", hashToken(key))
    .where("key_until", ">", now)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal("not-allowed", words.linkUsed);
  return token;
}

/** Refuses everybody but the browser that opened the link. */
export async function requireSetUpSession(
  { db, clock, config }: Omit<LinkParts, "keys">,
  token: string | undefined,
): Promise<void> {
  requireNotSetUp(config);
  const isKnown = token !== undefined && (await isSetUpSession({ db, clock }, token));
  if (!isKnown) throw new Refusal("not-signed-in", words.openLinkFirst);
}

export async function isSetUpSession({ db, clock }: Pick<Parts, "db" | "clock">, token: string): Promise<boolean> {
  const row = await db
    .selectFrom("setup")
    .select("id")
    .where("session_hash", "=", hashToken(token))
    .where("session_until", ">", clock.now())
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** After set-up its addresses answer like ones that do not exist. */
function requireNotSetUp({ isSetUp }: Pick<Parts["config"], "isSetUp">): void {
  if (isSetUp) throw new Refusal("not-found", words.alreadySetUp);
}

export async function requireUnfinished(db: Database): Promise<void> {
  const row = await db.selectFrom("setup").select("id").where("finished_at", "is", null).executeTakeFirst();
  if (!row) throw new Refusal("not-found", words.alreadySetUp);
}

/** The answers given so far and every key are forgotten, once. Call it in the transaction that stores the settings. */
export async function finishSetUp(db: Database, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("setup")
    .set({ ...nobody, answers: null, finished_at: now })
    .where("finished_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal("not-found", words.alreadySetUp);
}

const nobody = { key_hash: null, key_sealed: null, key_until: null, session_hash: null, session_until: null };

/** The one row; a restore without the master key has removed it. */
export async function changeRow(
  db: Database,
  changes: Partial<{
    id: 1;
    key_hash: string | null;
    key_sealed: string | null;
    key_until: Date | null;
    session_hash: string | null;
    session_until: Date | null;
    answers: string | null;
    finished_at: Date | null;
  }>,
): Promise<void> {
  const blank = { ...nobody, answers: null, finished_at: null };
  await db
    .insertInto("setup")
    .values({ id: 1, ...blank, ...changes })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
}
