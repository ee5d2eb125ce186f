// A program that is killed while it copies a recording copies it the next time: an encoding instead would cost quality for good.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { takeIn } from "#server/intake/take-in.ts";
import { listAssets } from "#server/library/recording.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";

it("a recording is copied as it is, also when the first copy was killed", async () => {
  await using clips = await openClips();
  const file = await clips.make("show.mp4", `${pictures("320x180", 25, 2)} ${chord(2)} ${x264} -c:a aac`);
  const killed = path.join(clips.folder, "killed");
  const kill = `case "$*" in *"-c:v copy"*) [ -f "${killed}" ] || { : >"${killed}"; exit 137; } ;; esac`;
  await writeFile(path.join(clips.folder, "nice"), `#!/bin/sh\n${kill}\nexec /usr/bin/nice "$@"\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${clips.folder}:${process.env["PATH"]}`);
  await using archive = await openTestArchive({ kind: "sqlite", store: "disk" });
  const { parts } = archive;

  const { id } = await takeIn(parts, { file, name: "show.mp4", memberId: null });
  const first = () =>
    parts.db
      .selectFrom("job")
      .select(["state", "attempts"])
      .where("key", "=", id)
      .where("kind", "=", "prepare-first")
      .executeTakeFirst();
  // a failed step is tried again after ten seconds
  await expect.poll(first, { timeout: 60_000 }).toEqual({ state: "done", attempts: 2 });
  expect((await listAssets(parts.db, id)).map(({ kind }) => kind)).toContain("video-source.mp4");
  vi.unstubAllEnvs();
});
