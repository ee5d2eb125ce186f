import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { openMedia } from "#server/media/media.ts";
import { openTestDatabase } from "#server/testing/databases.ts";
import { watchIncoming } from "./incoming.ts";

it("what is refused keeps its sidecar, and overwrites nothing that was refused before", async () => {
  await using data = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-refused-"));
  await using database = await openTestDatabase("sqlite");
  await using media = await openMedia(path.join(data.path, "media"), { hasVideos: false });
  const config = readConfig({ DATA_DIR: data.path, LEAST_FREE_GB: "0" }, {});
  const log = pino({ level: "silent" });
  const parts = { db: database.db, media, config, log, clock: { now: () => new Date() }, wake: () => undefined };
  const folder = path.join(data.path, "incoming");
  await using incoming = await watchIncoming(parts, folder);
  const drop = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    for (const _ of [1, 2]) await incoming.look();
    expect(await readdir(folder)).toEqual(["refused"]);
  };
  await drop({ "song.mkv": "no recording", "song.json": '{"title": "First"}' });
  await drop({ "song.mkv": "nor this", "song.mkv.json": '{"title": "Second"}' });
  // of another kind, but the first one's sidecar would be taken for its own
  await drop({ "song.mp4": "nor that" });

  const refused = path.join(folder, "refused");
  const names = await readdir(refused);
  const found = await Promise.all(names.map((name) => readFile(path.join(refused, name), "utf8")));
  const why = expect.stringMatching(/\.\n$/);
  expect(Object.fromEntries(names.map((name, index) => [name, found[index]]))).toEqual({
    "song.mkv": "no recording",
    "song.json": '{"title": "First"}',
    "song.mkv.txt": why,
    "song (2).mkv": "nor this",
    "song (2).mkv.json": '{"title": "Second"}',
    "song (2).mkv.txt": why,
    "song (2).mp4": "nor that",
    "song (2).mp4.txt": why,
  });
});
