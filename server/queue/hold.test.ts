import { expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { whileHeld } from "./hold.ts";

const upload = { kind: "hold", key: "a" };

it("what one server does is not started by another meanwhile, and is free afterwards, also after a failure", async () => {
  await using database = await openTestDatabase("postgres");
  await using other = await openDatabase(database.place);
  const open = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const first = whileHeld(database.db, upload, () => {
    begun.resolve();
    return open.promise;
  });
  await begun.promise;
  expect(await whileHeld(other, upload, async () => "twice")).toBeUndefined();
  expect(await whileHeld(other, { ...upload, key: "b" }, async () => "another")).toEqual({ outcome: "another" });
  open.resolve("once");
  expect(await first).toEqual({ outcome: "once" });
  await expect(whileHeld(other, upload, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await whileHeld(database.db, upload, async () => "again")).toEqual({ outcome: "again" });
  expect(await other.selectFrom("job").select("id").execute()).toEqual([]);
});

it.each(databaseKinds)("what takes long is kept, and taken over from a server that died, on %s", async (kind) => {
  await using database = await openTestDatabase(kind);
  const { db } = database;
  const lease = () => db.selectFrom("job").select("lease_until").executeTakeFirstOrThrow();
  await whileHeld(db, { ...upload, leaseMs: 300 }, async () => {
    const { lease_until } = await lease();
    await expect.poll(lease).not.toEqual({ lease_until });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const dead = whileHeld(db, upload, () => {
    begun.resolve();
    return promise;
  });
  await begun.promise;
  expect(await whileHeld(db, upload, async () => "too early")).toBeUndefined();
  await db
    .updateTable("job")
    .set({ lease_until: new Date(0) })
    .execute();
  const over = await whileHeld(db, upload, async () => {
    // it wakes up again, and lets go of what is no longer its own
    resolve();
    await dead;
    return whileHeld(db, upload, async () => "a third");
  });
  expect(over).toEqual({ outcome: undefined });
});
