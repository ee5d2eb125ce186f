// What guests read when they open an invitation link.
export const words = {
  title: "Invitation",
  loading: "Opening the invitation…",
  over: "Invitation",
  heading: (archive: string) => `You are invited to ${archive}`,
  by: (name: string) => `${name} invites you to watch, without a membership.`,
  bySomebody: "You are invited to watch, without a membership.",
  until: (day: string) => `Your access lasts until ${day}.`,
  logIn: "Log in with one of your accounts to accept. A free account is enough.",
  accept: "Accept the invitation",
  acceptAs: (name: string) => `You are logged in as ${name}.`,
  accepting: "Accepting the invitation…",
  accepted: "Welcome! You may watch as a guest.",
  problem: "This invitation cannot be opened",
  noKey: "The link is not complete. Copy all of it, or ask for a new one.",
} as const;
