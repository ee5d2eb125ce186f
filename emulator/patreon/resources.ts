// Personas as JSON:API resources: every attribute v2 has, and the resources each one points to.
// Which of them an answer shows is decided in documents.ts.

import { campaignId, creatorPersona, otherCampaignId, otherCampaignTierId, tiers, type Patron } from "./personas.ts";
import type { ResourceType } from "./schema.ts";
import type { World } from "#emulator/world/world.ts";

export type Resource = {
  type: ResourceType;
  id: string;
  attributes: Record<string, unknown>;
  related: Record<string, () => Resource[]>;
};

/** What the asking token may see, and whose tiers are missing from this one answer. */
export type View = { world: World; scopes: readonly string[]; glitching: ReadonlySet<string> };

const joined = "2024-02-11T18:20:05.000+00:00";

export function userResource(view: View, patron: Patron): Resource {
  const [first = "", ...last] = patron.name.split(" ");
  const picture = `${view.world.origin}/avatars/${patron.id}.png`;
  const attributes: Record<string, unknown> = {
    about: null,
    can_see_nsfw: null,
    created: "2021-06-01T09:00:00.000+00:00",
    first_name: first,
    last_name: last.join(" "),
    full_name: patron.name,
    hide_pledges: true,
    image_url: picture,
    is_creator: patron.id === creatorPersona,
    like_count: 0,
    social_connections: Object.fromEntries(
      ["discord", "facebook", "google", "instagram", "reddit", "spotify", "twitch", "twitter", "vimeo", "youtube"].map(
        (app) => [app, null],
      ),
    ),
    thumb_url: picture,
    url: `https://www.patreon.com/user?u=${patron.userId}`,
    vanity: null,
  };
  if (patron.emailVerified !== null) attributes["is_email_verified"] = patron.emailVerified;
  const mayReadEmail = view.scopes.includes("identity[email]") || !view.world.quirks.patreonEmailNeedsScope;
  if (mayReadEmail) attributes["email"] = emailOf(patron);
  return {
    type: "user",
    id: patron.userId,
    attributes,
    related: {
      memberships: () => membershipsOf(view, patron),
      campaign: () =>
        patron.id === creatorPersona && view.scopes.includes("campaigns") ? [campaignResource(view, campaignId)] : [],
    },
  };
}

export function memberResource(view: View, patron: Patron): Resource {
  const membership = patron.membership;
  const cents = membership?.cents ?? 0;
  const charged = membership?.lastChargeStatus != null;
  const shown = view.glitching.has(patron.id) ? [] : (membership?.tierIds ?? []);
  return {
    type: "member",
    id: patron.memberId,
    attributes: {
      campaign_lifetime_support_cents: cents * 6,
      currently_entitled_amount_cents: view.glitching.has(patron.id) ? 0 : cents,
      ...(view.scopes.includes("campaigns.members[email]") && { email: emailOf(patron) }),
      full_name: patron.name,
      is_follower: false,
      is_free_trial: membership?.isFreeTrial ?? false,
      is_gifted: membership?.isGifted ?? false,
      last_charge_date: charged ? "2026-11-01T08:14:31.000+00:00" : null,
      last_charge_status: membership?.lastChargeStatus ?? null,
      lifetime_support_cents: cents * 6,
      next_charge_date: membership?.hasNextCharge ? "2026-12-01T00:00:00.000+00:00" : null,
      note: "",
      patron_status: membership?.patronStatus ?? null,
      pledge_cadence: membership?.cadence ?? null,
      pledge_relationship_start: membership?.patronStatus == null ? null : joined,
      will_pay_amount_cents: membership?.hasNextCharge ? cents : 0,
    },
    related: {
      campaign: () => [campaignResource(view, campaignId)],
      currently_entitled_tiers: () => shown.map((id) => tierResource(view, id)),
      user: () => [userResource(view, patron)],
    },
  };
}

export function campaignResource(view: View, id: string): Resource {
  const own = id === campaignId;
  const creator = view.world.patrons.get(creatorPersona);
  return {
    type: "campaign",
    id,
    attributes: {
      created_at: joined,
      creation_name: "live music",
      currency: "EUR",
      discord_server_id: null,
      google_analytics_id: null,
      has_rss: false,
      has_sent_rss_notify: false,
      image_small_url: `${view.world.origin}/avatars/${creatorPersona}.png`,
      image_url: `${view.world.origin}/avatars/${creatorPersona}.png`,
      is_charged_immediately: true,
      is_monthly: true,
      is_nsfw: false,
      main_video_embed: null,
      main_video_url: null,
      name: own ? "Lamp Room Sessions" : "Another Stage",
      one_liner: null,
      patron_count: own ? [...view.world.patrons.values()].filter((patron) => patron.membership).length : 12,
      pay_per_name: "month",
      pledge_url: `/checkout/${id}`,
      published_at: joined,
      rss_artwork_url: null,
      rss_feed_title: null,
      show_earnings: false,
      summary: null,
      thanks_embed: null,
      thanks_msg: null,
      thanks_video_url: null,
      url: `https://www.patreon.com/user?u=${creator?.userId}`,
      vanity: null,
    },
    related: {
      creator: () => (own && creator ? [userResource(view, creator)] : []),
      tiers: () =>
        own
          ? tiers
              .filter(({ id: tierId }) => !view.world.goneTiers.has(tierId))
              .map((tier) => tierResource(view, tier.id))
          : [],
    },
  };
}

/** An id no tier has any more still answers, as a tier that was taken down. */
function tierResource(view: View, id: string): Resource {
  const tier = tiers.find((candidate) => candidate.id === id);
  const other = id === otherCampaignTierId;
  const published = (tier !== undefined && !view.world.goneTiers.has(id)) || other;
  const patrons = [...view.world.patrons.values()].filter(({ membership }) => membership?.tierIds.includes(id));
  return {
    type: "tier",
    id,
    attributes: {
      amount_cents: tier?.amountCents ?? 2500,
      created_at: joined,
      description: "",
      discord_role_ids: null,
      edited_at: joined,
      image_url: null,
      patron_count: patrons.length,
      post_count: 0,
      published,
      published_at: published ? joined : null,
      remaining: null,
      requires_shipping: false,
      title: tier?.title ?? (other ? "Front Row" : "Retired tier"),
      unpublished_at: published ? null : joined,
      url: `/checkout/${campaignId}?rid=${id}`,
      user_limit: null,
    },
    related: { campaign: () => [campaignResource(view, other ? otherCampaignId : campaignId)] },
  };
}

function membershipsOf(view: View, patron: Patron): Resource[] {
  const own = patron.membership ? [memberResource(view, patron)] : [];
  const seesAll = view.scopes.includes("identity.memberships") || !view.world.quirks.patreonOwnCampaignOnly;
  return patron.otherCampaign && seesAll ? [otherMembership(view, patron), ...own] : own;
}

/** The other campaign comes first, so that taking the first membership is noticed. */
function otherMembership(view: View, patron: Patron): Resource {
  const member = memberResource(view, patron);
  return {
    ...member,
    id: patron.memberId.replace(/^5f0c/, "a93e"),
    related: {
      ...member.related,
      campaign: () => [campaignResource(view, otherCampaignId)],
      currently_entitled_tiers: () => [tierResource(view, otherCampaignTierId)],
    },
  };
}

function emailOf(patron: Patron): string {
  return `${patron.id}@patron.example`;
}
