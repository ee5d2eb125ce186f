// OIDC claims at Twitch: what a claims request names, and what a persona answers to it.

import type { Claims, Token } from "#emulator/world/grants.ts";
import { paths, twitchClient } from "#emulator/settings.ts";
import type { Viewer } from "./personas.ts";
import type { World } from "#emulator/world/world.ts";

const claimNames = ["email", "email_verified", "picture", "preferred_username", "updated_at"];

/** Undefined when the parameter is not the JSON it should be. */
export function readClaims(parameter: string | null): Claims | undefined {
  if (!parameter) return { userinfo: [], idToken: [] };
  try {
    const asked = JSON.parse(parameter) as { userinfo?: object; id_token?: object };
    return { userinfo: Object.keys(asked.userinfo ?? {}), idToken: Object.keys(asked.id_token ?? {}) };
  } catch {
    return undefined;
  }
}

export function issuer(world: World): string {
  return `${world.origin}${paths.twitchId}/oauth2`;
}

export function baseClaims(
  world: World,
  viewer: Viewer,
): { aud: string; exp: number; iat: number; iss: string; sub: string } {
  const iat = Math.floor(world.clock.now() / 1000);
  const lifetimeSeconds = world.quirks.twitchIdTokenLives15Minutes ? 900 : 14_400;
  return { aud: twitchClient.id, exp: iat + lifetimeSeconds, iat, iss: issuer(world), sub: viewer.userId };
}

export function userinfoClaims(world: World, viewer: Viewer, token: Pick<Token, "scopes" | "claims">): object {
  const asked = world.quirks.twitchClaimsOnlyWhenAsked ? (token.claims?.userinfo ?? []) : claimNames;
  return pickClaims(world, viewer, { asked, scopes: token.scopes });
}

export function idTokenClaims(world: World, viewer: Viewer, token: Pick<Token, "scopes" | "claims">): object {
  const fromUserinfo = world.quirks.twitchClaimsStayOutOfIdToken ? [] : (token.claims?.userinfo ?? []);
  return pickClaims(world, viewer, {
    asked: [...(token.claims?.idToken ?? []), ...fromUserinfo],
    scopes: token.scopes,
  });
}

function pickClaims(world: World, viewer: Viewer, { asked, scopes }: { asked: string[]; scopes: string[] }): object {
  const mayReadEmail = scopes.includes("user:read:email") && viewer.emailClaims;
  const hidesEmail = world.quirks.twitchEmailNullWhenUnverified && !viewer.emailVerified;
  const values: Record<string, unknown> = {
    ...(mayReadEmail && {
      email: hidesEmail ? null : `${viewer.id}@viewer.example`,
      email_verified: viewer.emailVerified,
    }),
    picture: `${world.origin}/avatars/${viewer.id}.png`,
    preferred_username: world.quirks.twitchPreferredUsernameIsDisplayName ? viewer.displayName : viewer.login,
    updated_at: "2026-10-02T11:30:00.000000Z",
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => asked.includes(name)));
}
