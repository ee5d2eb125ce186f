// What one provider remembers about consent: codes, access tokens, refresh tokens, and the scopes each user granted.
// Provider rules (status codes, rotation, shapes) live beside their routes; this only keeps and forgets.

import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";

type Code = {
  userId: string;
  scopes: string[];
  redirectUri: string;
  expiresAt: number;
  nonce?: string | undefined;
  claims?: Claims | undefined;
};

/** The OIDC `claims` request: which claim names were asked for, by place. */
export type Claims = { userinfo: string[]; idToken: string[] };

export type Token = {
  userId: string | null;
  scopes: string[];
  expiresAt: number;
  issuedAt: number;
  claims?: Claims | undefined;
};

export type Grants = {
  granted: Map<string, Set<string>>;
  issueCode(code: Omit<Code, "expiresAt">): string;
  takeCode(value: string): Code | undefined;
  issueAccess(token: Omit<Token, "expiresAt" | "issuedAt">, lifetimeSeconds: number): string;
  findAccess(value: string | undefined): Token | undefined;
  issueRefresh(token: Omit<Token, "expiresAt" | "issuedAt">): string;
  findRefresh(value: string | undefined): Token | undefined;
  keepAccess(value: string, token: Token): void;
  keepRefresh(value: string, token: Token): void;
  forget(value: string): boolean;
  revokeUser(userId: string): number;
  /** Tokens and consents as text, to be kept over a restart; codes are too short-lived to keep. */
  dump(): string;
  restore(dump: string): void;
};

const codeLifetimeMs = 10 * 60_000;

export function createGrants(
  clock: Clock,
  makeToken: () => string = () => randomBytes(32).toString("base64url"),
): Grants {
  const codes = new Map<string, Code>();
  const access = new Map<string, Token>();
  const refresh = new Map<string, Token>();
  const granted = new Map<string, Set<string>>();

  return {
    granted,
    issueCode(code) {
      const value = makeToken();
      codes.set(value, { ...code, expiresAt: clock.now() + codeLifetimeMs });
      return value;
    },
    takeCode(value) {
      const code = codes.get(value);
      codes.delete(value);
      return code !== undefined && clock.now() < code.expiresAt ? code : undefined;
    },
    issueAccess(token, lifetimeSeconds) {
      const value = makeToken();
      access.set(value, { ...token, issuedAt: clock.now(), expiresAt: clock.now() + lifetimeSeconds * 1000 });
      return value;
    },
    findAccess(value) {
      const token = value === undefined ? undefined : access.get(value);
      return token !== undefined && clock.now() < token.expiresAt ? token : undefined;
    },
    issueRefresh(token) {
      const value = makeToken();
      refresh.set(value, { ...token, issuedAt: clock.now(), expiresAt: Infinity });
      return value;
    },
    findRefresh: (value) => (value === undefined ? undefined : refresh.get(value)),
    keepAccess: (value, token) => void access.set(value, token),
    keepRefresh: (value, token) => void refresh.set(value, token),
    forget: (value) => [access.delete(value), refresh.delete(value)].includes(true),
    revokeUser(userId) {
      granted.delete(userId);
      let count = 0;
      for (const store of [codes, access, refresh]) {
        for (const [value, held] of store) {
          if (held.userId !== userId) continue;
          store.delete(value);
          count += 1;
        }
      }
      return count;
    },
    dump: () =>
      JSON.stringify({
        access: [...access],
        refresh: [...refresh],
        granted: [...granted].map(([id, scopes]) => [id, [...scopes]]),
      }),
    restore(dump) {
      const kept = JSON.parse(dump) as {
        access: [string, Token][];
        refresh: [string, Token][];
        granted: [string, string[]][];
      };
      for (const [value, token] of kept.access) access.set(value, token);
      for (const [value, token] of kept.refresh) refresh.set(value, { ...token, expiresAt: Infinity });
      for (const [id, scopes] of kept.granted) granted.set(id, new Set(scopes));
    },
  };
}
