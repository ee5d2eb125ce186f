import { expect, test } from "vitest";
import { findProblemMessage } from "./members-only.tsx";

test.each([
  ["patreon-user-deleted", "This Patreon account is marked as deleted."],
  ["patreon-email-not-verified", "You haven't verified your Patreon email yet."],
  ["patreon-user-suspended", "This Patreon account is suspended."],
  ["twitch-user-deleted", "This twitch account is marked as deleted."],
  ["twitch-email-not-verified", "You haven't verified your twitch email yet."],
  ["twitch-user-suspended", "This twitch account is suspended."],
  ["no-code", "An unexpected problem occured (No code)"],
  ["login-expired", "This login took too long or was started in another browser. Please try again."],
  ["provider-unavailable", "The login service did not answer. Please try again in a few minutes."],
])("problem=%s says '%s'", (problem, message) => {
  expect(findProblemMessage(problem)).toBe(message);
});

test.each([null, "", "something-else", "toString", "__proto__"])("problem=%s has no message", (problem) => {
  expect(findProblemMessage(problem)).toBeUndefined();
});
