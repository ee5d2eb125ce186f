import { describe, expect, it } from "vitest";
import { faultKinds, type FaultKind } from "#emulator/faults/fault-kinds.ts";
import { providers, type Provider } from "#contract/member.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";

const hour = 3_600_000;
const people: Record<Provider, { member: string; stranger: string; event: string }> = {
  patreon: { member: "patron-gold", stranger: "patron-never", event: "members:update" },
  twitch: { member: "twitch-tier1", stranger: "twitch-never", event: "channel.subscribe" },
};
const routes: Record<Provider, { token: string; person: string; membership: string }> = {
  patreon: {
    token: "* /patreon/api/oauth2/token",
    person: "* /patreon/api/oauth2/v2",
    membership: "* /patreon/api/oauth2/v2",
  },
  twitch: {
    token: "* /twitch-id/oauth2/token",
    person: "* /twitch-api/helix/users",
    membership: "* /twitch-api/helix/subscriptions",
  },
};

/** Every fault in every phase takes a minute: the short form has each fault once, and the providers take turns. */
const some = (provider: Provider, phase: number): FaultKind[] =>
  faultKinds.filter((_, n) => isWhole || (n % 3 === phase && n % 2 === providers.indexOf(provider)));
const isWhole = scaled(0, 1) === 1;

/** 12 faults x 2 providers x 3 phases: nobody is locked out who may come in, nobody comes in who may not. */
describe.concurrent.each(providers)("while %s is at fault", (provider) => {
  it.concurrent.each(some(provider, 0))("by %s, at sign-in", async (kind) => {
    await using cell = await openCell(provider);
    const { member, stranger } = people[provider];
    for (const [persona, route] of [
      [member, routes[provider].token],
      [stranger, routes[provider].person],
    ] as const) {
      await cell.fault(route, kind);
      const browser = cell.archive.openBrowser();
      expect(await browser.signIn(persona)).toBe("/?problem=provider-unavailable");
      expect(await browser.whoAmI()).toBeNull();
      await cell.expectTruth();
      await cell.clear();
    }
    const again = cell.archive.openBrowser();
    expect(await again.signIn(member)).toBe("/");
    expect(await again.whoAmI()).toMatchObject({ can_view: true });
    publish("providers", { cells: 1 });
  });

  it.concurrent.each(some(provider, 1))("by %s, at a re-check", async (kind) => {
    await using cell = await openCell(provider);
    await cell.fault(routes[provider].membership, kind);
    cell.archive.advance(7 * hour);
    await cell.expectTruth();
    await settleWork(cell.archive.parts);
    const user = await cell.expectTruth();
    expect(user?.why[0]?.sentence).toMatch(
      /^(Patreon|Twitch) could not be reached\. You keep your access for now, based on its answer from 7 hours ago\.$/,
    );
    await cell.clear();
    expect(await cell.checkAgain()).toMatchObject({
      can_view: true,
      why: [{ sentence: expect.not.stringContaining("Could not") }],
    });
    publish("providers", { cells: 1 });
  });

  it.concurrent.each(some(provider, 2))("by %s, at a webhook", async (kind) => {
    await using cell = await openCell(provider);
    await cell.fault(routes[provider].membership, kind);
    const { member, stranger, event } = people[provider];
    for (const persona of [member, stranger]) await cell.archive.control("POST fire", { event, persona });
    await settleWork(cell.archive.parts);
    await cell.expectTruth();
    await cell.clear();
    expect(await cell.checkAgain()).toMatchObject({ can_view: true });
    publish("providers", { cells: 1 });
  });
});

/** An archive in which a member and a stranger are signed in, and Twitch's events are subscribed to. */
async function openCell(provider: Provider) {
  const archive: TestArchive = await openTestArchive();
  const [member, stranger] = [archive.openBrowser(), archive.openBrowser()];
  await member.signIn(people[provider].member);
  await stranger.signIn(people[provider].stranger);
  await settleWork(archive.parts);
  return {
    archive,
    fault: (route: string, kind: FaultKind) => archive.control("POST faults", { route, kind }),
    clear: () => archive.control("DELETE faults"),
    async checkAgain() {
      const { body } = await member.ask<{ user: unknown }>("POST /api/user/check");
      return body.user;
    },
    async expectTruth() {
      const user = await member.whoAmI();
      expect(user, "the member is locked out").toMatchObject({ can_view: true });
      expect(await stranger.whoAmI(), "the stranger is let in").toMatchObject({ can_view: false, can_edit: false });
      return user;
    },
    [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
  };
}
