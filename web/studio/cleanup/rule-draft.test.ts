import { describe, expect, test } from "vitest";
import { findFaults, readRule, sayRule, toDraft, toRule, writeRule } from "./rule-draft.ts";

const rules = [
  { keep_days: null, cap_bytes: null, keep_audio: false },
  { keep_days: 1, cap_bytes: null, keep_audio: true },
  { keep_days: 36_500, cap_bytes: 1_000_000_000, keep_audio: false },
  { keep_days: null, cap_bytes: 1_500_000_000_000, keep_audio: true },
];

describe.each(rules)("the rule %j", (rule) => {
  test("comes back from the form as it was", () => {
    expect(findFaults(toDraft(rule))).toEqual({});
    expect(toRule(toDraft(rule))).toEqual(rule);
  });
  test("comes back from the address as it was", () => {
    expect(readRule(new URLSearchParams(writeRule(rule).toString()))).toEqual(rule);
  });
});

test.each(["0", "-1", "1.5", "", "soon", "36501", "1e3"])("'%s' is no number of days", (days) => {
  const draft = { ...toDraft(rules[1] as (typeof rules)[number]), days };
  expect(findFaults(draft).days).toMatch(/whole number/);
});

test.each(["0.5", "", "much", "-3", "9000001", "1,000", "1,000,000"])("'%s' is no cap", (cap) => {
  expect(findFaults({ ...toDraft(rules[2] as (typeof rules)[number]), cap }).cap).toMatch(/from 1 to 9000000/);
});

test("a cap may be written with a comma", () => {
  const draft = { ...toDraft(rules[2] as (typeof rules)[number]), cap: "1,5" };
  expect(findFaults(draft)).toEqual({});
  expect(toRule(draft).cap_bytes).toBe(1_500_000_000);
});

test.each(["", "days=0&cap=none&audio=keep", "days=30&cap=none", "days=30&cap=x&audio=keep"])(
  "the address '%s' proposes nothing",
  (query) => {
    expect(readRule(new URLSearchParams(query))).toBeUndefined();
  },
);

test("a rule is said in a sentence", () => {
  const say = (bytes: number) => `${bytes / 1e9} GB`;
  expect(rules.map((rule) => sayRule(rule, say))).toEqual([
    "Recordings stay for ever.",
    "Recordings leave 1 day after they came in. Their sound stays.",
    "Recordings leave 36,500 days after they came in, and the oldest first, when the archive takes more than 1 GB.",
    "Recordings leave the oldest first, when the archive takes more than 1500 GB. Their sound stays.",
  ]);
});
