// After the owner has changed which tiers may watch: judges every stored membership again, from the tiers that the
// providers last named. Nobody is asked, so it counts at once for everybody.
import type { Trx } from "#server/database/open.ts";
import type { Config } from "#server/config.ts";
import { forgetAllOlder } from "./unsettled.ts";

const rowsAtOnce = 500;

type Tiers = Pick<Config, "patreon" | "twitch" | "graceMs">;

/** Call it in the transaction that stores the new settings. */
export async function decideAgain(trx: Trx, tiers: Tiers): Promise<void> {
  const rows = await trx
    .selectFrom("entitlement")
    .innerJoin("identity", "identity.id", "entitlement.identity_id")
    .select([
      "entitlement.identity_id as id",
      "identity.provider",
      "entitlement.state",
      "entitlement.tier_ids",
      "entitlement.tier_level",
      "entitlement.observed_at",
    ])
    .where("identity.status", "=", "ok")
    .where("entitlement.state", "in", ["entitled", "not"])
    .execute();
  const isEntitled = ({ provider, tier_ids, tier_level }: (typeof rows)[number]) =>
    provider === "patreon"
      ? tier_ids.some((id) => tiers.patreon?.allTierIds.includes(id))
      : tiers.twitch !== null && (tier_level ?? 0) >= tiers.twitch.lowestTier;
  const gained = rows.filter((row) => row.state === "not" && isEntitled(row));
  const lost = rows.filter((row) => row.state === "entitled" && !isEntitled(row));
  for (const { id, observed_at } of gained) {
    // as long as after the answer that named the tier
    const hard_until = new Date(observed_at.getTime() + tiers.graceMs);
    await trx.updateTable("entitlement").set({ state: "entitled", hard_until }).where("identity_id", "=", id).execute();
  }
  for (let at = 0; at < lost.length; at += rowsAtOnce) {
    const ids = lost.slice(at, at + rowsAtOnce).map(({ id }) => id);
    await trx
      .updateTable("entitlement")
      .set({ state: "not", hard_until: null, first_negative_at: null })
      .where("identity_id", "in", ids)
      .execute();
  }
  forgetAllOlder(trx);
}
