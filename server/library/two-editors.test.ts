// Two editors at the same video, in every order of fetching and saving: nothing that was saved is lost.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { addVideo } from "./add.ts";
import { saveVideo, setHidden } from "./edit.ts";
import { listChanges } from "#server/history/log.ts";
import { describeVideo, getVideo } from "./video.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-01-01T00:00:00Z");
const runs = { sqlite: scaled(300, 9000), postgres: scaled(50, 1000) };

type Step = { who: 0 | 1; what: "fetch" | "save" | "save at once with the other" | "hide" };

const steps = fc.array(
  fc.record<Step>({
    who: fc.constantFrom(0, 1),
    what: fc.constantFrom("fetch", "fetch", "save", "save", "save at once with the other", "hide"),
  }),
  { minLength: 4, maxLength: 12 },
);

describe.each(databaseKinds)("two editors, on %s", (kind) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    const blank = { picture_type: null, picture: null, picture_hash: null, role: null, disabled_at: null };
    for (const id of ["0", "1"])
      await db
        .insertInto("member")
        .values({ id, name: id, created_at: now, seen_at: now, ...blank })
        .execute();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it(`${runs[kind]} random interleavings lose no saved change`, { timeout: unscaled(300_000, 900_000) }, async () => {
    let saved = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (order) => {
        const outcome = await play(db, order);
        saved += outcome.saved;
        refused += outcome.refused;
      }),
      { numRuns: runs[kind], seed },
    );
    // or nothing was tried
    expect(saved).toBeGreaterThan(runs[kind] / 2);
    expect(refused).toBeGreaterThan(runs[kind] / 5);
    publish("edits", { interleavings: runs[kind], saved, refused });
  });
});

async function play(db: Database, order: readonly Step[]): Promise<{ saved: number; refused: number }> {
  const id = await changeLibrary(db, (trx) =>
    addVideo(trx, { title: "song", addDate: now, state: "published", memberId: null }, now),
  );
  const open: [Video, Video] = [await read(db, id), await read(db, id)];
  const words: string[] = [];
  let hides = 0;
  let refused = 0;
  let written = 0;

  // each writes one more word to the text as they know it
  const save = async (who: 0 | 1): Promise<void> => {
    const word = `w${written++}`;
    try {
      const edited = { ...open[who], description: `${open[who].description} ${word}` };
      open[who] = describeVideo((await saveVideo(db, { memberId: String(who), now }, { id, edited })).row);
      words.push(word);
    } catch (error) {
      expect(error).toMatchObject({ code: "conflict" });
      refused++;
    }
  };
  for (const { who, what } of order) {
    if (what === "fetch") open[who] = await read(db, id);
    else if (what === "save") await save(who);
    else if (what === "hide") {
      const { hidden } = await read(db, id);
      await setHidden(db, { memberId: String(who), now }, { id, hidden: !hidden });
      hides++;
    } else await Promise.all([save(0), save(1)]);
  }

  const last = await read(db, id);
  expect(last.description.split(" ").filter(Boolean).toSorted()).toEqual(words.toSorted());
  expect(last.revision).toBe(1 + words.length + hides);
  const history = (await listChanges(db, id))
    .toReversed()
    .flatMap(({ fields }) => fields)
    .filter(({ field }) => field === "description");
  expect(history.map(({ before }) => before)).toEqual(
    ["", ...history.slice(0, -1).map(({ after }) => after)].slice(0, history.length),
  );
  return { saved: words.length, refused };
}

async function read(db: Database, id: string): Promise<Video> {
  return describeVideo(await getVideo(db, audiences.editors, id));
}
