import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { providers, type Provider } from "#contract/member.ts";
import {
  nextEntitlement,
  withdrawnEntitlement,
  type Entitlement,
  type IdentityFacts,
  type Membership,
  type Source,
} from "./entitlement.ts";
import { nameLevel } from "./levels.ts";
import { decidePermission, type MemberFacts, type Rules } from "./permission.ts";

const hour = 3_600_000;
const start = Date.parse("2026-05-01T00:00:00Z");
const graceMs = 24 * hour;
const rules: Rules = {
  owners: [{ provider: "patreon", id: "1" }],
  editors: [{ provider: "twitch", id: "2" }],
  timeZone: "Europe/Berlin",
  tierNames: { patreon: "Gold", twitch: "1" },
  levels: {
    standardName: "Member",
    above: [
      { id: "silver", name: "Silver", patreonTierIds: ["10"], twitchTier: 2000 },
      { id: "gold", name: "Gold", patreonTierIds: ["11", "12"], twitchTier: null },
    ],
    showsLocked: true,
  },
};
const at = (ms: number) => new Date(start + ms);
const membership = (isEntitled: boolean): Membership => ({
  isEntitled,
  tierIds: isEntitled ? ["9"] : [],
  tierLevel: null,
  tierTitle: null,
});
const observe = (
  previous: Entitlement | null,
  provider: Provider,
  source: Source,
  ms: number,
  isEntitled: boolean | null,
) =>
  nextEntitlement(previous, {
    provider,
    source,
    at: at(ms),
    graceMs,
    membership: isEntitled === null ? null : membership(isEntitled),
  });

const anyDate = fc.integer({ min: 0, max: 100 * hour }).map(at);
const anyEntitlement: fc.Arbitrary<Entitlement> = fc.record({
  state: fc.constantFrom("entitled", "not", "unknown"),
  tierIds: fc.array(fc.constantFrom("9", "10", "11")),
  tierLevel: fc.constantFrom(null, 1000, 2000, 3000),
  tierTitle: fc.constantFrom(null, "Gold", "Bronze"),
  source: fc.constantFrom("login", "check", "poll", "sweep", "push"),
  observedAt: anyDate,
  softUntil: anyDate,
  hardUntil: fc.option(anyDate),
  firstNegativeAt: fc.option(anyDate),
  faultSince: fc.option(anyDate),
  endingSince: fc.option(anyDate),
});
const anyIdentity: fc.Arbitrary<IdentityFacts> = fc.record({
  provider: fc.constantFrom(...providers),
  providerUserId: fc.constantFrom("1", "2", "3"),
  status: fc.constantFrom("ok", "revoked", "gone"),
  entitlement: fc.option(anyEntitlement),
});
const anyMember: fc.Arbitrary<MemberFacts> = fc.record({
  disabledAt: fc.option(anyDate),
  role: fc.constantFrom(null, "editor", "owner"),
  guest: fc.option(
    fc.record({
      invitedBy: fc.constantFrom(null, "Anna"),
      until: fc.option(anyDate),
      endedAt: fc.option(anyDate),
      level: fc.constantFrom(null, "silver", "gold", "a removed level"),
    }),
  ),
  identities: fc.array(anyIdentity, { maxLength: 3 }),
});

