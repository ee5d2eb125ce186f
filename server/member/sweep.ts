// All memberships that are due, asked in one go: through the creator's list where there is one, else person by person.
// If a single sweep would shut out many at once, it stops and says so: that is a fault until a person says otherwise.
import type { Provider } from "#contract/member.ts";
import type { Membership } from "#server/access/entitlement.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { readWithCreatorToken } from "./creator-token.ts";
import { isMassLoss } from "./mass-loss.ts";
import type { Identity } from "./membership.ts";
import { askAbout, storeAnswer, wouldLose, type Asked } from "./recheck.ts";
import { forget } from "./unsettled.ts";

const mostPerRun = 500;
const atOnce = 4;
const faultsInARow = 4;
const putOffMs = 3_600_000;
const noMembership: Membership = { isEntitled: false, tierIds: [], tierLevel: null, tierTitle: null };

export interface SweepReport {
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

/** A provider that fails several times in a row is left alone for this round: its people are asked about in the next. */
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

/** Asked again in an hour; what was known of them stays, within its grace. */
async function putOff({ db, clock }: Parts, { id }: Identity): Promise<void> {
  const soft_until = new Date(clock.now().getTime() + putOffMs);
  forget(db, id);
  await db.updateTable("entitlement").set({ soft_until }).where("identity_id", "=", id).execute();
}

/** Only people who are signed in somewhere: nobody else's access is used. */
async function listDue({ db, clock }: Parts): Promise<Identity[]> {
  return db
    .selectFrom("identity")
    .innerJoin("entitlement", "entitlement.identity_id", "identity.id")
    .selectAll("identity")
    .where("identity.status", "=", "ok")
    .where("entitlement.soft_until", "<=", clock.now())
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("session").select("session.id").whereRef("session.member_id", "=", "identity.member_id")),
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
    parts.log.warn({ err: error.cause }, "the campaign's members could not be read; asking person by person");
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
