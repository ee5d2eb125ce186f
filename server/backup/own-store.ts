// Checks that the media folder or bucket belongs to this database: both keep the store's id.
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** Called at the start if there are recordings: with another archive's storage none of them could be played. */
export async function requireOwnStore({ db, media: { store } }: Pick<Parts, "db" | "media">): Promise<void> {
  const row = await db.selectFrom("retention").select("store_id").executeTakeFirst();
  if (!row?.store_id || row.store_id === store.id) return;
  throw new Refusal("cannot-start", words.wrongStore(row.store_id, store.id, store.folder));
}
