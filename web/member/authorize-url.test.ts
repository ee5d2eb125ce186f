import { expect, test } from "vitest";
import { authorizeUrl, returnPath } from "./use-sign-in.ts";

const patreon = {
  client_id: "patreon-client",
  authorize_url: "https://www.patreon.com/oauth2/authorize",
  redirect_uri: "https://archive.example/api/auth/patreon/redirect",
};
const twitch = {
  client_id: "twitch-client",
  authorize_url: "https://id.twitch.tv/oauth2/authorize",
  redirect_uri: "https://archive.example/api/auth/twitch/redirect",
};

test("Patreon is asked for a code with exactly the specified parameters", () => {
  const url = new URL(authorizeUrl({ provider: "patreon", address: patreon, token: "a b&c", forceVerify: true }));
  expect(url.origin + url.pathname).toBe(patreon.authorize_url);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "patreon-client",
    redirect_uri: patreon.redirect_uri,
    state: "a b&c",
  });
});

test("Twitch is asked for scope and claims as well", () => {
  const url = new URL(authorizeUrl({ provider: "twitch", address: twitch, token: "t", forceVerify: false }));
  const { claims, ...rest } = Object.fromEntries(url.searchParams);
  expect(rest).toEqual({
    response_type: "code",
    client_id: "twitch-client",
    redirect_uri: twitch.redirect_uri,
    state: "t",
    scope: "openid user:read:subscriptions user:read:email",
  });
  expect(JSON.parse(claims ?? "")).toEqual({
    userinfo: { email: null, email_verified: null, preferred_username: null, picture: null },
  });
});

test("Ctrl held makes Twitch verify again", () => {
  const url = new URL(authorizeUrl({ provider: "twitch", address: twitch, token: "t", forceVerify: true }));
  expect(url.searchParams.get("force_verify")).toBe("true");
});

test.each([
  ["/", "", "/"],
  ["/video/7", "?t=30&list=a%20b", "/video/7?t=30&list=a%20b"],
  ["/", "?problem=no-code", "/"],
  ["/", "?year=2024&problem=no-code", "/?year=2024"],
])("the path to return to from %s%s is %s", (pathname, search, path) => {
  expect(returnPath({ pathname, search })).toBe(path);
});