describe("who may see and do what", () => {
  it("is exactly the declared rule, for any member at any time", () => {
    fc.assert(
      fc.property(anyMember, anyDate, (member, now) => {
        const { canView, canEdit, isOwner } = decidePermission(member, rules, now);
        const ok = member.identities.filter(({ status }) => status === "ok");
        const owns = ok.some((i) => i.provider === "patreon" && i.providerUserId === "1");
        const listed = ok.some((i) => i.provider === "twitch" && i.providerUserId === "2");
        const live = ok.some(
          ({ entitlement: e }) =>
            e?.state === "entitled" && e.hardUntil !== null && now.getTime() < e.hardUntil.getTime(),
        );
        const { guest } = member;
        const invited =
          guest !== null && guest.endedAt === null && (guest.until?.getTime() ?? Infinity) > now.getTime();
        const enabled = member.disabledAt === null;
        expect(isOwner).toBe(enabled && (owns || member.role === "owner"));
        expect(canEdit).toBe(enabled && (owns || listed || member.role !== null));
        expect(canView).toBe(enabled && (canEdit || live || invited));
      }),
      { numRuns: 2000 },
    );
  });

  it("always comes with a reason that says the same", () => {
    fc.assert(
      fc.property(anyMember, anyDate, (member, now) => {
        const { canView, reasons } = decidePermission(member, rules, now);
        expect(reasons.some(({ grants }) => grants)).toBe(canView);
        for (const { sentence } of reasons) expect(sentence).toMatch(/^[A-Z].*[.]$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("levels", () => {
  it("each tier and invitation counts for its level and all below; editors have all; without access there is none", () => {
    fc.assert(
      fc.property(anyMember, anyDate, (member, now) => {
        const { canView, canEdit, levels, seesLocked } = decidePermission(member, rules, now);
        const live = member.identities.filter(
          ({ status, entitlement: e }) =>
            status === "ok" && e?.state === "entitled" && e.hardUntil && now < e.hardUntil,
        );
        const hasTier = (provider: Provider, test: (e: Entitlement) => boolean) =>
          live.some((identity) => identity.provider === provider && identity.entitlement && test(identity.entitlement));
        const { guest } = member;
        const invitedTo = guest && !guest.endedAt && !(guest.until && guest.until <= now) ? guest.level : null;
        const isGold =
          canEdit || (canView && (hasTier("patreon", (e) => e.tierIds.includes("11")) || invitedTo === "gold"));
        const isSilver =
          isGold ||
          (canView &&
            (hasTier("patreon", (e) => e.tierIds.includes("10")) ||
              hasTier("twitch", (e) => (e.tierLevel ?? 0) >= 2000) ||
              invitedTo === "silver"));
        expect(levels).toEqual([...(isSilver ? ["silver"] : []), ...(isGold ? ["gold"] : [])]);
        expect(seesLocked).toBe(canView && !isGold);
      }),
      { numRuns: 2000 },
    );
  });

  it("are named as the owner named them; one that was removed has only its id", () => {
    expect(nameLevel(null, rules.levels)).toBe("Member");
    expect(nameLevel("gold", rules.levels)).toBe("Gold");
    expect(nameLevel("removed", rules.levels)).toBe("removed");
  });

  it("a member whose provider does not answer keeps the level until the grace is over", () => {
    const yes = nextEntitlement(null, {
      ...{ provider: "patreon", source: "login", at: at(0), graceMs },
      membership: { isEntitled: true, tierIds: ["9", "11"], tierLevel: null, tierTitle: "Gold" },
    });
    const down = observe(observe(yes, "patreon", "poll", 7 * hour, null), "patreon", "poll", 8 * hour, false);
    const identities = [
      { provider: "patreon" as const, providerUserId: "3", status: "ok" as const, entitlement: down },
    ];
    const levelsAt = (ms: number) =>
      decidePermission({ disabledAt: null, role: null, guest: null, identities }, rules, at(ms)).levels;
    expect(levelsAt(graceMs - 1)).toEqual(["silver", "gold"]);
    expect(levelsAt(graceMs)).toEqual([]);
  });
});

describe("a guest", () => {
  const because = (guest: MemberFacts["guest"]) =>
    decidePermission({ disabledAt: null, role: null, guest, identities: [] }, rules, at(0)).reasons[0]?.sentence;

  it("reads who invited them and until which day, as it is where the archive is", () => {
    // in Berlin it is already the third of May
    const until = new Date("2026-05-02T22:30:00Z");
    expect(because({ invitedBy: "Anna", until, endedAt: null, level: null })).toBe("Invited by Anna until 3 May.");
    const later = new Date("2027-05-02T22:30:00Z");
    expect(because({ invitedBy: "Anna", until: later, endedAt: null, level: null })).toBe(
      "Invited by Anna until 3 May 2027.",
    );
    expect(because({ invitedBy: null, until: null, endedAt: null, level: null })).toBe("Invited by a former member.");
    expect(because({ invitedBy: "Anna", until, endedAt: at(-hour), level: null })).toBe(
      "Your invitation ended on 1 May.",
    );
  });
});

describe("what a provider's answer changes", () => {
  it("an answer that cannot be believed never gives and never takes access", () => {
    fc.assert(
      fc.property(fc.option(anyEntitlement), fc.constantFrom(...providers), anyDate, (previous, provider, now) => {
        const next = nextEntitlement(previous, { provider, source: "poll", at: now, membership: null, graceMs });
        expect(next.state).toBe(previous?.state ?? "unknown");
        expect(next.hardUntil).toEqual(previous?.hardUntil ?? null);
      }),
    );
  });

  it("a yes counts until the grace is over, however long the provider stays away", () => {
    const yes = observe(null, "patreon", "login", 0, true);
    const down = observe(observe(yes, "patreon", "poll", 7 * hour, null), "patreon", "poll", 20 * hour, null);
    const view = (ms: number) =>
      decidePermission(
        {
          disabledAt: null,
          role: null,
          guest: null,
          identities: [{ provider: "patreon", providerUserId: "3", status: "ok", entitlement: down }],
        },
        rules,
        at(ms),
      );
    expect(view(graceMs - 1)).toMatchObject({
      canView: true,
      reasons: [
        {
          sentence:
            "Patreon could not be reached. You keep your access for now, based on its answer from 24 hours ago.",
        },
      ],
    });
    expect(view(graceMs)).toMatchObject({ canView: false });
  });

  it("one no of Patreon is asked again after 15 minutes; the second ends access", () => {
    const yes = observe(null, "patreon", "login", 0, true);
    const first = observe(yes, "patreon", "poll", hour, false);
    expect(first).toMatchObject({ state: "entitled", softUntil: at(hour + 15 * 60_000) });
    expect(observe(first, "patreon", "check", hour + 60_000, false).state).toBe("entitled");
    expect(observe(first, "patreon", "poll", hour + 15 * 60_000, false).state).toBe("not");
    expect(observe(first, "patreon", "poll", 2 * hour, true)).toMatchObject({
      state: "entitled",
      firstNegativeAt: null,
    });
  });

  it("a no after Patreon told us of a change counts at once, and so does any no of Twitch", () => {
    expect(observe(observe(null, "patreon", "login", 0, true), "patreon", "push", hour, false).state).toBe("not");
    expect(observe(observe(null, "twitch", "login", 0, true), "twitch", "poll", hour, false).state).toBe("not");
  });

  it('a "no" for somebody who had no access is believed at once', () => {
    expect(observe(null, "patreon", "login", 0, false).state).toBe("not");
    const stale = observe(null, "patreon", "login", 0, true);
    expect(observe(stale, "patreon", "login", graceMs, false).state).toBe("not");
  });

  it("each provider is asked again in its own time, and one that did not answer after five minutes", () => {
    expect(observe(null, "patreon", "login", 0, true).softUntil).toEqual(at(6 * hour));
    expect(observe(null, "twitch", "login", 0, true).softUntil).toEqual(at(hour));
    expect(observe(null, "twitch", "login", 0, null)).toEqual({
      ...{ state: "unknown", tierIds: [], tierLevel: null, tierTitle: null, source: "login" },
      ...{ observedAt: at(0), softUntil: at(hour / 12), hardUntil: null },
      ...{ firstNegativeAt: null, faultSince: at(0), endingSince: null },
    });
  });

  it("a membership that ends soon is known since its first such answer", () => {
    const tell = (previous: Entitlement | null, ms: number, more: Partial<Membership>) =>
      nextEntitlement(previous, {
        ...{ provider: "patreon", source: "push", at: at(ms), graceMs },
        membership: { ...membership(true), ...more },
      }).endingSince;
    expect(tell(null, 0, {})).toBeNull();
    expect(tell(null, 0, { isEnding: true })).toEqual(at(0));
    const ending = { ...observe(null, "patreon", "login", 0, true), endingSince: at(0) };
    expect(tell(ending, hour, { isEnding: true })).toEqual(at(0));
    expect(tell(ending, hour, { isEnding: false })).toBeNull();
    expect(tell(ending, hour, { isEntitled: false, isEnding: true })).toBeNull();
  });

  it("who disconnects us has no access, and is not asked about again", () => {
    expect(withdrawnEntitlement(at(0))).toEqual({
      ...{ state: "not", tierIds: [], tierLevel: null, tierTitle: null, source: "poll" },
      ...{ observedAt: at(0), softUntil: new Date("9999-01-01T00:00:00Z"), hardUntil: null },
      ...{ firstNegativeAt: null, faultSince: null, endingSince: null },
    });
  });
});
