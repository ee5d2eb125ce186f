import { expect, it } from "vitest";
import { isAway, isDeletedMeanwhile } from "./away.ts";
import { databaseKinds, openTestDatabase } from "./testing/databases.ts";

it.each(databaseKinds)("a row of somebody who was deleted meanwhile is recognised, on %s", async (kind) => {
  await using database = await openTestDatabase(kind);
  const { db } = database;
  const position = { member_id: "deleted", video_id: "deleted", seconds: 1, at: new Date() };
  const error = await db
    .insertInto("position")
    .values(position)
    .execute()
    .catch((thrown: unknown) => thrown);
  expect(isDeletedMeanwhile(error)).toBe(true);
  expect(isAway(error)).toBe(false);
  const twice = { ...position, at: null as never };
  const other = await db
    .insertInto("position")
    .values(twice)
    .execute()
    .catch((thrown: unknown) => thrown);
  expect(other).toBeInstanceOf(Error);
  expect(isDeletedMeanwhile(other)).toBe(false);
});
