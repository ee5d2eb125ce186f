import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Incoming } from "#contract/studio.ts";
import { openTestArchive } from "#server/testing/archive.ts";

it("editors, and nobody else, see which files in the incoming folder were not added, and why", async () => {
  await using archive = await openTestArchive({ incomingWaits: { lookMs: 50, stillMs: 0 } });
  const folder = path.join(archive.config.dataDir, "incoming");
  await writeFile(path.join(folder, "song.mkv.part"), "x");
  await writeFile(path.join(folder, "playlist.mp4"), "#EXTM3U\n");
  const [editor, viewer] = [archive.openBrowser(), archive.openBrowser()];
  await editor.signIn("patron-editor");
  await viewer.signIn("patron-gold");
  const read = async () => (await editor.ask<Incoming>("GET /api/studio/incoming")).body;
  const about = { bytes: 1, since: expect.any(String) };
  await expect.poll(read).toEqual({
    entries: [
      {
        ...about,
        name: "song.mkv.part",
        state: "unfinished",
        sentence: "Its name ends in .part, .tmp or similar, so it counts as unfinished. Rename it when it is complete.",
      },
      {
        ...about,
        bytes: 8,
        name: "playlist.mp4",
        state: "refused",
        sentence: "This is a playlist, not a recording.",
      },
    ],
    total: 2,
  });
  const statuses = [viewer, archive.openBrowser()].map(
    async (one) => (await one.ask("GET /api/studio/incoming")).status,
  );
  expect(await Promise.all(statuses)).toEqual([403, 401]);
});
