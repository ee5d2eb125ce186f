// Does the same with many recordings, piece by piece with progress, and undoes it as one.
import { useState } from "react";
import type { QuickFields } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { inPieces } from "#web/undo/pieces.ts";
import { refreshRecordings } from "./queries.ts";
import { words } from "./words.ts";

/** What is being done, and how far it is. */
interface Work {
  what: string;
  done: number;
  total: number;
}

/** What was done last. It stays in sight: a message that goes away would take the way back with it. */
interface Last {
  message: string;
  /** To undo it. */
  changes: readonly string[];
}

export type ManyActs = ReturnType<typeof useMany>;

export function useMany() {
  const { queries, tell } = useActing();
  const [work, setWork] = useState<Work | null>(null);
  const [last, setLast] = useState<Last | null>(null);

  /** A failure is told, and ends it; what was done before it stays done. True when all of it was done. */
  const go = async (what: string, all: readonly string[], send: (piece: string[]) => Promise<void>) => {
    setWork({ what, done: 0, total: all.length });
    try {
      await inPieces(all, send, (done) => setWork({ what, done, total: all.length }));
      return true;
    } catch (problem) {
      tell(problem);
      return false;
    } finally {
      await refreshRecordings(queries);
      setWork(null);
    }
  };

  const undo = async ({ changes }: Last) => {
    let count = 0;
    const isWhole = await go(words.many.undoing, changes, async (piece) => {
      await call("undoChanges", { body: { changes: piece } });
      count += piece.length;
    });
    // what could not be undone can be tried again
    setLast({ message: words.many.undone(count), changes: isWhole ? [] : changes.slice(count) });
  };

  const run = async (
    { what, ids, say }: { what: string; ids: readonly string[]; say: (count: number) => string },
    send: (piece: string[]) => Promise<readonly string[]>,
  ) => {
    if (work) return false;
    const changes: string[] = [];
    const isWhole = await go(what, ids, async (piece) => void changes.push(...(await send(piece))));
    if (isWhole || changes.length > 0) setLast({ message: say(changes.length), changes });
    return isWhole;
  };

  return {
    work,
    last,
    undo,
    change: (ids: readonly string[], to_all: QuickFields) =>
      run({ what: words.many.changing, ids, say: words.many.changed }, async (piece) => {
        const body = { changes: piece.map((id) => ({ id })), to_all };
        return (await call("changeMany", { body })).changes;
      }),
    trash: (ids: readonly string[]) =>
      run({ what: words.many.deleting, ids, say: words.many.deleted }, async (piece) => {
        return (await call("moveMany", { body: { ids: piece, trashed: true } })).changes;
      }),
  };
}

/** What a change would do, over all pieces: on how many recordings, and each field on how many. */
export async function preview(
  ids: readonly string[],
  to_all: QuickFields,
  tell: (done: number) => void,
): Promise<{ changed: number; fields: ReadonlyMap<string, number> }> {
  let changed = 0;
  const fields = new Map<string, number>();
  const count = async (piece: string[]) => {
    const answer = await call("previewMany", { body: { changes: piece.map((id) => ({ id })), to_all } });
    changed += answer.changed;
    for (const one of answer.fields) fields.set(one.field, (fields.get(one.field) ?? 0) + one.count);
  };
  await inPieces(ids, count, tell);
  return { changed, fields };
}
