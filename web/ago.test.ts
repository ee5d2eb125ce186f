import { expect, test } from "vitest";
import { sayAgo } from "./ago.ts";

test.each([
  [-5, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_400, "yesterday"],
  [9 * 86_400, "9 days ago"],
  [40 * 86_400, "last month"],
  [800 * 86_400, "2 years ago"],
])("%i seconds are written as '%s'", (seconds, words) => {
  expect(sayAgo(new Date(0), new Date(seconds * 1000))).toBe(words);
});
