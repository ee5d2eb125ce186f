// The rule as editors see it, what it would remove, and the owner's change of it.
import type { LeavingVideo, Retention, RetentionPreview, RetentionRule } from "#contract/retention.ts";
import type { Database } from "#server/database/open.ts";
import type { Editor } from "#server/library/edit.ts";
import { changeLibrary, readVersion, type LockedTrx } from "#server/library/version.ts";
import { thumbnailUrl } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { dayMs, forecast, noticeMs, type Forecast, type Rule } from "./plan.ts";
import { listKept, readRetention, recordRetention, restMs, restsUntil, withdrawAll, youngest } from "./rows.ts";
import { words } from "./words.ts";

/** "Next" to leave means within so many days. */
const nextDays = 30;
const mostListed = 200;

export async function describeRetention(db: Database, now: Date): Promise<Retention> {
  const row = await readRetention(db);
  const until = restsUntil(row);
  const isResting = until !== null && until > now;
  const earliest = new Date((isResting ? until : now).getTime() + noticeMs);
  const isIdle = row.rule.keepDays === null && row.rule.capBytes === null;
  const last = now.getTime() + nextDays * dayMs;
  const kept = isIdle ? [] : await listKept(db, youngest(row.rule, last));
  const leaving = forecast(kept, row.rule, earliest).filter(({ leavesAt }) => leavesAt.getTime() <= last);
  return {
    rule: asContract(row.rule),
    revision: row.revision,
    changed_at: row.changed_at?.toISOString() ?? null,
    changed_by: row.changed_at ? (row.changed_by_name ?? words.formerMember) : null,
    rests_until: isResting ? until.toISOString() : null,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    warnings: row.warnings.map(({ at, sentence }) => ({ at, sentence })),
    leaving: leaving.slice(0, mostListed).map((one) => describe(one, row.rule)),
    leaving_total: leaving.length,
  };
}

export async function previewRetention(db: Database, wanted: RetentionRule, now: Date): Promise<RetentionPreview> {
  const rule = asRule(wanted);
  const leaving = await foresee(db, rule, now);
  const described = leaving.map((one) => describe(one, rule));
  return {
    total: leaving.length,
    bytes: described.reduce((sum, { bytes }) => sum + bytes, 0),
    videos: described.slice(0, mostListed),
  };
}

/** Nothing leaves in the 24 hours after, and what was announced by the old rule is taken back. */
export async function changeRetention(db: Database, editor: Editor, change: RuleChange): Promise<Retention> {
  // counting takes a while in a large archive: nobody waits for it, but what was counted must still be so
  for (let attempt = 1; ; attempt++) {
    // sent twice at the same moment: the second has nothing left to do
    if (isSame(asContract((await readRetention(db)).rule), change.rule)) break;
    const version = await readVersion(db);
    const { length: total } = await foresee(db, asRule(change.rule), editor.now);
    const isDone = await changeLibrary(db, async (trx) => {
      if ((await readVersion(trx)) !== version + 1) return false;
      await applyChange(trx, editor, { ...change, total });
      return true;
    });
    if (isDone) break;
    if (attempt === mostAttempts) throw new Refusal("busy", words.archiveBusy);
  }
  return describeRetention(db, editor.now);
}

interface RuleChange {
  rule: RetentionRule;
  /** The revision of the rule that was seen. */
  revision: number;
  confirmedTotal: number;
}

const mostAttempts = 5;

async function applyChange(
  trx: LockedTrx,
  { memberId, now }: Editor,
  { rule: wanted, revision, confirmedTotal, total }: RuleChange & { total: number },
): Promise<void> {
  const row = await readRetention(trx);
  const before = asContract(row.rule);
  if (isSame(before, wanted)) return;
  if (row.revision !== revision) throw new Refusal("conflict", words.ruleChanged);
  if (total !== confirmedTotal) throw new Refusal("conflict", words.totalChanged(total, confirmedTotal));
  await withdrawAll(trx, now);
  await trx
    .updateTable("retention")
    .set({ ...wanted, revision: row.revision + 1, changed_at: now, changed_by: memberId })
    .execute();
  const detail = { before, after: wanted, total };
  await recordRetention(trx, { at: now, kind: "retention-changed", memberId, detail });
}

/** All that a rule would ever remove, if it were given now. */
async function foresee(db: Database, rule: Rule, now: Date) {
  const kept = (await listKept(db)).map((video) => ({ ...video, leavesAt: null }));
  return forecast(kept, rule, new Date(now.getTime() + restMs + noticeMs));
}

function describe<T extends Awaited<ReturnType<typeof listKept>>[number]>(
  { video, leavesAt, why }: Forecast<T>,
  { keepAudio }: Rule,
): LeavingVideo {
  return {
    id: video.id,
    title: video.title,
    thumbnail_url: thumbnailUrl(video),
    added_at: video.addedAt.toISOString(),
    leaves_at: leavesAt.toISOString(),
    reason: why,
    bytes: keepAudio ? video.pictureBytes : video.bytes,
  };
}

function asRule({ keep_days, cap_bytes, keep_audio }: RetentionRule): Rule {
  return { keepDays: keep_days, capBytes: cap_bytes, keepAudio: keep_audio };
}

function asContract({ keepDays, capBytes, keepAudio }: Rule): RetentionRule {
  return { keep_days: keepDays, cap_bytes: capBytes, keep_audio: keepAudio };
}

function isSame(a: RetentionRule, b: RetentionRule): boolean {
  return a.keep_days === b.keep_days && a.cap_bytes === b.cap_bytes && a.keep_audio === b.keep_audio;
}
