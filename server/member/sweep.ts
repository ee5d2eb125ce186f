// Checks all memberships that are due: with the creator's list if there is one, else member by member.
// If a sweep would end access for many at once, it changes nothing and reports it: that is probably a fault.
import type { Provider } from "#contract/member.ts";
import type { Membership } from "#server/access/entitlement.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { readWithCreatorToken } from "#server/member/granted/creator-token.ts";
import { isMassLoss } from "./mass-loss.ts";
import type { Identity } from "./membership.ts";
import { askAbout, storeAnswer, wouldLose, type Asked } from "./recheck.ts";
import { forget } from "./unsettled.ts";

const mostPerRun = 500;
const atOnce = 4;
const faultsInARow = 4;
const putOffMs = 3_600_000;
const noMembership: Membership = { isEntitled: false, tierIds: [], tierLevel: null, tierTitle: null };

interface SweepReport {
  asked: number;
  lost: number;
  stopped: boolean;
}

export async function sweepMemberships(parts: Parts): Promise<SweepReport> {
  const due = await listDue(parts);
  const answers = await askAll(parts, due);
  const losing = new Set<Identity>();
  for (const [identity, asked] of answers) if (await wouldLose(parts, identity, asked)) losing.add(identity);
  const stopped = losing.size > 0 && (await isMassLoss(parts, { losing: losing.size }));
  for (const [identity, asked] of answers) {
    if (stopped && losing.has(identity)) await putOff(parts, identity);
    else await storeAnswer(parts, identity, "sweep", asked);
  }
  return { asked: answers.size, lost: losing.size, stopped };
}

/** A provider that fails several times in a row is not asked again in this round. */
async function askAll(parts: Parts, due: readonly Identity[]): Promise<Map<Identity, Asked>> {
  const askedAt = parts.clock.now();
  const campaign = due.some(({ provider }) => provider === "patreon") ? await readCampaignOrNull(parts) : null;
  const answers = new Map<Identity, Asked>();
  const faults: Record<Provider, number> = { patreon: 0, twitch: 0 };
  await inTurns(due, async (identity) => {
    const { provider } = identity;
    if (provider === "patreon" && campaign) {
      answers.set(identity, { answer: campaign.get(identity.provider_user_id) ?? noMembership, askedAt });
    } else if (faults[provider] < faultsInARow) {
      const asked = await askAbout(parts, identity);
      faults[provider] = asked.answer === null ? faults[provider] + 1 : 0;
      answers.set(identity, asked);
    }
  });
  return answers;
}

/** Checked again in an hour; until then the last known state counts, within its grace period. */
async function putOff({ db, clock }: Parts, { id }: Identity): Promise<void> {
  const soft_until = new Date(clock.now().getTime() + putOffMs);
  forget(db, id);
  await db.updateTable("entitlement").set({ soft_until }).where("identity_id", "=", id).execute();
}

/** Only members with a session or a podcast feed: nobody else uses their access. */
async function listDue({ db, clock }: Parts): Promise<Identity[]> {
  return db
    .selectFrom("identity")
    .innerJoin("entitlement", "entitlement.identity_id", "identity.id")
    .selectAll("identity")
    .where("identity.status", "=", "ok")
    .where("entitlement.soft_until", "<=", clock.now())
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom("session").select("session.id").whereRef("session.member_id", "=", "identity.member_id")),
        exists(
          selectFrom("feed")
            .select("feed.member_id")
            .whereRef("feed.member_id", "=", "identity.member_id")
            .where("feed.ended_at", "is", null),
        ),
      ]),
    )
    .orderBy("entitlement.soft_until")
    .limit(mostPerRun)
    .execute();
}

async function readCampaignOrNull(parts: Parts) {
  try {
    return await readWithCreatorToken(parts);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    parts.log.warn({ err: error.cause }, "the campaign's members could not be read; asking member by member");
    return null;
  }
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const take = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}
