// The where-clause that every query of recordings uses: what is not visible is not found, counted or searched.
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Tables } from "#server/database/tables.ts";
import type { Permission } from "./permission.ts";

/** Everyone in an audience gets the same answers, byte for byte. */
export type Audience = "viewers" | "editors";

/** Null for someone who may see nothing. */
export function audienceOf({ canView, canEdit }: Pick<Permission, "canView" | "canEdit">): Audience | null {
  if (canEdit) return "editors";
  return canView ? "viewers" : null;
}

/** For `.where(visibleTo(audience))` in any query that has the table video. */
export function visibleTo(audience: Audience | null) {
  return (where: ExpressionBuilder<Tables, "video">): Expression<SqlBool> => {
    if (audience === null) return where.lit(false);
    const isKept = where("video.trashed_at", "is", null);
    if (audience === "editors") return isKept;
    return where.and([isKept, where("video.hidden", "=", false), where("video.state", "=", "published")]);
  };
}
