import { expect, it } from "vitest";
import { keyringFrom } from "#server/keyring.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { addEditor } from "#server/testing/songs.ts";
import { endAddress, findAddress, listOwners, makeAddress } from "./address.ts";
import { countDevices, isMany, listDevices, openDeviceNotes } from "./devices.ts";
import { nameApp } from "./devices.ts";

const keys = keyringFrom(Buffer.alloc(32, 1));

it.each(databaseKinds)("the database has no token that can be read, and forgets devices, on %s", async (kind) => {
  await using database = await openTestDatabase(kind);
  const { db } = database;
  let now = new Date("2026-06-01T00:00:00Z");
  const parts = { db, keys, clock: { now: () => now } };
  const { memberId } = await addEditor(db);
  await makeAddress(parts, memberId);
  const { token = "" } = (await findAddress(parts, memberId)) ?? {};
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(JSON.stringify(await db.selectFrom("feed").selectAll().execute())).not.toContain(token);
  expect(await findAddress({ db, keys: keyringFrom(Buffer.alloc(32, 2)) }, memberId)).toBeUndefined();

  const notes = openDeviceNotes(parts);
  const listener = {
    memberId,
    token,
    isEnded: false,
    permission: { canView: true, canEdit: false, isOwner: false, levels: [], seesLocked: false, reasons: [] },
  };
  await notes.note(listener, { userAgent: "AntennaPod/3.9", network: "192.0.2.7" });
  await notes.note(listener, { userAgent: "AntennaPod/4.0", network: "192.0.2.7" });
  await notes.note(listener, { userAgent: "Overcast/3", network: "192.0.2.7" });
  expect((await listDevices(db, memberId)).map(({ app }) => app).toSorted()).toEqual(["AntennaPod", "Overcast"]);
  expect(JSON.stringify(await db.selectFrom("feed_device").selectAll().execute())).not.toContain("192.0.2");
  expect(await countDevices(db, [memberId], now)).toEqual(new Map([[memberId, 2]]));
  now = new Date("2026-06-09T00:00:00Z");
  expect(await countDevices(db, [memberId], now)).toEqual(new Map());
  now = new Date("2026-08-01T00:00:00Z");
  await notes.note(listener, { userAgent: "AntennaPod/4.0", network: "198.51.100.7" });
  expect(await listDevices(db, memberId)).toHaveLength(1);

  expect(await listOwners(db, [memberId])).toEqual(new Set([memberId]));
  await endAddress(parts, { memberId, actorId: memberId });
  expect(await listOwners(db, [memberId])).toEqual(new Set());
  await makeAddress(parts, memberId);
  expect(await listDevices(db, memberId)).toEqual([]);
  expect([isMany(11), isMany(12)]).toEqual([false, true]);
});

it.each([
  ["AntennaPod/3.4.0", "AntennaPod"],
  ["Overcast/1.0 Podcast Sync (3 subscribers; feed-id=1)", "Overcast"],
  ["Podcasts/1575.1.2 CFNetwork/1402 Darwin/22.2.0", "Apple Podcasts"],
  ["AppleCoreMedia/1.0.0.20B110", "Apple Podcasts"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Browser"],
  ["Some Player/2", "Some Player"],
  ["<script>", "Unknown app"],
  [undefined, "Unknown app"],
])("%s is shown as %s", (userAgent, name) => expect(nameApp(userAgent)).toBe(name));
