// The end of early access: from its time on a recording has the lower level. It is a change like any other, so that every
// cache and every server notices it as such. Any server does it; whoever comes second finds nothing to do.
import type { Database } from "#server/database/open.ts";
import { byOpening, recordChange } from "#server/history/log.ts";
import type { Parts } from "#server/parts.ts";
import { announceOpened } from "#server/notices/announce.ts";
import { changeLibrary } from "./version.ts";

/** How late it may be noticed. */
export const lookForDueMs = 2500;

/** Returns how many there were. */
export async function openDue({ db, clock, wake }: Pick<Parts, "db" | "clock" | "wake">): Promise<number> {
  const now = clock.now();
  if ((await selectDue(db, now).limit(1).execute()).length === 0) return 0;
  const opened = await changeLibrary(db, async (trx) => {
    const rows = await selectDue(trx, now).execute();
    for (const row of rows) {
      const { id, level, opens_at, opens_level, revision } = row;
      const after = { level: opens_level, opens_at: null, opens_level: null };
      await recordChange(trx, {
        ...{ videoId: id, at: now, memberId: null },
        before: { level, opens_at, opens_level, ...byOpening },
        after,
      });
      const changed = { ...after, revision: revision + 1, changed_at: now };
      await trx.updateTable("video").set(changed).where("id", "=", id).execute();
      await announceOpened(trx, row, { level: opens_level, now });
    }
    return rows.length;
  });
  wake();
  return opened;
}

function selectDue(db: Database, now: Date) {
  return db
    .selectFrom("video")
    .select(["id", "level", "opens_at", "opens_level", "revision"])
    .select(["title", "description", "state", "hidden", "trashed_at"])
    .where("opens_at", "<=", now);
}
