// Two editors at the same set list, in every order of fetching and saving: no border that was saved is lost.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SetList } from "#contract/songs.ts";
import { audiences } from "#server/access/visible.ts";
import { isAway } from "#server/away.ts";
import type { Database } from "#server/database/open.ts";
import { listHistory } from "#server/history/list.ts";
import { saveVideo } from "#server/library/edit.ts";
import { describeVideo, getVideo } from "#server/library/video.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { addEditor, addPlayed, entriesOf } from "#server/testing/songs.ts";
import { saveSetList } from "./save.ts";
import { readEntries } from "./set-list.ts";

const runs = { sqlite: scaled(60, 5000), postgres: scaled(20, 1000) };
const now = new Date("2026-01-01T00:00:00Z");

interface Step {
  who: 0 | 1;
  what: "fetch" | "save" | "save at once with the other" | "save the title";
}

const steps = fc.array(
  fc.record<Step>({
    who: fc.constantFrom(0, 1),
    what: fc.constantFrom("fetch", "fetch", "save", "save", "save at once with the other", "save the title"),
  }),
  { minLength: 4, maxLength: 12 },
);

describe.each(databaseKinds)("two editors of a set list, on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await addEditor(database.db, "0");
    await addEditor(database.db, "1");
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it(`${runs[kind]} random interleavings lose no saved border`, { timeout: unscaled(300_000, 900_000) }, async () => {
    const sum = { saved: 0, refused: 0, late: 0 };
    await fc.assert(
      fc.asyncProperty(steps, async (order) => {
        const { saved, refused, late } = await play(database.db, order);
        sum.saved += saved;
        sum.refused += refused;
        sum.late += late;
      }),
      { numRuns: runs[kind], seed },
    );
    // or nothing was tried
    expect(sum.saved).toBeGreaterThan(runs[kind] / 2);
    expect(sum.refused).toBeGreaterThan(runs[kind] / 5);
    console.log(`${kind}: ${runs[kind]} interleavings`, sum);
    publish("edits", { interleavings: runs[kind], saved: sum.saved, refused: sum.refused });
  });
});

async function play(db: Database, order: readonly Step[]): Promise<Record<"saved" | "refused" | "late", number>> {
  const id = await addPlayed(db, { memberId: "0", now });
  const open: [SetList, SetList] = [await read(db, id), await read(db, id)];
  const borders: number[] = [];
  let [refused, late, written, titles] = [0, 0, 0, 0];

  // each adds one more border to the list as they know it
  const save = async (who: 0 | 1): Promise<void> => {
    const start = ++written;
    const [entry] = entriesOf(`0:00 Song ${start % 3}`);
    if (!entry) throw new Error("an entry");
    try {
      const entries = [...open[who].entries, { ...entry, start }];
      open[who] = (await saveSetList(db, { memberId: String(who), now }, { id, ...open[who], entries })).setList;
      borders.push(start);
    } catch (error) {
      // a busy machine may not get to the lock in time: the client is told to try again, and nothing is saved
      if (isAway(error)) return void late++;
      expect(error).toMatchObject({ code: "conflict", currentSetList: { entries: expect.any(Array) } });
      refused++;
    }
  };
  for (const { who, what } of order) {
    if (what === "fetch") open[who] = await read(db, id);
    else if (what === "save") await save(who);
    else if (what === "save the title") {
      const video = describeVideo(await getVideo(db, audiences.editors, id));
      await saveVideo(db, { memberId: String(who), now }, { id, edited: { ...video, title: `Title ${++titles}` } });
    } else await Promise.all([save(0), save(1)]);
  }
  const last = await read(db, id);
  expect(last.entries.map(({ start }) => start)).toEqual(borders);
  expect(last.revision).toBe(borders.length);
  const { entries } = await listHistory(db, "editors", { video: id, kind: "set-list" });
  expect(entries).toHaveLength(borders.length);
  return { saved: borders.length, refused, late };
}

async function read(db: Database, id: string): Promise<SetList> {
  const { set_list_revision: revision } = await getVideo(db, audiences.editors, id);
  return { revision, entries: await readEntries(db, id) };
}
