// Decides who may see and do what, from stored facts alone. Pure; every decision comes with its reasons.
import type { Provider, Reason } from "#contract/member.ts";
import { isLive, type IdentityFacts } from "./entitlement.ts";
import { isLiveGuest, type GuestFacts } from "./guest.ts";
import { rankOfId, rankOfTiers } from "./levels.ts";
import type { LevelRules } from "#server/config.ts";
import { explainGuest, explainIdentity } from "./reasons.ts";
import { words } from "./words.ts";

export interface MemberFacts {
  disabledAt: Date | null;
  /** Given by the owner in the archive itself. */
  role: "editor" | "owner" | null;
  guest: GuestFacts | null;
  identities: readonly IdentityFacts[];
}

export interface Rules {
  owners: readonly { provider: Provider; id: string }[];
  editors: readonly { provider: Provider; id: string }[];
  /** The time zone of the days in the sentences. */
  timeZone: string;
  /** The name of the required tier, for the sentences. */
  tierNames: Record<Provider, string | null>;
  levels: LevelRules;
}

export interface Permission {
  canView: boolean;
  canEdit: boolean;
  isOwner: boolean;
  /** The ids of the levels above the standard that they have, rising; without view permission none. */
  levels: readonly string[];
  /** They get locked cards in place of what they may not watch. */
  seesLocked: boolean;
  reasons: Reason[];
}

const noPermission: Permission = {
  canView: false,
  canEdit: false,
  isOwner: false,
  levels: [],
  seesLocked: false,
  reasons: [],
};

export function decidePermission(member: MemberFacts, rules: Rules, now: Date): Permission {
  if (member.disabledAt) {
    return { ...noPermission, reasons: [{ provider: null, grants: false, sentence: words.disabled }] };
  }
  const isListed = (list: Rules["owners"]) =>
    member.identities.some(
      ({ provider, providerUserId, status }) =>
        status === "ok" && list.some((entry) => entry.provider === provider && entry.id === providerUserId),
    );
  const isOwner = member.role === "owner" || isListed(rules.owners);
  const canEdit = isOwner || member.role === "editor" || isListed(rules.editors);
  const { above, showsLocked } = rules.levels;
  const rank = canEdit ? above.length : Math.max(...listRanks(member, rules.levels, now));
  return {
    canView: rank >= 0,
    canEdit,
    isOwner,
    levels: above.slice(0, Math.max(rank, 0)).map(({ id }) => id),
    seesLocked: showsLocked && rank >= 0 && rank < above.length,
    reasons: [
      ...(isOwner ? [{ provider: null, grants: true, sentence: words.owner }] : []),
      ...(canEdit && !isOwner ? [{ provider: null, grants: true, sentence: words.editor }] : []),
      ...(member.guest ? [explainGuest(member.guest, { now, timeZone: rules.timeZone })] : []),
      ...member.identities.map((identity) => explainIdentity(identity, rules.tierNames[identity.provider], now)),
    ],
  };
}

/** What each membership and the invitation is worth; -1 is no access. */
function listRanks({ guest, identities }: MemberFacts, { above }: LevelRules, now: Date): number[] {
  const live = identities.flatMap(({ provider, status, entitlement }) =>
    status === "ok" && entitlement && isLive(entitlement, now) ? [{ ...entitlement, provider }] : [],
  );
  return [
    -1,
    ...(guest && isLiveGuest(guest, now) ? [rankOfId(guest.level, above)] : []),
    ...live.map((tiers) => rankOfTiers(tiers, above)),
  ];
}
