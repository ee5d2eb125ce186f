// Something that one server at a time does for its own caller: held as a running row of the queue that no runner knows,
// with a lease that is renewed. Who dies while holding it loses it when the lease runs out.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/database/open.ts";
import { repeat } from "#server/one-at-a-time.ts";
import { renewLeases } from "./lease.ts";

interface Held {
  kind: string;
  key: string;
  leaseMs?: number;
}

/** Undefined when it is held already, here or elsewhere. */
export async function whileHeld<T>(
  db: Database,
  { kind, key, leaseMs = 30_000 }: Held,
  act: () => Promise<T>,
): Promise<{ outcome: T } | undefined> {
  const holder = randomUUID();
  const until = () => new Date(Date.now() + leaseMs);
  const id = await take(db, { kind, key, lease_by: holder, lease_until: until() });
  if (id === undefined) return undefined;
  // one that cannot be renewed is renewed at the next turn, or lost: then the same is done twice, which costs only time
  const renewing = repeat(() => renewLeases(db, holder, { ids: [id], until: until() }), {
    everyMs: leaseMs / 3,
    onError: () => undefined,
  });
  try {
    return { outcome: await act() };
  } finally {
    await renewing.stop();
    // what was done is done: a row that cannot be deleted now is nobody's when its lease has run out
    await db
      .deleteFrom("job")
      .where("id", "=", id)
      .where("lease_by", "=", holder)
      .execute()
      .catch(() => undefined);
  }
}

const tryAgainMs = 100;

/** Once nobody holds it any more. */
export async function whenFree<T>(db: Database, held: Held, act: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await whileHeld(db, held, act);
    if (done) return done.outcome;
    await sleep(tryAgainMs);
  }
}

const longAgoMs = 86_400_000;

type Lease = { kind: string; key: string; lease_by: string; lease_until: Date };

async function take(db: Database, lease: Lease): Promise<number | undefined> {
  const now = new Date();
  const left = await db
    .updateTable("job")
    .set(lease)
    .where("kind", "=", lease.kind)
    .where("key", "=", lease.key)
    .where("state", "=", "running")
    .where("lease_until", "<", now)
    .returning("id")
    .executeTakeFirst();
  if (left) return left.id;
  // of servers that died between their work and its end
  await db
    .deleteFrom("job")
    .where("kind", "=", lease.kind)
    .where("state", "=", "running")
    .where("lease_until", "<", new Date(now.getTime() - longAgoMs))
    .execute();
  const added = await db
    .insertInto("job")
    .values({ ...lease, payload: "null", state: "running", run_at: now, created_at: now, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}
