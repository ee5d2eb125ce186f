// The creator's side of Patreon that set-up needs: whether a client is real, who connected, their campaigns and tiers.
import { z } from "zod";
import { tidyName } from "#contract/text/plain-text.ts";
import { askProvider, parseReply, unavailable } from "./ask.ts";

interface CreatorTier {
  id: string;
  title: string;
  amountCents: number;
  patrons: number;
  isFree: boolean;
}

export interface CreatorCampaign {
  id: string;
  name: string;
  currency: string;
  tiers: CreatorTier[];
}

interface Creator {
  person: { id: string; name: string };
  campaigns: CreatorCampaign[];
}

export const creatorScopes = "identity campaigns campaigns.members w:campaigns.webhook";

/** Patreon has no call for this: a wrong client is named before a wrong code is. */
export async function isPatreonClient(
  origin: string,
  client: { clientId: string; clientSecret: string; redirectUri: string },
): Promise<boolean> {
  const url = `${origin}/api/oauth2/token`;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: "set-up-asks-whether-this-client-exists",
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uri: client.redirectUri,
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await askProvider(url, { method: "POST", headers, body });
  const error = TokenError.safeParse(reply.body).data?.error;
  if (error === "invalid_grant") return true;
  if (error === "invalid_client" || error === "unauthorized_client") return false;
  throw unavailable(url, `status ${reply.status} for a code that does not exist`);
}

export async function readCreator(origin: string, access: string): Promise<Creator | "token-refused"> {
  const headers = { authorization: `Bearer ${access}` };
  const identityUrl = `${origin}/api/oauth2/v2/identity?${new URLSearchParams({ "fields[user]": "full_name" })}`;
  const campaignsUrl = `${origin}/api/oauth2/v2/campaigns?${new URLSearchParams({
    include: "tiers",
    "fields[campaign]": "creation_name,currency,name",
    "fields[tier]": "title,amount_cents,patron_count,published",
  })}`;
  const identity = await askProvider(identityUrl, { headers });
  const campaigns = await askProvider(campaignsUrl, { headers });
  if (identity.status === 401 || campaigns.status === 401) return "token-refused";
  const { data: person } = parseReply(Identity, identityUrl, identity);
  const { data, included } = parseReply(Campaigns, campaignsUrl, campaigns);
  const tiers = new Map(included.filter(({ type }) => type === "tier").map((tier) => [tier.id, tier.attributes]));
  return {
    person: { id: person.id, name: tidyName(person.attributes.full_name ?? "") || person.id },
    campaigns: data.map(({ id, attributes, relationships }) => ({
      id,
      name: attributes.name || attributes.creation_name || id,
      currency: attributes.currency ?? "",
      tiers: (relationships?.tiers?.data ?? [])
        .flatMap((link) => describeTier(link.id, tiers.get(link.id)))
        .toSorted((a, b) => a.amountCents - b.amountCents),
    })),
  };
}

function describeTier(id: string, attributes: z.infer<typeof TierAttributes> | undefined): CreatorTier[] {
  if (!attributes || attributes.published === false) return [];
  const amountCents = attributes.amount_cents ?? 0;
  return [
    {
      id,
      title: attributes.title || id,
      amountCents,
      patrons: attributes.patron_count ?? 0,
      isFree: amountCents === 0,
    },
  ];
}

const TokenError = z.object({ error: z.string() });
const Identity = z.object({
  data: z.object({ id: z.string().min(1), attributes: z.object({ full_name: z.string().nullish() }) }),
});
const TierAttributes = z.object({
  title: z.string().nullish(),
  amount_cents: z.number().nullish(),
  patron_count: z.number().nullish(),
  published: z.boolean().nullish(),
});
const Campaigns = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        name: z.string().nullish(),
        creation_name: z.string().nullish(),
        currency: z.string().nullish(),
      }),
      relationships: z
        .object({ tiers: z.object({ data: z.array(z.object({ id: z.string() })).nullish() }) })
        .optional(),
    }),
  ),
  included: z.array(z.object({ id: z.string(), type: z.string(), attributes: TierAttributes.default({}) })).default([]),
});
