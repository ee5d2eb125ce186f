// Waiting for work in tests: until the queue has nothing left that is due.
import type { Parts } from "#server/parts.ts";

export async function settleWork({ db }: Pick<Parts, "db">, limitMs = 90_000): Promise<void> {
  const giveUpAt = Date.now() + limitMs;
  for (;;) {
    const due = await db
      .selectFrom("job")
      .select(["id", "kind", "state"])
      .where("state", "in", ["waiting", "running"])
      .where("run_at", "<=", new Date())
      .execute();
    if (due.length === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`work is still going on: ${JSON.stringify(due)}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
