import { describe, expect, test } from "vitest";
import { findFaults, readRule, sayRule, toDraft, toRule, writeRule } from "./rule-draft.ts";

const rules = [
  { keep_days: null, cap_bytes: null, keep_audio: false },
  { keep_days: 1, cap_bytes: null, keep_audio: true },
  { keep_days: 36_500, cap_bytes: 1_000_000_000, keep_audio: false },
  { keep_days: null, cap_bytes: 1_500_000_000_000, keep_audio: true },
];

describe.each(rules)("the rule %j", (rule) => {
  test("is the same after a round trip through the form", () => {
    expect(findFaults(toDraft(rule))).toEqual({});
    expect(toRule(toDraft(rule))).toEqual(rule);
  });
  test("is the same after a round trip through the address", () => {
    expect(readRule(new URLSearchParams(writeRule(rule).toString()))).toEqual(rule);
  });
});

test.each(["0", "-1", "1.5", "", "soon", "36501", "1e3"])("'%s' is refused as a number of days", (days) => {
  const draft = { ...toDraft(rules[1] as (typeof rules)[number]), days };
  expect(findFaults(draft).days).toMatch(/whole number/);
});

test.each(["0.5", "", "much", "-3", "9000001", "1,000", "1,000,000"])("'%s' is refused as a cap", (cap) => {
  expect(findFaults({ ...toDraft(rules[2] as (typeof rules)[number]), cap }).cap).toMatch(/from 1 to 9000000/);
});

test("a cap may be written with a comma", () => {
  const draft = { ...toDraft(rules[2] as (typeof rules)[number]), cap: "1,5" };
  expect(findFaults(draft)).toEqual({});
  expect(toRule(draft).cap_bytes).toBe(1_500_000_000);
});

test.each(["", "days=0&cap=none&audio=keep", "days=30&cap=none", "days=30&cap=x&audio=keep"])(
  "the address '%s' does not propose a rule",
  (query) => {
    expect(readRule(new URLSearchParams(query))).toBeUndefined();
  },
);

test("a rule is shown as a sentence", () => {
  const say = (bytes: number) => `${bytes / 1e9} GB`;
  expect(rules.map((rule) => sayRule(rule, say))).toEqual([
    "Recordings are kept forever.",
    "The video of a recording is deleted 1 day after it was added to the archive. The audio is kept.",
    "Recordings are deleted 36,500 days after they were added to the archive. When the archive takes up more than 1 GB, the oldest recordings are deleted.",
    "When the archive takes up more than 1500 GB, the videos of the oldest recordings are deleted. The audio is kept.",
  ]);
});
