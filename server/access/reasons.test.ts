import { expect, it } from "vitest";
import type { Entitlement, IdentityFacts } from "./entitlement.ts";
import { decidePermission } from "./permission.ts";
import { tellOthers } from "./reasons.ts";

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
