// An id that counts up and is never given twice, in each database's own spelling.
import type { CreateTableBuilder } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

/** For `$call` on a table being created. */
export function countingId(db: Database) {
  return (table: CreateTableBuilder<string>): CreateTableBuilder<string> =>
    isPostgres(db)
      ? table.addColumn("id", "bigserial", (column) => column.primaryKey())
      : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}
