// One check per Patreon quirk: it holds while the quirk is on and breaks when it is off.

import { createHmac } from "node:crypto";
import { request } from "node:http";
import { expect } from "vitest";
import type { Emulator } from "#emulator/emulator.ts";
import type { QuirkName } from "#emulator/world/quirks.ts";
import {
  authorize,
  control,
  getIdentity,
  getPatreon,
  postToken,
  signIn,
  startReceiver,
  until,
  type Json,
} from "./testing.ts";

export type Check = (emulator: Emulator) => Promise<void>;
type PatreonQuirk = Extract<QuirkName, `patreon${string}`>;

const creator = (emulator: Emulator) => emulator.settings["PATREON_CREATOR_TOKEN"] ?? "";

export const patreonChecks: Record<PatreonQuirk, Check> = {
  async patreonUserAgentRequired(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    const status = await getWithoutUserAgent(
      `${emulator.settings["PATREON_ORIGIN"]}/api/oauth2/v2/identity`,
      access_token,
    );
    expect(status).toBe(403);
  },
  async patreonDefaultScopeIsIdentity(emulator) {
    expect((await signIn(emulator, "patron-gold")).scope).toBe("identity");
  },
  async patreonCommaScopesIgnored(emulator) {
    expect((await signIn(emulator, "patron-gold", { scope: "identity,campaigns" })).scope).toBe("identity");
  },
  async patreonScopesUnite(emulator) {
    await signIn(emulator, "patron-gold", { scope: "identity identity[email]" });
    expect((await signIn(emulator, "patron-gold")).scope).toBe("identity identity[email]");
  },
  async patreonOwnerGetsAllScopes(emulator) {
    expect((await signIn(emulator, "patron-owner")).scope).toContain("w:campaigns.webhook");
  },
  async patreonScopeIsString(emulator) {
    expect((await signIn(emulator, "patron-gold")).scope).toBeTypeOf("string");
  },
  async patreonInvalidGrantIs401(emulator) {
    const answer = await postToken(emulator, "patreon", { grant_type: "authorization_code", code: "made-up" });
    expect([answer.status, await answer.json()]).toEqual([401, { error: "invalid_grant" }]);
  },
  async patreonRefreshRotates(emulator) {
    const { refresh_token } = await signIn(emulator, "patron-gold");
    const form = { grant_type: "refresh_token", refresh_token };
    const pair: Json = await (await postToken(emulator, "patreon", form)).json();
    expect(pair.refresh_token).not.toBe(refresh_token);
    expect((await postToken(emulator, "patreon", form)).status).toBe(401);
  },
  async patreonStateNoneWhenMissing(emulator) {
    const back = await authorize(emulator, "patreon", { persona: "patron-gold", state: "" });
    expect(back.searchParams.get("state")).toBe("None");
  },
  async patreonOnlyAskedFields(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    const { data }: Json = await (await getPatreon(emulator, access_token, "identity")).json();
    expect(data.attributes).toEqual({});
  },
  async patreonUnknownFieldIs400(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    const queries: Record<string, string>[] = [{ "fields[user]": "is_suspended" }, { include: "campaigns" }];
    for (const query of queries) {
      const answer = await getPatreon(emulator, access_token, "identity", query);
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as Json).errors[0].code_name).toBe("ParameterInvalidOnType");
    }
  },
  async patreonBracketsMustBeEncoded(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    expect((await getPatreon(emulator, access_token, "identity?fields[user]=full_name")).status).toBe(400);
  },
  async patreonOwnCampaignOnly(emulator) {
    await control(emulator, "POST /personas/patron-gold", { otherCampaign: true });
    const { access_token } = await signIn(emulator, "patron-gold");
    const { data }: Json = await (await getIdentity(emulator, access_token)).json();
    expect(data.relationships.memberships.data).toHaveLength(1);
  },
  async patreonNoIncludedWhenEmpty(emulator) {
    const { access_token } = await signIn(emulator, "patron-never");
    expect(await (await getIdentity(emulator, access_token)).json()).not.toHaveProperty("included");
  },
  async patreonScopeMissingIs401(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    expect((await getPatreon(emulator, access_token, "campaigns")).status).toBe(401);
  },
  async patreonV1Gone(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    const address = `${emulator.settings["PATREON_ORIGIN"]}/api/oauth2/api/current_user`;
    expect((await fetch(address, { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(410);
  },
  async patreonThrottles(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    let answer = await getIdentity(emulator, access_token);
    for (let call = 0; call < 100 && answer.status === 200; call += 1)
      answer = await getIdentity(emulator, access_token);
    expect(answer.status).toBe(429);
    const { errors }: Json = await answer.json();
    expect(errors[0].code_name).toBe("RequestThrottled");
    expect(answer.headers.get("retry-after")).toBe(String(errors[0].retry_after_seconds));
  },
  async patreonEmailNeedsScope(emulator) {
    const { access_token } = await signIn(emulator, "patron-gold");
    const answer = await getPatreon(emulator, access_token, "identity", { "fields[user]": "full_name,email" });
    expect(((await answer.json()) as Json).data.attributes).not.toHaveProperty("email");
  },
  async patreonWebhookIsMd5(emulator) {
    await withWebhook(emulator, async ({ secret, received }) => {
      await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold" });
      const { headers, body } = await until("a webhook", () => received[0]);
      expect(headers["x-patreon-signature"]).toBe(createHmac("md5", secret).update(body).digest("hex"));
    });
  },
  async patreonTestWebhookIsV1Shaped(emulator) {
    await withWebhook(emulator, async ({ received }) => {
      await control(emulator, "POST /fire", { event: "members:update", test: true });
      const { body } = await until("a webhook", () => received[0]);
      expect(JSON.parse(body).data.id).toBeNull();
    });
  },
  async patreonPausedWebhookQueues(emulator) {
    await withWebhook(emulator, async ({ id, received }) => {
      await changeWebhook(emulator, "PATCH", id, { paused: true });
      await control(emulator, "POST /fire", { event: "members:update", persona: "patron-gold" });
      expect(received).toHaveLength(0);
      await changeWebhook(emulator, "PATCH", id, { paused: false });
      await until("the kept webhook", () => received[0]);
    });
  },
};

type TestWebhook = { id: string; secret: string; received: { headers: Json; body: string }[] };

export async function withWebhook(emulator: Emulator, test: (webhook: TestWebhook) => Promise<void>): Promise<void> {
  const receiver = await startReceiver();
  try {
    const attributes = { uri: `${receiver.origin}/hook`, triggers: ["members:update", "members:pledge:delete"] };
    const { data } = await changeWebhook(emulator, "POST", "", attributes);
    await test({ id: data.id, secret: data.attributes.secret, received: receiver.received });
  } finally {
    await receiver.close();
  }
}

export async function changeWebhook(emulator: Emulator, method: string, id: string, attributes: object): Promise<Json> {
  const answer = await fetch(`${emulator.settings["PATREON_ORIGIN"]}/api/oauth2/v2/webhooks${id && `/${id}`}`, {
    method,
    headers: { authorization: `Bearer ${creator(emulator)}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { type: "webhook", attributes } }),
  });
  return answer.json();
}

/** node:http sends no User-Agent of its own, unlike fetch. */
async function getWithoutUserAgent(address: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(address, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on("error", reject);
    call.end();
  });
}
