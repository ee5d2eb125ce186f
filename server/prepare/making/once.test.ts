// What goes wrong once while a recording is prepared is put right by the next attempt, without a trace: it is copied and not encoded,
// which would cost quality for good, and it is not taken for a shorter one.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { takeIn } from "#server/intake/take-in.ts";
import { listAssets } from "#server/library/recording.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";

it.each([
  { what: "the copy was killed", line: `${x264} -c:a aac`, during: "-c:v copy", fault: "exit 137" },
  { what: "the copy was asked to end", line: `${x264} -c:a ac3`, during: "-c:v copy", fault: "exit 255" },
  // ffprobe says nothing when it cannot read on
  {
    what: "its packets were not read whole",
    line: "-c:v mpeg4 -c:a aac",
    during: "packet=stream_index",
    fault: `/usr/bin/nice "$@" | grep -v "^packet.*|[3-9]\\."; exit 0`,
  },
])("a recording is prepared as it is, also when once $what", async ({ line, during, fault }) => {
  await using clips = await openClips();
  const file = await clips.make("show.mkv", `${pictures("320x180", 25, 6)} ${chord(6)} ${line}`);
  const done = path.join(clips.folder, "done");
  const once = `case "$*" in *"${during}"*) [ -f "${done}" ] || { : >"${done}"; ${fault}; } ;; esac`;
  await writeFile(path.join(clips.folder, "nice"), `#!/bin/sh\n${once}\nexec /usr/bin/nice "$@"\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${clips.folder}:${process.env["PATH"]}`);
  await using archive = await openTestArchive({ kind: "sqlite", store: "disk" });
  const { parts } = archive;

  const { id } = await takeIn(parts, { file, name: "show.mkv", memberId: null });
  const first = () =>
    parts.db
      .selectFrom("job")
      .select(["state", "attempts"])
      .where("key", "=", id)
      .where("kind", "=", "prepare-first")
      .executeTakeFirst();
  // a failed step is tried again after ten seconds
  await expect.poll(first).toEqual({ state: "done", attempts: 2 });
  const made = (await listAssets(parts.db, id)).find(({ kind }) => kind === "video-source.mp4");
  expect(made?.facts.isEncoded ?? false).toBe(line.includes("mpeg4"));
  expect(made?.facts.rendition?.durationSeconds).toBeCloseTo(6, 1);
  vi.unstubAllEnvs();
});
