// Folding now keeps the vowels of Indic and Thai scripts, and knows more spellings of Greek, Arabic and Persian letters.
import { fold } from "#contract/search/fold.ts";
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

const folded = [
  { table: "video", from: "title", to: "title_folded", most: 400 },
  { table: "song", from: "title", to: "title_folded", most: 400 },
  { table: "song", from: "artist", to: "artist_folded", most: 400 },
  { table: "member", from: "name", to: "name_folded", most: Infinity },
] as const;

export async function up(db: Database): Promise<void> {
  for (const { table, from, to, most } of folded) {
    const { rows } = await sql<{ id: string; text: string | null; before: string | null }>`
      select id, ${sql.ref(from)} as text, ${sql.ref(to)} as before from ${sql.table(table)}`.execute(db);
    for (const { id, text, before } of rows) {
      const after = fold(text ?? "")
        .slice(0, most)
        .toWellFormed();
      if (before !== null && after !== before)
        await sql`update ${sql.table(table)} set ${sql.ref(to)} = ${after} where id = ${id}`.execute(db);
    }
  }
}
