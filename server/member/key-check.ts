// Checks that the master key is the one this database was encrypted with. With another one every stored token would look
// like a revoked one, and members would be logged out one by one.
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

const name = "key-check";

export async function requireSameKey({ db, keys, clock }: Pick<Parts, "db" | "keys" | "clock">): Promise<void> {
  const row = await db.selectFrom("secret_setting").select("sealed").where("name", "=", name).executeTakeFirst();
  if (row && keys.unseal(row.sealed, name) === undefined) {
    throw new Refusal("cannot-start", words.wrongKey);
  }
  if (row) return;
  const sealed = keys.seal(name, name);
  await db
    .insertInto("secret_setting")
    .values({ name, sealed, changed_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
