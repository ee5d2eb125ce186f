// What people read before they have access, and about logging in and out. The specification's sentences are kept to the letter.
import type { SignInProblem } from "#contract/member.ts";

const problems: Record<SignInProblem, string> = {
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

export const words = {
  checking: "Checking your login…",
  problems,
  providers: { patreon: "Patreon", twitch: "Twitch" },
  welcome: {
    over: "Members only",
    name: "Archive",
    lead: "All recordings of the channel, for the people who support it. Watch, or just listen. You can continue where you stopped.",
    problemTitle: "Login problem",
    infoTitle: "Info",
    info: "Log in with Patreon or twitch to get started.",
    notSetUp: "This archive is not set up yet.",
  },
  noAccess: {
    hello: (name: string) => `Hello, ${name}`,
    title: "No access",
    text: "You are logged in, but you don't have access to view the videos. This can happen if you are not subscribed at the required Patreon or twitch tier for example.",
    why: "About your membership",
  },
  login: {
    short: "Login",
    longRest: (provider: string) => ` with ${provider}`,
    with: (provider: string) => `Login with ${provider}`,
    onward: (provider: string) => `Continue with ${provider}`,
    failed: (why: string) => `Error occured while performing the log in: ${why}`,
    notOffered: (provider: string) => `You cannot log in with ${provider} here. Choose the other service.`,
  },
  logOut: "Log out",
  logOutFailed: (why: string) => `Error occured while performing the log out: ${why}`,
  checkAgain: {
    button: "Check again",
    checking: "Checking with Patreon and Twitch…",
    checked: "Checked just now.",
  },
  account: "Account",
  greeting: {
    morning: (name: string) => `Good morning, ${name} :)`,
    afternoon: (name: string) => `Good afternoon, ${name} :)`,
    evening: (name: string) => `Good evening, ${name} :)`,
  },
} as const;
