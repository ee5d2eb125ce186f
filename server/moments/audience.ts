// Who sees what a link gives: what all members see. Links to what only editors see work for nobody.
import type { Audience } from "#server/access/visible.ts";

export const momentAudience: Audience = "viewers";
