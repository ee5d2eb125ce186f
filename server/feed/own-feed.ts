// A member's feed as the member sees it, and as the owner does.
import type { Feed } from "#contract/feed.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import type { ListedMember } from "#server/member/members.ts";
import type { Parts } from "#server/parts.ts";
import { findAddress, listOwners } from "./address.ts";
import { atomFile } from "./read-atom.ts";
import { countDevices, isMany, listDevices } from "./devices.ts";

type FeedParts = Pick<Parts, "db" | "keys" | "config" | "clock">;

/** `name` is what it is about, such as "everything". Null when no address was made yet. */
export async function describeFeed(parts: FeedParts, memberId: string, name: string): Promise<Feed | null> {
  const { db, config, clock } = parts;
  const address = await findAddress(parts, memberId);
  if (!address) return null;
  const devices = await listDevices(db, memberId);
  const count = (await countDevices(db, [memberId], clock.now())).get(memberId) ?? 0;
  const base = `${config.publicUrl}/api/feed/${address.token}`;
  return {
    url: `${base}/${name}.xml`,
    atom_url: `${base}/${atomFile}`,
    made_at: address.madeAt.toISOString(),
    ended: address.isEnded,
    devices: devices.map(({ app, seenAt }) => ({ app, seen_at: seenAt.toISOString() })),
    many: isMany(count),
  };
}

export async function addFeeds({ db, clock }: FeedParts, members: readonly ListedMember[]): Promise<MemberInStudio[]> {
  const ids = members.map(({ id }) => id);
  const [owners, counts] = [await listOwners(db, ids), await countDevices(db, ids, clock.now())];
  return members.map((member) => {
    const devices = counts.get(member.id) ?? 0;
    return { ...member, feed: owners.has(member.id) ? { devices, many: isMany(devices) } : null };
  });
}
