// Patreon: who someone is and which tiers of our campaign they are entitled to, by API v2.
// Amounts and charge states are never asked for: gifted, trial and annual members have a tier and that is what counts.
import { z } from "zod";
import type { SignInProblem } from "#contract/member.ts";
import { tidyName } from "#contract/text/plain-text.ts";
import type { Membership } from "#server/access/entitlement.ts";
import type { PatreonConfig } from "#server/config.ts";
import { askProvider, unavailable, type Reply } from "./ask.ts";
import { createOAuthClient } from "./oauth.ts";
import type { ProviderClient } from "./provider.ts";
import { words } from "#server/member/words.ts";

export function createPatreonClient(config: PatreonConfig): ProviderClient {
  const oauth = createOAuthClient({
    issuer: config.origin,
    tokenUrl: `${config.origin}/api/oauth2/token`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
  });
  const identityUrl = `${config.origin}/api/oauth2/v2/identity?${new URLSearchParams({
    include: "memberships.currently_entitled_tiers,memberships.campaign",
    "fields[user]": "full_name,image_url,is_email_verified,email",
    "fields[member]": "patron_status",
    "fields[tier]": "title,amount_cents",
  })}`;
  const readIdentity = (access: string, signal?: AbortSignal) =>
    askProvider(identityUrl, { headers: { authorization: `Bearer ${access}` }, signal });

  return {
    provider: "patreon",
    pictureHosts: ["patreonusercontent.com", new URL(config.origin).hostname],
    exchangeCode: oauth.exchangeCode,
    refreshTokens: oauth.refreshTokens,
    async readVisit(tokens, signal) {
      const reply = await readIdentity(tokens.access, signal);
      const problem = classifySignIn(reply);
      if (problem) return { problem };
      const { data, included } = parseIdentity(identityUrl, reply);
      const { full_name, image_url, is_email_verified, email } = data.attributes;
      if (is_email_verified === false) return { problem: "patreon-email-not-verified" };
      return {
        person: {
          id: data.id,
          name: tidyName(full_name ?? "") || words.patreonMember,
          pictureUrl: image_url ?? null,
          isEmailVerified: is_email_verified ?? null,
          mail: email ?? null,
        },
        membership: findMembership(data, included, config),
      };
    },
    async readMembership(access, providerUserId) {
      const reply = await readIdentity(access);
      if (reply.status === 401) return "token-refused";
      const { data, included } = parseIdentity(identityUrl, reply);
      if (data.id !== providerUserId) throw unavailable(identityUrl, "answered for someone else");
      return findMembership(data, included, config);
    },
  };
}

/**
 * API v2 does not say that an account is deleted or suspended. This is our best guess from the answers to a new token;
 * docs/decisions/007-sign-in.md says what to confirm with real accounts.
 */
function classifySignIn({ status, body }: Reply): SignInProblem | undefined {
  if (status === 404 || status === 410) return "patreon-user-deleted";
  if (status === 403 && JsonApiErrors.safeParse(body).success) return "patreon-user-suspended";
  const attributes = LegacyFlags.safeParse(body).data?.data.attributes;
  if (attributes?.is_deleted) return "patreon-user-deleted";
  if (attributes?.is_suspended || attributes?.is_nuked) return "patreon-user-suspended";
  return undefined;
}

function parseIdentity(url: string, { status, body }: Reply): Identity {
  const parsed = Identity.safeParse(body);
  if (status !== 200 || !parsed.success) throw unavailable(url, `status ${status} in an unknown shape`, parsed.error);
  return parsed.data;
}

function findMembership(data: Identity["data"], included: Identity["included"], config: PatreonConfig): Membership {
  const ids = new Set(data.relationships?.memberships?.data?.map(({ id }) => id));
  const ours = included.find(
    ({ type, id, relationships }) =>
      type === "member" && ids.has(id) && relationships?.campaign?.data?.id === config.campaignId,
  );
  return ours ? describeMember(ours, included, config) : describeTiers([], included, config);
}

/** Gifted and trial members have no state of their own; only these two words mean that it ends. */
const endingStates: readonly unknown[] = ["former_patron", "declined_patron"];

/** Shared with the creator's sweep, which reads the same resources from the other side. */
export function describeMember(
  { attributes, relationships }: z.infer<typeof Included>,
  included: Identity["included"],
  config: PatreonConfig,
): Membership {
  const tierIds = relationships?.currently_entitled_tiers?.data?.map(({ id }) => id) ?? [];
  return {
    ...describeTiers(tierIds, included, config),
    isEnding: endingStates.includes(attributes?.patron_status),
  };
}

function describeTiers(tierIds: readonly string[], included: Identity["included"], config: PatreonConfig): Membership {
  const allowed = tierIds.filter((id) => config.allTierIds.includes(id));
  const titled = included
    .filter(({ type, id }) => type === "tier" && (allowed.length > 0 ? allowed : tierIds).includes(id))
    .toSorted((a, b) => (b.attributes?.amount_cents ?? 0) - (a.attributes?.amount_cents ?? 0));
  return { isEntitled: allowed.length > 0, tierIds, tierLevel: null, tierTitle: titled[0]?.attributes?.title ?? null };
}

const Link = z.object({ data: z.object({ id: z.string() }).nullish() });
const Links = z.object({ data: z.array(z.object({ id: z.string() })).nullish() });
export const Included = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z
    .object({
      title: z.string().nullish(),
      amount_cents: z.number().nullish(),
      patron_status: z.string().nullish().catch(null),
    })
    .optional(),
  relationships: z.object({ campaign: Link, user: Link, currently_entitled_tiers: Links }).partial().optional(),
});
const Identity = z.object({
  data: z.object({
    id: z.string().min(1),
    type: z.literal("user"),
    attributes: z.object({
      full_name: z.string().nullish(),
      image_url: z.string().nullish(),
      is_email_verified: z.boolean().nullish(),
      // left out unless the client may read it
      email: z.string().max(254).nullish().catch(null),
    }),
    relationships: z.object({ memberships: Links }).partial().optional(),
  }),
  included: z.array(Included).default([]),
});
type Identity = z.infer<typeof Identity>;
const JsonApiErrors = z.object({ errors: z.array(z.object({ code_name: z.string() })).min(1) });
const LegacyFlags = z.object({
  data: z.object({
    attributes: z.object({ is_deleted: z.boolean(), is_suspended: z.boolean(), is_nuked: z.boolean() }).partial(),
  }),
});
