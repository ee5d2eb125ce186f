// Who sees what a link gives: what every member may watch. Links to what only editors or higher levels see work for nobody: a link
// would tell a member more than the list does.
import { audiences } from "#server/access/visible.ts";

export const momentAudience = audiences.viewers;
