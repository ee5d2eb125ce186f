// Stream keys: made, changed, reset and deleted by editors. A key is shown once and stored as a hash.
import { randomBytes, randomUUID } from "node:crypto";
import type { NewStreamKey, StreamKey } from "#contract/live/live.ts";
import type { Trx } from "#server/database/open.ts";
import type { StreamKeyTable } from "#server/database/tables.ts";
import { recordAudit } from "#server/member/audit.ts";
import { hashToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

type KeyParts = Pick<Parts, "db" | "clock" | "config">;

interface Wish {
  memberId: string;
  id: string;
}

const mostKeys = 20;
const keyBytes = 24;

export async function listKeys({ db }: Pick<Parts, "db">): Promise<StreamKey[]> {
  const rows = await db.selectFrom("stream_key").selectAll().orderBy("made_at").orderBy("id").execute();
  return rows.map(describeKey);
}

/** The key itself is in this answer and nowhere else. */
export async function makeKey(
  parts: KeyParts,
  { memberId, ...wish }: NewStreamKey & { memberId: string },
): Promise<{ key: string; entry: StreamKey }> {
  const said = checkWish(parts, wish);
  const key = newKey();
  const at = parts.clock.now();
  const row = { id: randomUUID(), hash: hashToken(key), ...said, made_at: at };
  await parts.db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom("stream_key").select("id").execute();
    if (known.length >= mostKeys) throw new Refusal("conflict", words.tooManyKeys(mostKeys));
    await trx.insertInto("stream_key").values(row).execute();
    await recordAudit(trx, { at, kind: "stream-key-made", actorId: memberId, detail: { name: said.name } });
  });
  return { key, entry: describeKey(row) };
}

export async function changeKey(parts: KeyParts, { id, ...wish }: NewStreamKey & { id: string }): Promise<StreamKey> {
  const said = checkWish(parts, wish);
  const row = await parts.db.updateTable("stream_key").set(said).where("id", "=", id).returningAll().executeTakeFirst();
  if (!row) throw new Refusal("not-found", words.noSuchKey);
  return describeKey(row);
}

/** The old one is no longer valid: an encoder that sends with it is cut off within seconds, and may come back with the new one. */
export async function resetKey(parts: KeyParts, { id, memberId }: Wish): Promise<{ key: string }> {
  const key = newKey();
  await change(parts, { id, memberId }, "stream-key-reset", (trx) =>
    trx
      .updateTable("stream_key")
      .set({ hash: hashToken(key) })
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst(),
  );
  return { key };
}

/** What it sends at the moment ends, and becomes a recording. */
export async function deleteKey(parts: KeyParts, wish: Wish): Promise<void> {
  await change(parts, wish, "stream-key-deleted", (trx) =>
    trx.deleteFrom("stream_key").where("id", "=", wish.id).returning("name").executeTakeFirst(),
  );
}

async function change(
  { db, clock }: KeyParts,
  { memberId }: Wish,
  kind: "stream-key-reset" | "stream-key-deleted",
  work: (trx: Trx) => Promise<{ name: string } | undefined>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await work(trx);
    if (!row) throw new Refusal("not-found", words.noSuchKey);
    await recordAudit(trx, { at: clock.now(), kind, actorId: memberId, detail: { name: row.name } });
  });
}

function checkWish(
  { config }: KeyParts,
  wish: NewStreamKey,
): Pick<StreamKeyTable, "name" | "title" | "level" | "hidden"> {
  const refuse = (field: string, rule: string) => new Refusal("bad-input", rule, { fields: [{ field, rule }] });
  const [name, title] = [wish.name.trim(), wish.title.trim()];
  if (name === "") throw refuse("name", words.needsName);
  const { level, hidden } = wish;
  if (level !== null && !config.levels.above.some(({ id }) => id === level)) throw refuse("level", words.noSuchLevel);
  return { name, title: title || words.defaultTitle, level, hidden };
}

function newKey(): string {
  return `live_${randomBytes(keyBytes).toString("base64url")}`;
}

function describeKey({ id, name, title, level, hidden, made_at }: StreamKeyTable): StreamKey {
  return { id, name, title, level, hidden, made_at: made_at.toISOString() };
}
