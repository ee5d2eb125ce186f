// Patreon's webhook sender: a member document, signed with HMAC-MD5 over the exact bytes, without a time or an id.

import { createHmac, randomUUID } from "node:crypto";
import { deliver } from "#emulator/webhooks/delivery.ts";
import type { Delivery, Webhook } from "#emulator/world/records.ts";
import { createDocument, resourceLink } from "./documents.ts";
import { campaignId, creatorPersona, type Patron } from "./personas.ts";
import { memberResource } from "./resources.ts";
import { attributes, type triggers } from "./schema.ts";
import type { World } from "#emulator/world/world.ts";

export type Trigger = (typeof triggers)[number];
export type Signature = "good" | "bad" | "none";

export async function fireMemberEvent(
  world: World,
  patron: Patron,
  { trigger, signature = "good" }: { trigger: Trigger; signature?: Signature },
): Promise<Delivery[]> {
  return fireBody(world, trigger, { body: JSON.stringify(memberDocument(world, patron)), signature });
}

/** The portal's "send test": an old shape with data.id null, for the owner's account. */
export async function fireTestEvent(
  world: World,
  trigger: Trigger,
  signature: Signature = "good",
): Promise<Delivery[]> {
  const owner = world.patrons.get(creatorPersona);
  if (owner === undefined) return [];
  const document = world.quirks.patreonTestWebhookIsV1Shaped
    ? testDocument(world, owner)
    : memberDocument(world, owner);
  return fireBody(world, trigger, { body: JSON.stringify(document), signature });
}

async function fireBody(
  world: World,
  trigger: Trigger,
  { body, signature }: { body: string; signature: Signature },
): Promise<Delivery[]> {
  const listening = [...world.webhooks.values()].filter((webhook) => webhook.triggers.includes(trigger));
  return Promise.all(
    listening.map((webhook) => deliver(world, createDelivery(world, webhook, { trigger, body, signature }))),
  );
}

function createDelivery(
  world: World,
  webhook: Webhook,
  message: { trigger: Trigger; body: string; signature: Signature },
): Delivery {
  const algorithm = world.quirks.patreonWebhookIsMd5 ? "md5" : "sha256";
  const secret = message.signature === "bad" ? `${webhook.secret}-forged` : webhook.secret;
  const signature = createHmac(algorithm, secret).update(message.body).digest("hex");
  const isKept = webhook.paused && world.quirks.patreonPausedWebhookQueues;
  return {
    id: randomUUID(),
    provider: "patreon",
    event: message.trigger,
    url: webhook.uri,
    body: message.body,
    headers: () => ({
      "user-agent": "Patreon HTTP Robot (stand-in)",
      "x-patreon-event": message.trigger,
      ...(message.signature !== "none" && { "x-patreon-signature": signature }),
    }),
    state: isKept ? "paused" : "waiting",
    attempts: [],
    nextAt: null,
    isRetried: message.signature === "good",
    settle: (_delivery, isDelivered) => {
      webhook.lastAttemptedAt = world.clock.iso();
      webhook.timesFailed = isDelivered ? 0 : webhook.timesFailed + 1;
    },
  };
}

/** Live captures (ZUL) carry these attributes; e-mail and its verification are not among the user's. */
function memberDocument(world: World, patron: Patron): object {
  const view = { world, scopes: ["campaigns.members", "campaigns.members[email]"], glitching: new Set<string>() };
  const without = (type: "user" | "campaign", ...names: string[]) =>
    new Set(attributes[type].filter((name) => !names.includes(name)));
  const document = createDocument(world, memberResource(view, patron), {
    include: [["address"], ["campaign"], ["currently_entitled_tiers"], ["user"]],
    fields: new Map([
      ["member", new Set(attributes.member)],
      ["user", without("user", "email", "is_email_verified", "can_see_nsfw")],
      ["campaign", without("campaign", "name", "currency", "show_earnings")],
      ["tier", new Set(attributes.tier)],
    ]),
  });
  return { ...document, links: { self: resourceLink(world, "member", patron.memberId) } };
}

function testDocument(world: World, owner: Patron): object {
  const campaign = { id: campaignId, type: "campaign" };
  const user = { id: owner.userId, type: "user" };
  const related = (path: string) => ({ links: { related: `${world.origin}/patreon/api/${path}` } });
  return {
    data: {
      attributes: {
        access_expires_at: null,
        campaign_currency: "EUR",
        campaign_lifetime_support_cents: 12_345,
        campaign_pledge_amount_cents: 550,
        full_name: owner.name,
        is_follower: false,
        last_charge_date: "2014-04-01T00:00:00.000+00:00",
        last_charge_status: "Paid",
        lifetime_support_cents: 12_345,
        patron_status: "active_patron",
        pledge_amount_cents: 550,
        pledge_relationship_start: "2014-03-14T00:00:00.000+00:00",
      },
      id: null,
      relationships: {
        address: { data: null },
        campaign: { data: campaign, ...related(`campaigns/${campaignId}`) },
        user: { data: user, ...related(`user/${owner.userId}`) },
      },
      type: "member",
    },
    included: [
      { attributes: { name: "Lamp Room Sessions", pledge_sum: 2_315 }, ...campaign },
      {
        attributes: {
          full_name: owner.name,
          is_deleted: false,
          is_email_verified: true,
          is_nuked: false,
          is_suspended: false,
        },
        ...user,
      },
    ],
  };
}
