// The pictures of collections. One that was replaced is kept for a while, for Undo.
import { hash } from "node:crypto";
import type { Database } from "#server/database/open.ts";

const keptMs = 30 * 86_400_000;

/** `bytes` are as they are served. Returns its id. */
export async function keepPicture(db: Database, bytes: Buffer, now: Date): Promise<string> {
  const id = hash("sha256", bytes, "hex").slice(0, 32);
  const shown = db
    .selectFrom("collection")
    .select("picture")
    .where("picture", "is not", null)
    .$castTo<{ picture: string }>();
  await db
    .deleteFrom("collection_picture")
    .where("made_at", "<", new Date(now.getTime() - keptMs))
    .where("id", "not in", shown)
    .execute();
  await db
    .insertInto("collection_picture")
    .values({ id, bytes, made_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ made_at: now }))
    .execute();
  return id;
}

/** Finds the picture of a collection that the asking person may see. */
export async function findPicture(db: Database, collectionId: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("collection")
    .innerJoin("collection_picture", "collection_picture.id", "collection.picture")
    .select("collection_picture.bytes")
    .where("collection.id", "=", collectionId)
    .executeTakeFirst();
  return row?.bytes;
}

export async function hasPicture(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom("collection_picture").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
