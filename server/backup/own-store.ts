// The media folder or bucket that a database belongs to: told apart by the store's id, which both of them keep.
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";

/** At a start, where there are videos: those of another archive would be served as nothing at all. */
export async function requireOwnStore({ db, media: { store } }: Pick<Parts, "db" | "media">): Promise<void> {
  const row = await db.selectFrom("retention").select("store_id").executeTakeFirst();
  if (!row?.store_id || row.store_id === store.id) return;
  throw new Refusal(
    "cannot-start",
    `The media storage is another archive's: the database knows ${row.store_id}, but there is ${store.id} in ${store.folder}. Mount the right one, and start again.`,
  );
}
