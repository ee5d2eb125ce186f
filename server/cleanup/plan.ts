// Which videos a rule lets go, and when. Pure: from what is kept, the rule and the time to what is to be done.
// First announced, at the least 7 days ahead; then, if it is still due, into the trash for 7 days; then deleted.
import type { LeavingReason, VideoState } from "#server/database/tables.ts";

export interface Rule {
  keepDays: number | null;
  capBytes: number | null;
  /** Only the pictures leave. */
  keepAudio: boolean;
}

/** A video that is not in the trash. */
export interface Kept {
  id: string;
  addedAt: Date;
  /** What it takes that is not on its way out already. */
  bytes: number;
  /** The bytes that would be freed if only the video were deleted. */
  pictureBytes: number;
  state: VideoState;
  isProtected: boolean;
  /** It has pictures, and sound that plays without them. */
  canKeepAudio: boolean;
  /** Its pictures are in the trash, or something is being done to it: it is left alone. */
  isBusy: boolean;
  leavesAt: Date | null;
}

export interface Plan {
  announce: { id: string; leavesAt: Date; why: LeavingReason }[];
  withdraw: string[];
  /** Soonest announced first. */
  leave: { id: string; why: LeavingReason }[];
}

export const dayMs = 86_400_000;
/** Between announcing and the trash. */
export const noticeMs = 7 * dayMs;
/** How long it can be taken back from there. */
export const trashMs = 7 * dayMs;

/** With `keepAudio` no recording is deleted whole: one that has no video, or no audio to keep, stays as it is. */
function mayLeave(video: Kept, { keepAudio }: Pick<Rule, "keepAudio">): boolean {
  return video.state === "published" && !video.isProtected && !video.isBusy && (!keepAudio || video.canKeepAudio);
}

export function planRun(kept: readonly Kept[], rule: Rule, now: Date): Plan {
  const plan: Plan = { announce: [], withdraw: [], leave: [] };
  const soon = now.getTime() + noticeMs;
  const due = new Set<string>();
  const leaving: (Plan["leave"][number] & { leavesAt: Date })[] = [];
  for (const { video, agesAt, isOverCap } of walk(kept, rule)) {
    const ages = agesAt <= soon;
    if (!ages && !isOverCap) continue;
    due.add(video.id);
    const why = ages ? "age" : "cap";
    const { id, leavesAt } = video;
    if (leavesAt === null) plan.announce.push({ id, leavesAt: new Date(Math.max(ages ? agesAt : 0, soon)), why });
    else if (leavesAt <= now && (agesAt <= now.getTime() || isOverCap)) leaving.push({ id, why, leavesAt });
  }
  plan.withdraw = kept.filter(({ id, leavesAt }) => leavesAt !== null && !due.has(id)).map(({ id }) => id);
  plan.leave = leaving
    .toSorted((a, b) => a.leavesAt.getTime() - b.leavesAt.getTime())
    .map(({ id, why }) => ({ id, why }));
  return plan;
}

export interface Forecast<T extends Kept = Kept> {
  video: T;
  leavesAt: Date;
  why: LeavingReason;
}

/** All that would ever leave as things are, soonest first; what is announced at its date, the rest not before `earliest`. */
export function forecast<T extends Kept>(kept: readonly T[], rule: Rule, earliest: Date): Forecast<T>[] {
  return walk(kept, rule)
    .flatMap(({ video, agesAt, isOverCap }): Forecast<T>[] => {
      const at = isOverCap ? earliest.getTime() : Math.max(agesAt, earliest.getTime());
      if (at === Infinity) return [];
      const why = agesAt <= at ? "age" : "cap";
      return [{ video, leavesAt: video.leavesAt ?? new Date(at), why }];
    })
    .toSorted((a, b) => a.leavesAt.getTime() - b.leavesAt.getTime());
}

/** What may leave, oldest first, and whether the archive is over its cap once everything older has left. */
function walk<T extends Kept>(kept: readonly T[], rule: Rule) {
  let bytes = kept.reduce((sum, video) => sum + video.bytes, 0);
  return kept
    .filter((video) => mayLeave(video, rule))
    .toSorted((a, b) => a.addedAt.getTime() - b.addedAt.getTime() || (a.id < b.id ? -1 : 1))
    .map((video) => {
      const isOverCap = rule.capBytes !== null && bytes > rule.capBytes;
      bytes -= rule.keepAudio ? video.pictureBytes : video.bytes;
      const agesAt = rule.keepDays === null ? Infinity : video.addedAt.getTime() + rule.keepDays * dayMs;
      return { video, agesAt, isOverCap };
    });
}
