// Twitch: who someone is (OpenID Connect) and at which tier they are subscribed to our channel (Helix).
import { z } from "zod";
import { tidyName } from "#contract/text/plain-text.ts";
import type { Membership } from "#server/access/entitlement.ts";
import type { TwitchConfig } from "#server/config.ts";
import { askProvider, unavailable, type Reply } from "./ask.ts";
import { createOAuthClient } from "./oauth.ts";
import type { Person, ProviderClient } from "./provider.ts";

export function createTwitchClient(config: TwitchConfig): ProviderClient {
  const oauth = createOAuthClient({
    issuer: `${config.idOrigin}/oauth2`,
    tokenUrl: `${config.idOrigin}/oauth2/token`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
  });
  const urls = {
    validate: `${config.idOrigin}/oauth2/validate`,
    userInfo: `${config.idOrigin}/oauth2/userinfo`,
    users: `${config.apiOrigin}/helix/users`,
    subscription: (id: string) =>
      `${config.apiOrigin}/helix/subscriptions/user?${new URLSearchParams({ broadcaster_id: config.broadcasterId, user_id: id })}`,
  };
  const ask = (url: string, access: string, signal?: AbortSignal) =>
    askProvider(url, { headers: { authorization: `Bearer ${access}`, "client-id": config.clientId }, signal });

  const readSubscription = async (
    access: string,
    id: string,
    signal?: AbortSignal,
  ): Promise<Membership | "token-refused"> => {
    const url = urls.subscription(id);
    const reply = await ask(url, access, signal);
    if (reply.status === 401) return "token-refused";
    if (reply.status === 404 && HelixError.safeParse(reply.body).success) return describeTier(null, config);
    const subscription = parse(Subscription, url, reply).data[0];
    if (subscription.broadcaster_id !== config.broadcasterId) throw unavailable(url, "answered for another channel");
    return describeTier(Number(subscription.tier), config);
  };

  return {
    provider: "twitch",
    pictureHosts: ["static-cdn.jtvnw.net", new URL(config.apiOrigin).hostname],
    exchangeCode: oauth.exchangeCode,
    refreshTokens: oauth.refreshTokens,
    async readVisit({ access, subject }, signal) {
      const validated = await ask(urls.validate, access, signal);
      if (validated.status === 401 && IdError.safeParse(validated.body).success)
        return { problem: "twitch-user-deleted" };
      const { user_id } = parse(Validated, urls.validate, validated);
      const [users, info] = await Promise.all([ask(urls.users, access, signal), ask(urls.userInfo, access, signal)]);
      const user = parse(Users, urls.users, users).data[0];
      if (!user || info.status === 404) return { problem: "twitch-user-suspended" };
      const claims = parse(UserInfo, urls.userInfo, info);
      if (new Set([subject, user_id, user.id, claims.sub]).size !== 1)
        throw unavailable(urls.userInfo, "answers about different people");
      if (claims.email_verified === false) return { problem: "twitch-email-not-verified" };
      const person: Person = {
        id: user_id,
        name: tidyName(claims.preferred_username ?? "") || tidyName(user.display_name) || user.login,
        pictureUrl: claims.picture ?? user.profile_image_url ?? null,
        isEmailVerified: claims.email_verified ?? null,
        mail: claims.email ?? null,
      };
      const membership = await readSubscription(access, user_id, signal).catch(() => null);
      return { person, membership: membership === "token-refused" ? null : membership };
    },
    readMembership: (access, providerUserId) => readSubscription(access, providerUserId),
  };
}

function describeTier(level: number | null, config: TwitchConfig): Membership {
  return { isEntitled: level !== null && level >= config.lowestTier, tierIds: [], tierLevel: level, tierTitle: null };
}

function parse<S extends z.ZodType>(schema: S, url: string, { status, body }: Reply): z.output<S> {
  const parsed = schema.safeParse(body);
  if (status !== 200 || !parsed.success) throw unavailable(url, `status ${status} in an unknown shape`, parsed.error);
  return parsed.data;
}

const IdError = z.object({ status: z.literal(401), message: z.string().regex(/invalid access token/i) });
const HelixError = z.object({ status: z.literal(404), message: z.string() });
const Validated = z.object({ user_id: z.string().min(1) });
const UserInfo = z.object({
  sub: z.string().min(1),
  preferred_username: z.string().nullish(),
  picture: z.string().nullish(),
  email_verified: z.boolean().nullish(),
  email: z.string().max(254).nullish().catch(null),
});
const Users = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      login: z.string(),
      display_name: z.string().default(""),
      profile_image_url: z.string().nullish(),
    }),
  ),
});
const Subscription = z.object({
  data: z.tuple([z.object({ broadcaster_id: z.string(), tier: z.enum(["1000", "2000", "3000"]) })]),
});
