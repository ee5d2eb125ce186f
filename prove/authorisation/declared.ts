// Roles, the states of a recording, and who sees what: written by hand, independently of the product's own checks.

/** Each may do everything that those before it may. */
const levels = ["nobody", "member", "viewer", "gold", "editor", "owner"] as const;
export type Level = (typeof levels)[number];

/** Each role, and the level it has. */
export const levelOf = {
  anonymous: "nobody",
  "session expired": "nobody",
  "no subscription": "member",
  disabled: "member",
  "grace over": "member",
  "guest whose access was ended": "member",
  "ended guest with a new account": "member",
  "guest whose time is over": "member",
  viewer: "viewer",
  "viewer in grace": "viewer",
  guest: "viewer",
  "editor revoked just now": "viewer",
  "viewer of the level gold": "gold",
  editor: "editor",
  owner: "owner",
} as const satisfies Record<string, Level>;
export type Role = keyof typeof levelOf;
export const roles = Object.keys(levelOf) as Role[];

/** Each state of a recording, and the lowest level that sees it. Null: nobody finds it by its id. */
const seenBy = {
  published: "viewer",
  protected: "viewer",
  "for gold": "gold",
  hidden: "editor",
  preparing: "editor",
  failed: "editor",
  uploading: null,
  "in the trash": null,
  purged: null,
  "never existed": null,
} as const satisfies Record<string, Level | null>;
export type State = keyof typeof seenBy;
export const states = Object.keys(seenBy) as State[];

/** One combination: who asks about a recording in which state, directly or through nginx. */
export interface Asked {
  role: Role;
  level: Level;
  state: State;
  isProxied: boolean;
  /** What viewers see of recordings for gold. */
  locked: Locked;
}

export type Locked = "hidden" | "card";

export function reaches(level: Level, needed: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(needed);
}

export function sees(level: Level, state: State): boolean {
  const least = seenBy[state];
  return least !== null && reaches(level, least);
}

/** They may not watch it, and see a card of it: title, date, length and picture. */
export function isCard({ level, state, locked }: Pick<Asked, "level" | "state" | "locked">): boolean {
  return locked === "card" && state === "for gold" && level === "viewer";
}

/** The lowest level that may read what is in it. */
export function readerOf(state: State): Level {
  return seenBy[state] ?? "editor";
}

/** True when the recording has rows in the database. */
export function isStored(state: State): boolean {
  return seenBy[state] !== null || state === "in the trash";
}
