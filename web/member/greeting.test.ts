import { expect, test } from "vitest";
import { greet } from "#web/member/account/account-button.tsx";

test.each([
  ["00:00", "Good evening, Ada :)"],
  ["01:59", "Good evening, Ada :)"],
  ["02:00", "Good morning, Ada :)"],
  ["11:59", "Good morning, Ada :)"],
  ["12:00", "Good afternoon, Ada :)"],
  ["17:59", "Good afternoon, Ada :)"],
  ["18:00", "Good evening, Ada :)"],
  ["23:59", "Good evening, Ada :)"],
])("at %s the greeting is '%s'", (time, words) => {
  expect(greet("Ada", new Date(`2026-03-01T${time}:00`))).toBe(words);
});
