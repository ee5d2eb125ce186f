// The logged-in member as the page gets them, with whether there are collections to be shown: so that an archive without any
// costs the home page neither a request nor code.
import type { User } from "#contract/member.ts";
import { audienceOf } from "#server/access/visible.ts";
import type { Permission } from "#server/access/permission.ts";
import type { CollectionLists } from "#server/library/collections/collection.ts";
import { readPermission } from "#server/member/account.ts";
import type { Parts } from "#server/parts.ts";

export type TellUser = (user: User, permission?: Permission) => Promise<User>;

/** Without a permission it is read again: after a change, what the request has loaded is out of date. */
export function userTeller(parts: Parts, lists: CollectionLists): TellUser {
  return async (user, permission) => {
    if (!user.can_view) return user;
    const audience = audienceOf(permission ?? (await readPermission(parts, user.id)));
    return (await lists.all(audience)).length > 0 ? { ...user, collections: true } : user;
  };
}
