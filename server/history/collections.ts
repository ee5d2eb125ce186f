// Entries of the history about collections: their sentences, and which of them can still be undone.
import { isDeepStrictEqual } from "node:util";
import type { Database } from "#server/database/open.ts";
import { isOfCollection } from "./undo-rules.ts";
import { words } from "./words.ts";

interface Entry {
  kind: string;
  detail: Record<string, unknown>;
}

/** Says of an entry whether its collection, or the order of all, is as the change has left it. */
export async function readCollections(db: Database, rows: readonly Entry[]): Promise<(row: Entry) => boolean> {
  if (!rows.some(isOfCollection)) return () => false;
  const all = await db
    .selectFrom("collection")
    .select(["id", "revision", "deleted_at"])
    .orderBy("place")
    .orderBy("id")
    .execute();
  const revisions = new Map(all.map(({ id, revision }) => [id, revision]));
  const ids = all.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id);
  return ({ kind, detail }) => {
    if (!isOfCollection({ kind })) return false;
    if (kind === "collections-ordered") return isDeepStrictEqual(detail.after, { ids });
    return revisions.get(String(detail.collection_id)) === detail.revision;
  };
}

export function tellCollection({ kind, detail }: Entry, join: (fields: readonly string[]) => string): string {
  const title = String(detail.title);
  const after: Record<string, unknown> = { ...(detail.after as object | undefined) };
  if (kind === "collections-ordered") return words.collectionsOrdered;
  if (kind === "collection-made") return words.collectionMade(title);
  if (kind === "collection-deleted") return words.collectionDeleted(title);
  if (after.deleted === false) return words.collectionBack(title);
  return words.collectionChanged(
    title,
    join(Object.keys(after).map((field) => words.collectionFields[field] ?? field)),
  );
}
