import { describe, expect, it } from "vitest";
import type { Entitlement, IdentityFacts } from "./entitlement.ts";
import { decidePermission } from "./permission.ts";
import { explainGuest, explainIdentity, tellOthers } from "./reasons.ts";

const now = new Date("2026-11-15T10:00:00Z");
const entitlement: Entitlement = {
  state: "entitled",
  tierIds: ["1"],
  tierLevel: null,
  tierTitle: "Your Choice",
  source: "login",
  observedAt: now,
  softUntil: new Date(now.getTime() + 1000),
  hardUntil: new Date(now.getTime() + 2000),
  firstNegativeAt: null,
  faultSince: null,
  endingSince: null,
};

it("what a member reads about themselves, the owner reads about a member", () => {
  const identities: Omit<IdentityFacts, "providerUserId">[] = [];
  for (const provider of ["patreon", "twitch"] as const) {
    const known = { provider, status: "ok" as const };
    identities.push(
      { ...known, status: "revoked", entitlement: null },
      { ...known, status: "gone", entitlement: null },
    );
    identities.push({ ...known, entitlement: null }, { ...known, entitlement });
    for (const changed of [
      { tierTitle: null, tierLevel: 1000 },
      { faultSince: now },
      { firstNegativeAt: now },
      { state: "not" as const },
      { state: "not" as const, tierLevel: 1000, tierTitle: null },
      { state: "not" as const, tierIds: [] },
      { softUntil: now, hardUntil: now },
    ])
      identities.push({ ...known, entitlement: { ...entitlement, ...changed } });
  }
  const sentences = (["Gold", null] as const).flatMap((tier) => {
    const levels = { standardName: "Member", above: [], showsLocked: false };
    const rules = { owners: [], editors: [], timeZone: "UTC", tierNames: { patreon: tier, twitch: tier }, levels };
    const guest = { invitedBy: "Anna", until: null, endedAt: now, level: null };
    const member = { disabledAt: null, role: "editor" as const, guest };
    const facts = identities.map((identity) => ({ ...identity, providerUserId: "1" }));
    const owners = [{ provider: "patreon" as const, id: "1" }];
    const ok = [{ provider: "patreon" as const, providerUserId: "1", status: "ok" as const, entitlement }];
    return [
      ...decidePermission({ ...member, identities: facts }, rules, now).reasons,
      ...decidePermission({ ...member, identities: ok }, { ...rules, owners }, now).reasons,
    ].map((reason) => tellOthers(reason).sentence);
  });
  expect(sentences).toContain("Owns this archive.");
  expect(sentences).toContain("Is an editor of this archive.");
  expect(sentences).toContain("The invitation ended on 15 November.");
  expect(sentences).toContain("Patreon: the tier (Your Choice) gives access.");
  expect(sentences).toContain("Twitch: subscribed at tier 1.");
  const told = sentences.map((sentence) => sentence.replace("Your Choice", ""));
  expect(told.filter((sentence) => /\b(you|your)\b|log in/i.test(sentence))).toEqual([]);
});

describe("the sentence about a login", () => {
  const hour = 60 * 60_000;
  const tell = (
    provider: "patreon" | "twitch",
    changed: Partial<Entitlement> | null,
    { status = "ok", tier = "Gold" }: { status?: IdentityFacts["status"]; tier?: string | null } = {},
  ) => {
    const known = changed && { ...entitlement, hardUntil: new Date(now.getTime() + 2000), ...changed };
    return explainIdentity({ provider, providerUserId: "1", status, entitlement: known }, tier, now);
  };
  const unreached = "Patreon could not be reached yet. The archive keeps trying. Please check again in a few minutes.";

  it.each([
    [
      tell("patreon", {}, { status: "revoked" }),
      "Your Patreon account is no longer connected. Log in with Patreon again.",
    ],
    [tell("twitch", {}, { status: "gone" }), "Twitch: this account no longer exists."],
    [tell("patreon", null), unreached],
    [tell("patreon", { state: "unknown" }), unreached],
    [tell("patreon", { state: "not", tierIds: [] }), "Patreon: you have no membership that includes this archive."],
    [tell("patreon", { state: "not" }), "Patreon: your tier (Your Choice) is below Gold."],
    [
      tell("patreon", { state: "not" }, { tier: null }),
      "Patreon: your tier (Your Choice) does not include this archive.",
    ],
    [tell("twitch", { state: "not", tierIds: [] }), "Twitch: not subscribed."],
    [tell("twitch", { state: "not", tierLevel: 1000 }, { tier: "2" }), "Twitch: your tier 1 is below tier 2."],
  ])("refuses: %o", (reason, sentence) => {
    expect(reason).toEqual({ provider: reason.provider, grants: false, sentence });
  });

  it.each([
    [tell("patreon", {}), "Patreon: your tier (Your Choice) gives you access."],
    [tell("patreon", { tierTitle: null }), "Patreon: your tier gives you access."],
    [tell("twitch", { tierLevel: 3000 }), "Twitch: you are subscribed at tier 3."],
    [tell("twitch", {}), "Twitch: you are subscribed at tier 1."],
    [
      tell("patreon", { firstNegativeAt: now }),
      "Patreon reports no tier for you at the moment. You keep your access while the archive checks again.",
    ],
  ])("grants: %o", (reason, sentence) => {
    expect(reason).toEqual({ provider: reason.provider, grants: true, sentence });
  });

  it.each([
    [0, "a minute"],
    [hour / 60 + 29_000, "a minute"],
    [hour / 30, "2 minutes"],
    [hour - 60_000, "59 minutes"],
    [hour, "an hour"],
    [2 * hour, "2 hours"],
    [47 * hour, "47 hours"],
    [48 * hour, "2 days"],
    [100 * hour, "4 days"],
  ])("says how old an answer is: %i ms are %s", (ms, age) => {
    const observedAt = new Date(now.getTime() - ms);
    expect(tell("patreon", { observedAt, faultSince: now })).toMatchObject({
      grants: true,
      sentence: `Patreon could not be reached. You keep your access for now, based on its answer from ${age} ago.`,
    });
    expect(tell("patreon", { observedAt, hardUntil: now })).toMatchObject({
      grants: false,
      sentence: `Patreon could not be reached. Its last answer, from ${age} ago, is too old to give access. The archive keeps trying.`,
    });
  });
});

it("an invitation ends at its end, not a moment later", () => {
  const guest = { invitedBy: "Anna", until: now, endedAt: null, level: null };
  const at = (ms: number) => explainGuest(guest, { now: new Date(now.getTime() + ms), timeZone: "UTC" });
  expect(at(-1)).toEqual({ provider: null, grants: true, sentence: "Invited by Anna until 15 November." });
  expect(at(0)).toEqual({ provider: null, grants: false, sentence: "Your invitation ended on 15 November." });
});
