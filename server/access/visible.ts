// The where-clauses that every query of recordings uses: what is not visible is not found, counted or searched.
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Tables } from "#server/database/tables.ts";
import type { Permission } from "./permission.ts";

/**
 * Everyone in an audience gets the same answers, byte for byte. A text, because it is part of the keys of caches:
 * "viewers" have the standard level, "viewers gold,silver" these levels too, and "viewers+cards" also see locked cards.
 */
export type Audience = "editors" | "viewers" | `viewers ${string}` | `viewers+cards${"" | ` ${string}`}`;

/** All that members of any level may watch. For what is not about one member. */
export const everyLevel: Audience = "viewers *";

type Allowed = Pick<Permission, "canView" | "canEdit" | "levels" | "seesLocked">;

/** Null for someone who may see nothing. */
export function audienceOf({ canView, canEdit, levels, seesLocked }: Allowed): Audience | null {
  if (canEdit) return "editors";
  if (!canView) return null;
  const ids = levels.join(",");
  if (seesLocked) return ids === "" ? "viewers+cards" : `viewers+cards ${ids}`;
  return ids === "" ? "viewers" : `viewers ${ids}`;
}

/** For what leaves the page, such as feeds: without hidden recordings, and without locked cards. */
export function listenersOf(permission: Allowed): Audience | null {
  if (permission.canEdit) return everyLevel;
  return audienceOf({ ...permission, seesLocked: false });
}

/** Found: for the list and its counts, which know locked cards. Everything else uses watchableBy. */
export function visibleTo(audience: Audience | null) {
  return (where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> =>
    audience?.startsWith("viewers+cards") ? shown(where) : watchableBy(audience)(where);
}

/** May be watched: for bytes, texts, songs and everything else that is in a recording. */
export function watchableBy(audience: Audience | null) {
  return (where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> => {
    if (audience === null) return where.lit(false);
    if (audience === "editors") return where("video.trashed_at", "is", null);
    const levels = levelsOf(audience);
    if (levels.includes("*")) return shown(where);
    const isStandard = where("video.level", "is", null);
    if (levels.length === 0) return where.and([shown(where), isStandard]);
    return where.and([shown(where), where.or([isStandard, where("video.level", "in", levels)])]);
  };
}

/** The level that is missing; null where this audience may watch it. */
export function findLock(audience: Audience): (video: { level: string | null }) => string | null {
  if (audience === "editors") return () => null;
  const levels = levelsOf(audience);
  if (levels.includes("*")) return () => null;
  return ({ level }) => (level === null || levels.includes(level) ? null : level);
}

function levelsOf(audience: Exclude<Audience, "editors">): string[] {
  return (audience.split(" ")[1] ?? "").split(",").filter(Boolean);
}

function shown(where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> {
  return where.and([
    where("video.trashed_at", "is", null),
    where("video.hidden", "=", false),
    where("video.state", "=", "published"),
  ]);
}
