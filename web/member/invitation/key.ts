// The key of an invitation link. It is in the part of the address that no server is sent, is taken out of the address at
// once, and outlasts the login in this tab only.
const name = "invitation";

interface Opened {
  key: string | null;
  /** The link was opened just now, and not before a login. */
  isFresh: boolean;
}

/** Idempotent: asked again, the key comes from this tab's memory. */
export function takeKey(): Opened {
  const key = location.hash.slice(1);
  if (key === "") return { key: sessionStorage.getItem(name), isFresh: false };
  sessionStorage.setItem(name, key);
  history.replaceState(history.state, "", location.pathname);
  return { key, isFresh: true };
}

export function dropKey(): void {
  sessionStorage.removeItem(name);
}
