// What we serve, played by VLC. It cannot be given a cookie, so a small server in between adds it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { openClips, pictures, x264 } from "#server/testing/clips.ts";
import { settleWork } from "#server/testing/settle.ts";
import { takeIn } from "./take-in.ts";

const program = "/usr/bin/cvlc";
const isThere = existsSync(program);
if (!isThere) console.log("VLC is not installed (vlc-bin, vlc-plugin-base): what it plays is not tested here.");

it("VLC plays the sound beside the pictures to its end", { skip: !isThere, timeout: 120_000 }, async () => {
  await using clips = await openClips();
  await using archive = await openTestArchive();
  const tone = "-f lavfi -i sine=f=440:r=48000:d=20";
  const file = await clips.make("twenty.mp4", `${pictures("320x180", 25, 20)} ${tone} ${x264} -c:a aac`);
  const { id } = await takeIn(archive.parts, { file, name: "twenty.mp4", memberId: null });
  await settleWork(archive.parts, 90_000);
  const member = archive.openBrowser();
  await member.signIn("patron-gold");
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  await using between = await openBetween(archive.url, cookie);

  await chmod(clips.folder, 0o777);
  const written = path.join(clips.folder, "heard.wav");
  const sink = `#transcode{acodec=s16l}:std{access=file,mux=wav,dst=${written}}`;
  const address = `${between.url}/api/media/${id}/master.m3u8`;
  const line = [program, "-I", "dummy", "--no-sout-video", "--sout", sink, address, "vlc://quit"];
  // VLC does not start as root
  const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const [command = "", ...args] = process.getuid?.() === 0 ? [...asNobody, ...line] : line;
  await promisify(execFile)(command, args, { env: { ...process.env, HOME: clips.folder }, timeout: 45_000 });

  const { stdout } = await promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-i", written, "-ac", "1", "-ar", "1000", "-f", "s16le", "-"],
    { encoding: "buffer" },
  );
  expect(stdout.length / 2000).toBeGreaterThan(19.5);
  for (let second = 0; second < 19; second += 1) {
    const samples = Array.from({ length: 900 }, (_, n) => Math.abs(stdout.readInt16LE((second * 1000 + 50 + n) * 2)));
    expect(Math.max(...samples)).toBeGreaterThan(1000);
  }
});

async function openBetween(target: string, cookie: string): Promise<AsyncDisposable & { url: string }> {
  const { host, hostname, port } = new URL(target);
  const server = createServer(({ method, url, headers }, response) => {
    const onward = ask({ hostname, port, method, path: url, headers: { ...headers, host, cookie } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
