// What the home page says for each problem a sign-in can come back with; the specification's words, and our two.
import type { SignInProblem } from "#contract/member.ts";

const messages: Record<SignInProblem, string> = {
  "patreon-user-deleted": "This Patreon account is marked as deleted.",
  "patreon-email-not-verified": "You haven't verified your Patreon email yet.",
  "patreon-user-suspended": "This Patreon account is suspended.",
  "twitch-user-deleted": "This twitch account is marked as deleted.",
  "twitch-email-not-verified": "You haven't verified your twitch email yet.",
  "twitch-user-suspended": "This twitch account is suspended.",
  "no-code": "An unexpected problem occured (No code)",
  "login-expired": "This login took too long or was started in another browser. Please try again.",
  "provider-unavailable": "The login service did not answer. Please try again in a few minutes.",
};

/** The message for a problem query parameter; an unknown value has none. */
export function findProblemMessage(problem: string | null): string | undefined {
  return problem !== null && Object.hasOwn(messages, problem) ? messages[problem as SignInProblem] : undefined;
}
