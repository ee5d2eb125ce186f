import { describe, expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { alone } from "./alone.ts";
import type { JobContext } from "./settings.ts";

const context: JobContext = { signal: new AbortController().signal, progress: () => undefined, isLastAttempt: false };

describe("work that only one server does at a time", () => {
  it("is not started by a second server while the first still works, and is free afterwards", async () => {
    await using database = await openTestDatabase("postgres");
    await using other = await openDatabase(database.place);
    const done: string[] = [];
    const open = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const handlersOf = (name: string, db: typeof other) =>
      alone(
        db,
        {
          sweep: async () => {
            done.push(`${name} sweeps`);
            begun.resolve();
            if (name === "one") await open.promise;
          },
          note: async () => void done.push(`${name} notes`),
        },
        ["sweep"],
      );
    const [one, two] = [handlersOf("one", database.db), handlersOf("two", other)];
    const first = one["sweep"]?.(null as never, context);
    await begun.promise;
    await two["sweep"]?.(null as never, context);
    await two["note"]?.(null as never, context);
    expect(done).toEqual(["one sweeps", "two notes"]);
    open.resolve();
    await first;
    await two["sweep"]?.(null as never, context);
    expect(done).toEqual(["one sweeps", "two notes", "two sweeps"]);
  });

  it.each(databaseKinds)("that fails lets go as well, and its failure is told, on %s", async (kind) => {
    await using database = await openTestDatabase(kind);
    let tries = 0;
    const sweep = async () => {
      tries += 1;
      throw new Error("no");
    };
    const handlers = alone(database.db, { sweep }, ["sweep"]);
    for (let n = 0; n < 2; n += 1) await expect(handlers["sweep"]?.(null as never, context)).rejects.toThrow("no");
    expect(tries).toBe(2);
  });
});
