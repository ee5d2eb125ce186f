// All memberships that are due, asked in one go: through the creator's list where there is one, else person by person.
// If a single sweep would shut out many at once, it stops and says so: that is a fault until a person says otherwise.
import { isLive, nextEntitlement, type Entitlement } from "#server/access/entitlement.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { recordAudit } from "./audit.ts";
import { readWithCreatorToken } from "./creator-token.ts";
import { findEntitlement, type Identity } from "./membership.ts";
import { askAbout, storeAnswer, type Answer } from "./recheck.ts";

const mostPerRun = 500;
const atOnce = 4;
const massShare = 0.2;
const massCount = 5;

export interface SweepReport {
  asked: number;
  lost: number;
  stopped: boolean;
}

export async function sweepMemberships(parts: Parts): Promise<SweepReport> {
  const { db, config, clock, log } = parts;
  const due = await listDue(parts);
  const campaign = due.some(({ provider }) => provider === "patreon") ? await readCampaignOrNull(parts) : null;
  const answers = await inTurns(due, async (identity): Promise<Answer> => {
    if (identity.provider !== "patreon" || !campaign) return askAbout(parts, identity);
    return (
      campaign.get(identity.provider_user_id) ?? { isEntitled: false, tierIds: [], tierLevel: null, tierTitle: null }
    );
  });

  const now = clock.now();
  const losing: Identity[] = [];
  for (const [index, identity] of due.entries()) {
    const before = await findEntitlement(db, identity.id);
    if (before && isLive(before, now) && !isLive(foresee(parts, identity, before, answers[index] ?? null), now))
      losing.push(identity);
  }
  const { entitled } = await db
    .selectFrom("entitlement")
    .select((select) => select.fn.countAll<number>().as("entitled"))
    .where("state", "=", "entitled")
    .executeTakeFirstOrThrow();
  const report = {
    asked: due.length,
    lost: losing.length,
    stopped: losing.length > massCount && losing.length > entitled * massShare,
  };
  if (report.stopped) {
    log.error(
      report,
      "a sweep would have shut out many members at once and was stopped; check the tiers and the campaign",
    );
    await recordAudit(db, {
      at: now,
      kind: "mass-revocation-stopped",
      detail: { ...report, entitled, grace_ms: config.graceMs },
    });
    return report;
  }
  for (const [index, identity] of due.entries()) await storeAnswer(parts, identity, "sweep", answers[index] ?? null);
  return report;
}

function foresee({ config, clock }: Parts, identity: Identity, before: Entitlement, answer: Answer): Entitlement {
  if (answer === "grant-revoked") return { ...before, state: "not" };
  const { provider } = identity;
  return nextEntitlement(before, {
    provider,
    source: "sweep",
    at: clock.now(),
    membership: answer,
    graceMs: config.graceMs,
  });
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

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  return results;
}
