// The where-clauses that every query of recordings uses: what is not visible is not found, counted or searched.
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Tables } from "#server/database/tables.ts";
import type { Permission } from "./permission.ts";

/** Everyone in an audience gets the same answers, byte for byte. */
export interface Audience {
  /** Different for each audience: caches keep answers by it. */
  readonly key: string;
  readonly isEditors: boolean;
  /** The levels above the standard that it may watch. */
  readonly levels: readonly string[] | "all";
  /** Recordings of other levels are shown to it as locked cards. */
  readonly seesLocked: boolean;
}

export const audiences = {
  editors: { key: "editors", isEditors: true, levels: "all", seesLocked: false },
  /** Members of the standard level. */
  viewers: viewersOf([], false),
  /** All that members of any level may watch. For what is not about one member. */
  everyLevel: { key: "every level", isEditors: false, levels: "all", seesLocked: false },
} as const satisfies Record<string, Audience>;

type Allowed = Pick<Permission, "canView" | "canEdit" | "levels" | "seesLocked">;

/** Null for someone who may see nothing. */
export function audienceOf({ canView, canEdit, levels, seesLocked }: Allowed): Audience | null {
  if (canEdit) return audiences.editors;
  return canView ? viewersOf(levels, seesLocked) : null;
}

function viewersOf(levels: readonly string[], seesLocked: boolean): Audience {
  return { key: `viewers${seesLocked ? "+cards" : ""} ${levels.join(",")}`, isEditors: false, levels, seesLocked };
}

/** For what leaves the page, such as feeds: without hidden recordings, and without locked cards. */
export function listenersOf(permission: Allowed): Audience | null {
  if (permission.canEdit) return audiences.everyLevel;
  return audienceOf({ ...permission, seesLocked: false });
}

/** Found: for the list and its counts, which know locked cards. Everything else uses watchableBy. */
export function visibleTo(audience: Audience | null) {
  return (where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> =>
    audience?.seesLocked ? shown(where) : watchableBy(audience)(where);
}

/** May be watched: for bytes, texts, songs and everything else that is in a recording. */
export function watchableBy(audience: Audience | null) {
  return (where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> => {
    if (audience === null) return where.lit(false);
    if (audience.isEditors) return where("video.trashed_at", "is", null);
    const { levels } = audience;
    if (levels === "all") return shown(where);
    const isStandard = where("video.level", "is", null);
    if (levels.length === 0) return where.and([shown(where), isStandard]);
    return where.and([shown(where), where.or([isStandard, where("video.level", "in", levels)])]);
  };
}

/** The level that is missing; null where this audience may watch it. */
export function findLock({ levels }: Audience): (video: { level: string | null }) => string | null {
  return ({ level }) => (level === null || levels === "all" || levels.includes(level) ? null : level);
}

function shown(where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> {
  return where.and([
    where("video.trashed_at", "is", null),
    where("video.hidden", "=", false),
    where("video.state", "=", "published"),
  ]);
}
