// What we serve, played by VLC. It cannot be given a cookie, so a small server in between adds it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { openClips, pictures, x264 } from "#server/testing/clips.ts";
import { openCookieServer } from "#server/testing/cookie-server.ts";
import { isFull } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { hasVlc, playWithVlc, vlcMissing } from "#server/testing/vlc.ts";
import { takeIn } from "#server/intake/take-in.ts";

if (!hasVlc) console.log(vlcMissing);

it("VLC plays the sound beside the pictures to its end", { skip: !hasVlc || !isFull }, async () => {
  await using clips = await openClips();
  await using archive = await openTestArchive();
  const tone = "-f lavfi -i sine=f=440:r=48000:d=20";
  const file = await clips.make("twenty.mp4", `${pictures("320x180", 25, 20)} ${tone} ${x264} -c:a aac`);
  const { id } = await takeIn(archive.parts, { file, name: "twenty.mp4", memberId: null });
  await settleWork(archive.parts, 90_000);
  const member = archive.openBrowser();
  await member.signIn("patron-gold");
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  await using between = await openCookieServer(archive.url, cookie);
  const address = `${between.url}/api/media/${id}/master.m3u8`;
  await using heard = await playWithVlc(address, 45_000);

  const { stdout } = await promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-i", heard.file, "-ac", "1", "-ar", "1000", "-f", "s16le", "-"],
    { encoding: "buffer" },
  );
  expect(stdout.length / 2000).toBeGreaterThan(19.5);
  for (let second = 0; second < 19; second += 1) {
    const samples = Array.from({ length: 900 }, (_, n) => Math.abs(stdout.readInt16LE((second * 1000 + 50 + n) * 2)));
    expect(Math.max(...samples)).toBeGreaterThan(1000);
  }
});
