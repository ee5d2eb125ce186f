// Weeks in the life of an archive, with everything that editors, the owner and crashes may do, against a ledger that
// knows only what was promised: nothing leaves unannounced, too soon, protected, or with somebody else's files.
import { expect, it } from "vitest";
import { changeMany } from "#server/library/edit.ts";
import { listFolders } from "#server/media/store/store.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { openKeeping, type Keeping } from "#server/testing/keeping.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { beginPurge } from "./purge.ts";
import { changeRetention, previewRetention } from "./rule.ts";
import { noteRestored } from "./rows.ts";
import { restoreVideo, trashVideo } from "./trash.ts";
import { changeLibrary } from "#server/library/version.ts";

const day = 86_400_000;
const steps = { sqlite: scaled(200, 2000), postgres: scaled(40, 200) };
const timeout = unscaled(300_000, 900_000);

it.each(heavyKinds("sqlite"))("no random life of an archive breaks a promise, on %s", { timeout }, async (kind) => {
  const { below: random } = createRandom(seed);
  await using keeping = await openKeeping(kind);
  const ledger: Ledger = {
    noticeSince: new Map(),
    calmSince: keeping.editor().now.getTime(),
    gone: [],
    begun: new Set(),
  };
  for (let count = 0; count < 12; count++) await keeping.add({ daysOld: random(20), kinds: [] });
  await keeping.sweep();
  await changeRule(keeping, 10);
  const seen = { trashed: 0, purged: 0 };
  for (let step = 0; step < steps[kind]; step++) {
    for (let acts = random(3); acts > 0; acts--) await actAtRandom(keeping, random, ledger);
    keeping.advance((1 + random(4)) / 4);
    const before = await read(keeping);
    const report = await keeping.sweep();
    const after = await read(keeping);
    const faults = findFaults({ before, after, ledger, now: keeping.editor().now.getTime() });
    const folders = new Set(await listFolders(keeping.parts.media.store));
    for (const id of after.keys()) if (!folders.has(id)) faults.push(`${id} has lost its files`);
    for (const id of folders) if (!after.has(id)) faults.push(`${id} has left files behind`);
    expect({ seed, step, faults }).toEqual({ seed, step, faults: [] });
    seen.trashed += report.trashed.length;
    seen.purged += report.purged.length;
  }
  // it was really tried
  if (kind === "sqlite") for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  publish("retention", { sweeps: steps[kind], deleted: seen.purged });
});

interface Ledger {
  /** Since when each has been announced without a break. */
  noticeSince: Map<string, number>;
  /** When a rule was last changed, or a backup restored. */
  calmSince: number;
  /** When the sweep let something go. */
  gone: number[];
  begun: Set<string>;
}

type Rows = Awaited<ReturnType<typeof read>>;

async function read({ parts: { db } }: Keeping) {
  const rows = await db.selectFrom("video").selectAll().execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function findFaults({
  before,
  after,
  ledger,
  now,
}: {
  before: Rows;
  after: Rows;
  ledger: Ledger;
  now: number;
}): string[] {
  const faults: string[] = [];
  let count = 0;
  for (const [id, row] of before) {
    const later = after.get(id);
    const isPurged = !later;
    const isTrashed = later !== undefined && row.trashed_at === null && later.trashed_at !== null;
    const notice = ledger.noticeSince.get(id) ?? Infinity;
    const fault = (words: string) => faults.push(`${id} ${isPurged ? "was deleted" : "left"} ${words}`);
    if (isPurged && !ledger.begun.has(id)) {
      count += 1;
      if (!row.trashed_at || now - row.trashed_at.getTime() < 7 * day) fault("before 7 days in the trash");
    }
    if (isTrashed) {
      count += 1;
      if (now - notice < 7 * day || row.leaves_at === null) fault("without 7 days of notice");
      if (row.state !== "published") fault("while it was not published");
    }
    if (isTrashed || (isPurged && !ledger.begun.has(id))) {
      if (row.prevent_autodelete) fault("although it is protected");
      if (now - ledger.calmSince < day) fault("within 24 hours of a change");
    }
    if (!later || later.leaves_at === null) ledger.noticeSince.delete(id);
    else if (!ledger.noticeSince.has(id)) ledger.noticeSince.set(id, now);
  }
  ledger.gone = [...ledger.gone.filter((at) => now - at < day), ...Array.from({ length: count }, () => now)];
  if (count > 0 && ledger.gone.length > Math.max(5, before.size / 10))
    faults.push(`${ledger.gone.length} left in a day`);
  return faults;
}

async function actAtRandom(keeping: Keeping, random: Random, ledger: Ledger): Promise<void> {
  const { db } = keeping.parts;
  const editor = keeping.editor();
  const rows = [...(await read(keeping)).values()];
  const kept = pick(
    rows.filter((row) => row.trashed_at === null),
    random,
  );
  const trashed = pick(
    rows.filter((row) => row.trashed_at !== null && row.purging_at === null),
    random,
  );
  const forgetNotice = (id: string) => ledger.noticeSince.delete(id);
  const acts: [weight: number, act: () => Promise<unknown>][] = [
    [6, () => keeping.add({ daysOld: random(20), kinds: [], isProtected: random(4) === 0 })],
    [
      3,
      async () => {
        if (!kept) return;
        await changeMany(db, editor, [{ id: kept.id, prevent_autodelete: !kept.prevent_autodelete }]);
        if (!kept.prevent_autodelete) forgetNotice(kept.id);
      },
    ],
    [1, async () => kept && trashVideo(db, editor, kept.id).then(() => forgetNotice(kept.id))],
    [2, async () => trashed && restoreVideo(db, editor, trashed.id)],
    [
      1,
      async () => {
        if (!trashed) return;
        // the owner deletes it, and the server dies
        await changeLibrary(db, (trx) => beginPurge(trx, trashed.id, editor));
        ledger.begun.add(trashed.id);
      },
    ],
    [
      1,
      async () =>
        kept &&
        db
          .updateTable("video")
          .set({ state: pick(["failed", "published"] as const, random) ?? "failed" })
          .where("id", "=", kept.id)
          .execute(),
    ],
    [
      1,
      async () => {
        if (random(4) > 0 || !(await changeRule(keeping, 1 + random(15)))) return;
        ledger.calmSince = editor.now.getTime();
        ledger.noticeSince.clear();
      },
    ],
    [
      1,
      async () => {
        if (random(10) > 0) return;
        await noteRestored(db, editor.now);
        ledger.calmSince = editor.now.getTime();
        ledger.noticeSince.clear();
        ledger.begun.clear();
      },
    ],
  ];
  let place = random(acts.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, act] of acts) {
    if (place < weight) return void (await act());
    place -= weight;
  }
}

/** False when it was the same already. */
async function changeRule(keeping: Keeping, days: number): Promise<boolean> {
  const { db } = keeping.parts;
  const editor = keeping.editor();
  const rule = { keep_days: days, cap_bytes: null, keep_audio: false };
  const { total } = await previewRetention(db, rule, editor.now);
  const { revision } = await db.selectFrom("retention").select("revision").executeTakeFirstOrThrow();
  return (await changeRetention(db, editor, { rule, revision, confirmedTotal: total })).revision !== revision;
}

type Random = (below: number) => number;

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[random(list.length)];
}
