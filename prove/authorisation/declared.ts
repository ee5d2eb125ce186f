// Who there is, what a video can be, and who sees what: written down by hand, apart from the product's own guard.

/** Each may do what those before it may. */
export const levels = ["nobody", "member", "viewer", "editor", "owner"] as const;
export type Level = (typeof levels)[number];

/** People as they come, and what each of them counts as. */
export const levelOf = {
  anonymous: "nobody",
  "session expired": "nobody",
  "no subscription": "member",
  disabled: "member",
  "grace over": "member",
  viewer: "viewer",
  "viewer in grace": "viewer",
  "editor revoked just now": "viewer",
  editor: "editor",
  owner: "owner",
} as const satisfies Record<string, Level>;
export type Role = keyof typeof levelOf;
export const roles = Object.keys(levelOf) as Role[];

/** Everything a video can be, and who is the least to know of it. Null: nobody finds it by its id. */
const seenBy = {
  published: "viewer",
  protected: "viewer",
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

/** A cell of the matrix: who asks about a video in which state, and through which door. */
export interface Asked {
  role: Role;
  level: Level;
  state: State;
  isProxied: boolean;
}

export function reaches(level: Level, needed: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(needed);
}

export function sees(level: Level, state: State): boolean {
  const least = seenBy[state];
  return least !== null && reaches(level, least);
}

/** There is a row with its recording. */
export function isStored(state: State): boolean {
  return seenBy[state] !== null || state === "in the trash";
}
