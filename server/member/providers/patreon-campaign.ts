// The creator's side of Patreon: all members of our campaign in a few pages, read with the creator's own token.
import { z } from "zod";
import type { Membership } from "#server/access/entitlement.ts";
import type { PatreonConfig } from "#server/config.ts";
import { askProvider, unavailable } from "./ask.ts";
import { describeMember, Included } from "./patreon.ts";

const mostPages = 1_000;

/** Patreon user id -> membership, for everyone the campaign lists. "token-refused": the creator's token is to be refreshed. */
export async function readCampaign(
  config: PatreonConfig,
  creatorToken: string,
): Promise<Map<string, Membership> | "token-refused"> {
  const members = new Map<string, Membership>();
  const url = `${config.origin}/api/oauth2/v2/campaigns/${config.campaignId}/members`;
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const query: Record<string, string> = {
      include: "currently_entitled_tiers,user",
      "fields[member]": "patron_status",
      "fields[tier]": "title,amount_cents",
      "page[count]": "1000",
      ...(cursor && { "page[cursor]": cursor }),
    };
    const reply = await askProvider(`${url}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${creatorToken}` },
    });
    if (reply.status === 401) return "token-refused";
    const parsed = Page.safeParse(reply.body);
    if (reply.status !== 200 || !parsed.success)
      throw unavailable(url, `status ${reply.status} in an unknown shape`, parsed.error);
    for (const member of parsed.data.data) {
      const userId = member.relationships?.user?.data?.id;
      if (userId) members.set(userId, describeMember(member, parsed.data.included, config));
    }
    cursor = parsed.data.meta?.pagination.cursors?.next ?? null;
    if (!cursor) return members;
  }
  throw unavailable(url, `more than ${mostPages} pages`);
}

const Page = z.object({
  data: z.array(Included),
  included: z.array(Included).default([]),
  meta: z.object({ pagination: z.object({ cursors: z.object({ next: z.string().nullish() }).nullish() }) }).optional(),
});
