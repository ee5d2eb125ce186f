// Before the browser tests: makes a few short recordings with ffmpeg and imports them with the product's own command.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Video } from "#contract/video.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { commandLine } from "#server/testing/process.ts";
import { shared, url } from "./stage.ts";

interface Recording {
  title: string;
  date: string;
  seconds: number;
  hidden?: boolean;
  protected?: boolean;
  isSound?: boolean;
  /** Larger than one of the smaller sizes, so that it gets two sizes. */
  hasSizes?: boolean;
}

/** Newest first, as the page lists them. */
export const recordings: Recording[] = [
  { title: "Harbour lights, first set", date: "2026-05-01T19:30:00Z", seconds: 24, hasSizes: true },
  { title: "Harbour lights, second set", date: "2026-04-30T19:30:00Z", seconds: 4 },
  { title: "Rehearsal nobody should see", date: "2026-03-03T18:00:00Z", seconds: 3, hidden: true },
  { title: "Café at midnight", date: "2025-11-20", seconds: 5 },
  { title: "Strings alone", date: "2025-06-12T20:15:00Z", seconds: 6, isSound: true },
  { title: "The first evening", date: "2024-02-29T20:00:00Z", seconds: 61, protected: true },
];

export default async function takeInRecordings(): Promise<void> {
  const folder = path.resolve(".cache/e2e-recordings");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [
    index,
    { title, date, seconds, hidden, protected: isProtected, isSound, hasSizes },
  ] of recordings.entries()) {
    const file = path.join(folder, `${index}.${isSound ? "m4a" : "mp4"}`);
    const sound = `sine=frequency=${220 + index * 55}:duration=${seconds},tremolo=f=2`;
    const picture = [
      "-f",
      "lavfi",
      "-i",
      `testsrc2=size=${hasSizes ? "860x484" : "320x180"}:rate=24:duration=${seconds}`,
    ];
    const video = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "48", "-pix_fmt", "yuv420p"];
    const args = [
      "-y",
      "-v",
      "error",
      ...(isSound ? [] : picture),
      "-f",
      "lavfi",
      "-i",
      sound,
      ...(isSound ? [] : video),
    ];
    execFileSync("ffmpeg", [...args, "-c:a", "aac", "-movflags", "+faststart", file]);
    writeFileSync(
      `${file}.json`,
      JSON.stringify({ title, date, hidden: hidden ?? false, protected: isProtected ?? false }),
    );
  }
  const { status, stdout } = spawnSync(process.execPath, [commandLine, "import", folder], {
    env: shared.environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the recordings were not imported:\n${stdout}`);
  await untilPrepared();
}

/** With all their sizes, which come last: an open page does not look for more of them. */
async function untilPrepared(): Promise<void> {
  const editor = createBrowser(url);
  await editor.signIn("patron-editor");
  const giveUpAt = Date.now() + 600_000;
  for (;;) {
    const { body } = await editor.ask<{ videos: { id: string }[] }>("GET /api/video/list");
    const looks = body.videos.map(({ id }) => editor.ask<{ video: Video }>(`GET /api/video/v/${id}`));
    const states = (await Promise.all(looks)).map(({ body: { video } }) => video.media?.preparation.state);
    if (states.length === recordings.length && states.every((state) => state === "done")) return;
    if (Date.now() > giveUpAt) throw new Error(`not prepared in time: ${states.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
