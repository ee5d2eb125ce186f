import { copyFile, mkdtempDisposable, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { tryHold } from "#server/database/one-server.ts";
import { openMedia } from "#server/media/media.ts";
import { chord, openClips } from "#server/testing/clips.ts";
import { openTestDatabase } from "#server/testing/databases.ts";
import { watchIncomingInTurn } from "./incoming.ts";

it("of two servers on one data folder one takes in what comes, and the other when that one has ended", async () => {
  await using clips = await openClips();
  await using data = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-turn-"));
  await using database = await openTestDatabase("sqlite");
  await using media = await openMedia(path.join(data.path, "media"), { hasVideos: false });
  const config = readConfig({ DATA_DIR: data.path, LEAST_FREE_GB: "0" }, {});
  const log = pino({ level: "silent" });
  const parts = { db: database.db, media, config, log, clock: { now: () => new Date() }, wake: () => undefined };
  const isHeld = () => {
    using free = tryHold(data.path, { name: "incoming.lock", how: "alone" });
    return free === undefined;
  };
  const waits = { askMs: 20, lookMs: 20, stillMs: 0, keepMs: 0 };
  const first = await watchIncomingInTurn(parts, data.path, waits);
  const second = await watchIncomingInTurn(parts, data.path, waits);
  expect(isHeld()).toBe(true);
  await first[Symbol.asyncDispose]();
  const incoming = path.join(data.path, "incoming");
  await copyFile(await clips.make("piece.flac", chord(1)), path.join(incoming, "piece.flac"));
  expect((await stat(path.join(incoming, "piece.flac"))).size).toBeGreaterThan(0);
  while ((await readdir(incoming)).length > 0) await sleep(50);
  await second[Symbol.asyncDispose]();
  expect(isHeld()).toBe(false);
  expect(await database.db.selectFrom("recording").select("name").execute()).toEqual([{ name: "piece.flac" }]);
});
