import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, lastTime } from "#server/queue/last-time.ts";
import { isDue } from "./daily.ts";
import { chooseKept, type MadeBackup } from "./keep.ts";

const timeZone = "Europe/Berlin";
const dayMs = 86_400_000;
const start = Date.parse("2026-01-01T02:00:00Z");

const backups = fc
  .uniqueArray(fc.record({ hours: fc.integer({ min: 0, max: 24 * 500 }), isGood: fc.boolean() }), {
    selector: ({ hours }) => hours,
    maxLength: 80,
  })
  .map((list) =>
    list.map(({ hours, isGood }): MadeBackup => {
      const at = new Date(start + hours * 3_600_000);
      return { name: at.toISOString(), at, isGood };
    }),
  );
const names = (list: readonly MadeBackup[]) => list.map(({ name }) => name).toSorted();
const newest = (list: readonly MadeBackup[]) => list.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];

describe("which backups are kept", () => {
  it("the newest good one always is, and so is every newer one", () => {
    fc.assert(
      fc.property(backups, (all) => {
        const kept = chooseKept(all, timeZone);
        const best = newest(all.filter(({ isGood }) => isGood));
        // all of them while none is good
        const needed = all.filter(({ at }) => !best || at >= best.at);
        expect(kept).toEqual(expect.arrayContaining(needed));
      }),
    );
  });

  it("of each of the last 7 days, 5 weeks and 12 months with a good one, the newest of it, and no more", () => {
    fc.assert(
      fc.property(backups, (all) => {
        const good = all.filter(({ isGood }) => isGood);
        const kept = chooseKept(all, timeZone);
        const days = [...Map.groupBy(good, ({ at }) => dayOf(at, timeZone))].toSorted(([a], [b]) => (a < b ? 1 : -1));
        for (const [, list] of days.slice(0, 7)) expect(kept).toContain(newest(list));
        const months = [...Map.groupBy(good, ({ at }) => dayOf(at, timeZone).slice(0, 7))];
        for (const [, list] of months.toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, 12))
          expect(kept).toContain(newest(list));
        expect(kept.filter(({ isGood }) => isGood).length).toBeLessThanOrEqual(7 + 5 + 12);
      }),
    );
  });

  it("choosing again from what was kept changes nothing", () => {
    fc.assert(
      fc.property(backups, (all) => {
        const kept = chooseKept(all, timeZone);
        expect(names(chooseKept(kept, timeZone))).toEqual(names(kept));
      }),
    );
  });

  it("after a year of daily backups there are 7 days, 5 weeks and 12 months", () => {
    const all = Array.from({ length: 400 }, (_, n): MadeBackup => {
      const at = new Date(start + n * dayMs);
      return { name: at.toISOString(), at, isGood: true };
    });
    const kept = chooseKept(all, timeZone).map(({ name }) => name.slice(0, 10));
    expect(kept).toEqual([
      ...["2027-02-04", "2027-02-03", "2027-02-02", "2027-02-01", "2027-01-31", "2027-01-30", "2027-01-29"],
      ...["2027-01-24", "2027-01-17", "2027-01-10", "2026-12-31", "2026-11-30", "2026-10-31", "2026-09-30"],
      ...["2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30", "2026-03-31"],
    ]);
  });
});

describe("a daily backup is due", () => {
  const at = (text: string) => ({ now: new Date(text), timeZone });

  it.each([
    ["2026-11-17T03:10:00Z", 4, "2026-11-17T03:00:00.000Z"],
    ["2026-11-17T02:59:00Z", 4, "2026-11-16T03:00:00.000Z"],
    // the night in which the clock goes forward has no 02:30
    ["2026-03-29T09:00:00Z", 2, "2026-03-29T01:00:00.000Z"],
    // the night in which it goes back has it twice: the first counts
    ["2026-10-25T09:00:00Z", 2, "2026-10-25T00:00:00.000Z"],
    ["2026-11-17T00:30:00Z", 0, "2026-11-16T23:00:00.000Z"],
  ])("at %s the last time that it was %i o'clock was %s", (now, hour, expected) => {
    expect(lastTime(hour, at(now)).toISOString()).toBe(expected);
  });

  it("once a day, and after a failure every hour", () => {
    const when = at("2026-11-17T03:10:00Z");
    const day = new Date("2026-11-16T03:01:00Z");
    expect(isDue(4, when, { lastGood: undefined, last: undefined })).toBe(true);
    expect(isDue(4, when, { lastGood: day, last: day })).toBe(true);
    const today = new Date("2026-11-17T03:01:00Z");
    expect(isDue(4, when, { lastGood: today, last: today })).toBe(false);
    expect(isDue(4, when, { lastGood: day, last: today })).toBe(false);
    expect(isDue(4, at("2026-11-17T04:02:00Z"), { lastGood: day, last: today })).toBe(true);
  });
});
