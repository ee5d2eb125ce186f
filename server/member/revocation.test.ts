import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { askAbout, storeAnswer } from "./recheck.ts";
import { findIdentity } from "./sign-in/admit.ts";
import { sweepMemberships } from "./sweep.ts";

const hour = 3_600_000;
const rounds = scaled(10, 50);
const noThrottle = { quirks: { patreonThrottles: false } };

interface Fired {
  fired: { id: string; attempts: { status: number }[] }[];
}

describe.each(heavyKinds("sqlite"))("a membership that ends, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind, emulator: noThrottle });
    await settleWork(archive.parts);
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it("is refused at the next call after the webhook is processed", async () => {
    const took: Record<string, number[]> = { patreon: [], twitch: [] };
    const cases = [
      // no two real messages of Patreon are alike: charges and dates in them move on
      {
        provider: "patreon",
        persona: "patron-gold",
        off: (n: number) => ({ tier: null, name: `Off ${n}` }),
        on: (n: number) => ({ tier: "gold", name: `On ${n}` }),
      },
      { provider: "twitch", persona: "twitch-tier1", off: () => ({ tier: null }), on: () => ({ tier: "1000" }) },
    ];
    for (const { provider, persona, off, on } of cases) {
      const browser = archive.openBrowser();
      await browser.signIn(persona);
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        await archive.control(`POST personas/${persona}`, { ...off(round), fire: true });
        while ((await browser.whoAmI())?.can_view);
        took[provider]?.push(performance.now() - began);
        expect(await browser.whoAmI()).toMatchObject({ can_view: false });
        await archive.control(`POST personas/${persona}`, { ...on(round), fire: true });
        await settleWork(archive.parts);
        expect(await browser.whoAmI()).toMatchObject({ can_view: true });
      }
    }
    for (const [provider, all] of Object.entries(took)) {
      const sorted = all.toSorted((a, b) => a - b);
      publish("revocation", { webhooks: sorted.length, mostMs: sorted.at(-1) ?? 0 });
      const at = (share: number) =>
        (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
      console.log(
        `${kind}: loss of a tier at ${provider} to refusal, ${sorted.length} times: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
      );
    }
  });

  it("for one glitching moment at Patreon ends nothing", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-glitch");
    for (let read = 0; read < 3; read += 1) {
      const { body } = await browser.ask<{ user: unknown }>("POST /api/user/check");
      expect(body.user).toMatchObject({ can_view: true });
    }
  });

  it("by a grant that was taken back ends the sessions opened through it, and no others", async () => {
    const [viaTwitch, viaPatreon] = [archive.openBrowser(), archive.openBrowser()];
    await viaTwitch.signIn("patron-trial");
    await viaTwitch.signIn("twitch-revoked");
    await viaPatreon.signIn("patron-trial");
    await archive.control("POST personas/twitch-revoked/revoke", { fire: true });
    await settleWork(archive.parts);
    expect(await viaTwitch.whoAmI()).toBeNull();
    const user = await viaPatreon.whoAmI();
    expect(user).toMatchObject({
      can_view: true,
      identities: [{ state: "ok" }, { provider: "twitch", state: "revoked" }],
    });
    expect(user?.why.map(({ sentence }) => sentence)).toContain(
      "Your Twitch account is no longer connected. Log in with Twitch again.",
    );
  });

  it("comes back by itself when a tier is bought again and Check again is pressed", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-former");
    expect(await browser.whoAmI()).toMatchObject({ can_view: false });
    await archive.control("POST personas/patron-former", { tier: "gold" });
    const { body } = await browser.ask<{ user: unknown }>("POST /api/user/check");
    expect(body.user).toMatchObject({ can_view: true });
  });

  it("is noticed by the sweep when the webhook never came: Patreon at the second no, Twitch at the first", async () => {
    const [patron, viewer] = [archive.openBrowser(), archive.openBrowser()];
    await patron.signIn("patron-annual");
    await viewer.signIn("twitch-tier2");
    await archive.control("POST personas/patron-annual", { tier: "bronze" });
    await archive.control("POST personas/twitch-tier2", { tier: null });
    archive.advance(7 * hour);
    expect(await sweepMemberships(archive.parts)).toMatchObject({ stopped: false });
    expect(await viewer.whoAmI()).toMatchObject({ can_view: false });
    expect(await patron.whoAmI()).toMatchObject({ can_view: true });
    archive.advance(hour / 2);
    await sweepMemberships(archive.parts);
    expect(await patron.whoAmI()).toMatchObject({
      can_view: false,
      why: [{ sentence: "Patreon: your tier (Bronze) is below Gold." }],
    });
    const audit = await archive.parts.db
      .selectFrom("audit")
      .selectAll()
      .where("kind", "=", "permission-changed")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(audit?.detail).toMatchObject({ old: { can_view: true }, new: { can_view: false }, why: "sweep" });
  });
});

describe.each(heavyKinds("sqlite"))("a message of a provider, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind, emulator: noThrottle });
    await settleWork(archive.parts);
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  const fire = async (order: object) =>
    ((await archive.control("POST fire", order)) as Fired).fired.map(({ id, attempts }) => ({
      id,
      status: attempts.at(-1)?.status,
    }));
  const countHints = async () => (await archive.parts.db.selectFrom("webhook_seen").selectAll().execute()).length;

  it("that is forged is refused and changes nothing", async () => {
    const before = await countHints();
    const forged = [
      ...(await fire({ event: "members:pledge:delete", persona: "patron-gold", signature: "bad" })),
      ...(await fire({ event: "channel.subscription.end", persona: "twitch-tier1", signature: "bad" })),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 403]);
    expect(await countHints()).toBe(before);
  });

  it("that is replayed over and over gets its 2xx and asks the provider at most twice a second", async () => {
    await archive.openBrowser().signIn("patron-gold");
    await archive.openBrowser().signIn("twitch-tier1");
    const [patreon] = await fire({ event: "members:update", persona: "patron-gold" });
    const [twitch] = await fire({ event: "channel.subscribe", persona: "twitch-tier1" });
    const before = await countHints();
    const countWork = async () =>
      (await archive.parts.db.selectFrom("job").select("id").where("kind", "=", "recheck").execute()).length;
    const asked = await countWork();
    const began = performance.now();
    for (let n = 0; n < 20; n += 1) {
      const again = [...(await fire({ replay: patreon?.id })), ...(await fire({ replay: twitch?.id }))];
      expect(again.map(({ status }) => status)).toEqual([204, 204]);
    }
    expect(await countHints()).toBe(before);
    expect((await countWork()) - asked).toBeLessThanOrEqual(1 + (performance.now() - began) / 500);
  });

  it("that is older than ten minutes is not used", async () => {
    const before = await countHints();
    const [old] = await fire({ event: "channel.subscription.end", persona: "twitch-tier1", ageMs: 11 * 60_000 });
    expect([old?.status, await countHints()]).toEqual([204, before]);
  });

  it("from the portal's Send test button is accepted and means nothing", async () => {
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    await settleWork(archive.parts);
    const known = await owner.whoAmI();
    const { db } = archive.parts;
    const ownerId = /patreon:(\d+)/.exec(archive.emulator.settings["OWNERS"] ?? "")?.[1] ?? "";
    const identity = await findIdentity(db, "patreon", ownerId);
    if (!identity) throw new Error("the owner is not known");
    const readEntitlement = () =>
      db.selectFrom("entitlement").selectAll().where("identity_id", "=", identity.id).executeTakeFirstOrThrow();
    const countRechecks = async () =>
      (await db.selectFrom("job").select("id").where("key", "like", `${identity.id} %`).execute()).length;
    const [rechecks, entitlement] = [await countRechecks(), await readEntitlement()];
    const [test] = await fire({ event: "members:create", test: true });
    expect(test?.status).toBe(204);
    expect(await countRechecks(), "the owner, whom the test message names, is not asked about").toBe(rechecks);
    expect(await readEntitlement()).toEqual(entitlement);
    expect(await owner.whoAmI()).toEqual(known);
  });

  it("that lies is not believed: the truth is fetched", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-gold");
    await fire({ event: "members:pledge:delete", persona: "patron-gold" });
    await settleWork(archive.parts);
    expect(await browser.whoAmI()).toMatchObject({ can_view: true });
    const stranger = archive.openBrowser();
    await stranger.signIn("patron-never");
    await fire({ event: "members:pledge:create", persona: "patron-never" });
    await settleWork(archive.parts);
    expect(await stranger.whoAmI()).toMatchObject({ can_view: false });
  });
});

describe("an answer that was overtaken", () => {
  it("neither restores access nor ends the access of somebody who has just logged in", async () => {
    await using archive = await openTestArchive({ emulator: noThrottle });
    const { db } = archive.parts;
    const browser = archive.openBrowser();
    await browser.signIn("twitch-tier1");
    const [identity] = await db.selectFrom("identity").selectAll().execute();
    if (!identity) throw new Error("nobody is there");
    const asked = await askAbout(archive.parts, identity);
    await archive.control("POST personas/twitch-tier1", { tier: null, fire: true });
    await settleWork(archive.parts);
    await storeAnswer(archive.parts, identity, "sweep", asked);
    expect(await browser.whoAmI()).toMatchObject({ can_view: false });

    await archive.control("POST personas/twitch-tier1", { tier: "1000" });
    await archive.control("POST personas/twitch-tier1/revoke", {});
    const refused = await askAbout(archive.parts, identity);
    expect(refused.answer).toBe("grant-revoked");
    await browser.signIn("twitch-tier1");
    await storeAnswer(archive.parts, identity, "poll", refused);
    expect(await browser.whoAmI()).toMatchObject({ can_view: true });
  });
});

describe("many losing access at once", () => {
  it("is not believed: nothing changes, neither by the sweep nor by a visit, and the owner is told", async () => {
    await using archive = await openTestArchive({ emulator: noThrottle });
    const gold = [
      "patron-gold",
      "patron-annual",
      "patron-gifted",
      "patron-trial",
      "patron-multi",
      "patron-cancelled-paid",
      "patron-glitch",
    ];
    const browsers = gold.map(() => archive.openBrowser());
    for (const [index, persona] of gold.entries()) await browsers[index]?.signIn(persona);
    for (const persona of gold) await archive.control(`POST personas/${persona}`, { tier: null });
    archive.advance(7 * hour);
    await sweepMemberships(archive.parts);
    archive.advance(hour);
    expect(await sweepMemberships(archive.parts)).toMatchObject({
      asked: gold.length,
      lost: gold.length,
      stopped: true,
    });
    for (const browser of browsers) expect(await browser.whoAmI()).toMatchObject({ can_view: true });
    archive.advance(2 * hour);
    for (const browser of browsers) await browser.whoAmI();
    await settleWork(archive.parts);
    const left = await Promise.all(browsers.map(async (browser) => (await browser.whoAmI())?.can_view));
    expect(left.filter((canView) => !canView).length).toBeLessThanOrEqual(5);
    const alarm = await archive.parts.db
      .selectFrom("audit")
      .selectAll()
      .where("kind", "=", "mass-revocation-stopped")
      .execute();
    expect(alarm.length).toBeGreaterThanOrEqual(1);
  });
});
