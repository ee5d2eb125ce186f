// Pictures that the owner uploads for the archive itself, in every size that is served. In the database, so that every
// server and every backup has them; the settings say which of them are shown.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("site_picture")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("site_picture_key", ["id", "name"])
    .execute();
}
