// Who we are to push services: a pair of keys, made once. Browsers subscribe to the public one; the private one is sealed.
import type { Parts } from "#server/parts.ts";

interface PushKeys {
  publicKey: string;
  privateKey: string;
}

type KeyParts = Pick<Parts, "db" | "keys" | "clock">;

const purpose = "push-key";

/** Call it at the start. With another master key the old pair is lost: then browsers have to subscribe again. */
export async function ensurePushKeys(parts: KeyParts): Promise<PushKeys> {
  const known = await findPushKeys(parts);
  if (known) return known;
  // loaded when it is needed: it is large
  const { default: webPush } = await import("web-push");
  const made = webPush.generateVAPIDKeys();
  const row = {
    public_key: made.publicKey,
    private_sealed: parts.keys.seal(made.privateKey, purpose),
    made_at: parts.clock.now(),
  };
  await parts.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("push_key").executeTakeFirst();
    if (numDeletedRows > 0n) await trx.deleteFrom("push_device").execute();
    // of two servers that start together, the first makes the keys
    await trx
      .insertInto("push_key")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
  return (await findPushKeys(parts)) ?? made;
}

async function findPushKeys({ db, keys }: KeyParts): Promise<PushKeys | undefined> {
  const row = await db.selectFrom("push_key").selectAll().executeTakeFirst();
  const privateKey = row && keys.unseal(row.private_sealed, purpose);
  return row && privateKey !== undefined ? { publicKey: row.public_key, privateKey } : undefined;
}
