import { expect, it } from "vitest";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom, type Random } from "#server/testing/random.ts";
import { forecast, planRun, type Kept, type Rule } from "./plan.ts";

const day = 86_400_000;
const begin = Date.parse("2026-01-01T00:00:00Z");
const rounds = scaled(10_000, 100_000);

function makeVideo({ below, chance, pick }: Random, id: string): Kept {
  const bytes = below(100);
  return {
    id,
    // often the same moment, and often exactly at an edge
    addedAt: new Date(begin + below(40) * (day / 2)),
    bytes,
    pictureBytes: below(bytes + 1),
    state: pick(["published", "published", "published", "preparing", "failed"]),
    isProtected: chance(0.3),
    canKeepAudio: chance(0.8),
    isBusy: chance(0.1),
    leavesAt: chance(0.5) ? new Date(begin + below(60) * (day / 2)) : null,
  };
}

function makeRule({ below, chance }: Random): Rule {
  return {
    keepDays: chance(0.7) ? 1 + below(15) : null,
    capBytes: chance(0.6) ? below(400) : null,
    keepAudio: chance(0.3),
  };
}

/** The rule as one would say it, video by video, without any order of work. */
function refer(all: readonly Kept[], rule: Rule, now: Date) {
  const free = (v: Kept) =>
    !v.isProtected && v.state === "published" && !v.isBusy && (rule.keepAudio ? v.canKeepAudio : true);
  const isOlder = (a: Kept, b: Kept) =>
    a.addedAt < b.addedAt || (a.addedAt.getTime() === b.addedAt.getTime() && a.id < b.id);
  return all.map((v) => {
    const ageDays = (now.getTime() - v.addedAt.getTime()) / day;
    const isOld = rule.keepDays !== null && ageDays >= rule.keepDays;
    const isSoonOld = rule.keepDays !== null && ageDays >= rule.keepDays - 7;
    let left = 0;
    for (const other of all)
      left +=
        free(other) && isOlder(other, v)
          ? other.bytes - (rule.keepAudio ? other.pictureBytes : other.bytes)
          : other.bytes;
    const isTooMuch = rule.capBytes !== null && left > rule.capBytes;
    const isDue = free(v) && (isSoonOld || isTooMuch);
    const isNow = free(v) && (isOld || isTooMuch);
    if (isDue && v.leavesAt === null) return "announce";
    if (isNow && v.leavesAt !== null && v.leavesAt.getTime() <= now.getTime()) return "leave";
    if (!isDue && v.leavesAt !== null) return "withdraw";
    return "stay";
  });
}

it(`${rounds} random archives, clocks, rules and protections: only what the rule says leaves, and only announced`, () => {
  const random = createRandom(seed);
  const seen = { announce: 0, leave: 0, withdraw: 0, stay: 0 };
  for (let round = 0; round < rounds; round++) {
    const kept = Array.from({ length: random.below(9) }, (_, index) => makeVideo(random, `v${index}`));
    const rule = makeRule(random);
    const now = new Date(begin + random.below(60) * (day / 2));
    const wanted = refer(kept, rule, now);
    const plan = planRun(kept, rule, now);
    const done = (kind: string) =>
      kept
        .filter((_, index) => wanted[index] === kind)
        .map(({ id }) => id)
        .toSorted()
        .join();
    const told = (list: readonly (string | { id: string })[]) =>
      list
        .map((one) => (typeof one === "string" ? one : one.id))
        .toSorted()
        .join();
    const isRight =
      told(plan.announce) === done("announce") &&
      told(plan.leave) === done("leave") &&
      told(plan.withdraw) === done("withdraw") &&
      plan.announce.every(({ leavesAt }) => leavesAt.getTime() >= now.getTime() + 7 * day) &&
      plan.announce.every(({ id, leavesAt, why }) => why !== "age" || leavesAt.getTime() >= agesAt(kept, rule, id)) &&
      // what is shown beforehand is what may ever leave
      plan.leave.every(({ id }) => forecast(kept, rule, now).some(({ video }) => video.id === id));
    if (!isRight) expect({ seed, round, kept, rule, now, plan }).toEqual(wanted);
    for (const kind of wanted) seen[kind] += 1;
  }
  // each outcome has really been tried
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(rounds / 10);
  publish("retention", { cases: rounds, left: seen.leave, stayed: seen.stay });
});

function agesAt(kept: readonly Kept[], { keepDays }: Rule, id: string): number {
  return (kept.find((video) => video.id === id)?.addedAt.getTime() ?? 0) + (keepDays ?? 0) * day;
}

const plain: Kept = {
  id: "a",
  addedAt: new Date(begin),
  bytes: 100,
  pictureBytes: 98,
  state: "published",
  isProtected: false,
  canKeepAudio: true,
  isBusy: false,
  leavesAt: null,
};

it("without a rule nothing is deleted, and announcements are withdrawn", () => {
  const rule = { keepDays: null, capBytes: null, keepAudio: false };
  const now = new Date(begin + 9999 * day);
  expect(planRun([{ ...plain, leavesAt: new Date(begin) }], rule, now)).toEqual({
    announce: [],
    withdraw: ["a"],
    leave: [],
  });
  expect(forecast([plain], rule, now)).toEqual([]);
});

it("a preview tells the date of each, soonest first", () => {
  const rule = { keepDays: 30, capBytes: 150, keepAudio: false };
  const younger = { ...plain, id: "b", addedAt: new Date(begin + day) };
  const earliest = new Date(begin + 10 * day);
  expect(
    forecast([younger, plain], rule, earliest).map(({ video, leavesAt, why }) => [video.id, leavesAt, why]),
  ).toEqual([
    ["a", earliest, "cap"],
    ["b", new Date(begin + 31 * day), "age"],
  ]);
});

it("what leaves and what would leave is told soonest first, with the reason", () => {
  const rule = { keepDays: 30, capBytes: 150, keepAudio: false };
  const named = (id: string, addedDays: number, leavesDays: number): Kept => ({
    ...{ ...plain, id, bytes: 60, addedAt: new Date(begin + addedDays * day) },
    leavesAt: new Date(begin + leavesDays * day),
  });
  const kept = [named("a", 0, 40), named("b", 1, 38), named("c", 60, 39), named("d", 61, 41)];
  const now = new Date(begin + 62 * day);
  // 240 bytes are kept, and after the two oldest 120
  expect(planRun(kept, rule, now)).toEqual({
    announce: [],
    withdraw: ["c", "d"],
    leave: [
      { id: "b", why: "age" },
      { id: "a", why: "age" },
    ],
  });
  expect(planRun([...kept, { ...plain, id: "e", bytes: 90, isProtected: true }], rule, now).leave).toEqual([
    { id: "b", why: "age" },
    { id: "c", why: "cap" },
    { id: "a", why: "age" },
  ]);
  expect(forecast(kept, rule, now).map(({ video }) => video.id)).toEqual(["b", "c", "a", "d"]);
});
