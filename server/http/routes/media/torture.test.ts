// Sending bytes under what clients do: many ranges, several requests at once, leaving in the middle, and files
// that are not in memory. What arrives is compared with the file.
import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { saveAssets } from "#server/library/recording.ts";
import { addVideo } from "#server/library/add.ts";
import { fileOf, keepFile, makeScratch, removeFile } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { changeLibrary } from "#server/library/version.ts";

const bytes = randomBytes(4 * 2 ** 20 + 12_345);
const kind = "video-source.mp4";

it.runIf(process.platform === "linux")(
  "every answer is the file's own bytes, and nothing stays open",
  { timeout: 240_000 },
  async () => {
    await using archive = await openTestArchive({ store: "disk" });
    const { id, file } = await addFile(archive);
    const browser = archive.openBrowser();
    await browser.signIn("patron-gold");
    const asking = (from: number, to: number) =>
      `GET /api/media/${id}/${kind} HTTP/1.1\r\nHost: localhost:${archive.config.port}\r\n` +
      `Cookie: session=${browser.cookies.get("session")}\r\nRange: bytes=${from}-${to - 1}\r\n\r\n`;

    let compared = 0;
    for (let round = 0; round < 6 || (compared < 60 && round < 60); round += 1) {
      if (round % 2 === 1) dropFromMemory(file);
      const counts = await Promise.all(Array.from({ length: 3 }, () => talk(archive.config.port, asking)));
      compared += counts.reduce((sum, count) => sum + count, 0);
      await Promise.all(Array.from({ length: 8 }, (_, n) => leave(archive.config.port, asking, n)));
    }
    expect(compared).toBeGreaterThanOrEqual(60);
    // a file that is gone is closed as soon as nobody reads it any more
    await removeFile(archive.parts.media.store, id, path.basename(file));
    await expect.poll(() => countOpen(archive.config.dataDir)).toBe(0);
  },
);

type Asking = (from: number, to: number) => string;

/** One connection, several requests at a time, each answer compared. Returns how many were. */
async function talk(port: number, asking: Asking): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  const pieces = socket[Symbol.asyncIterator]();
  const got = Buffer.alloc(5 * bytes.length);
  let [start, end, compared] = [0, 0, 0];
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { value, done } = (await pieces.next()) as IteratorResult<Buffer, undefined>;
      if (done) throw new Error("the connection ended too early");
      end += value.copy(got, end);
    }
  };
  for (const atOnce of [1, 4, 2]) {
    [start, end] = [0, 0];
    const asked = Array.from({ length: atOnce }, chooseRange);
    socket.write(asked.map(([from, to]) => asking(from, to)).join(""));
    for (const [from, to] of asked) {
      const findBody = () => got.subarray(start, end).indexOf("\r\n\r\n") + 4;
      await readUntil(() => findBody() > 3);
      const head = got.toString("latin1", start, start + findBody());
      const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
      start += head.length;
      await readUntil(() => end >= start + length);
      const body = got.subarray(start, start + length);
      start += length;
      // on a machine with too much to do it refuses, and nothing is to be compared
      if (head.startsWith("HTTP/1.1 503")) continue;
      expect(head).toMatch(/^HTTP\/1.1 206 /);
      expect(head).toContain(`content-range: bytes ${from}-${to - 1}/${bytes.length}\r\n`);
      expect(body.equals(bytes.subarray(from, to)), `${from} to ${to}`).toBe(true);
      compared += 1;
    }
    expect(end).toBe(start);
  }
  socket.destroy();
  return compared;
}

/** Asks for much, and goes away before, while or just after it comes. */
async function leave(port: number, asking: Asking, n: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  socket.write(asking(0, bytes.length).repeat(1 + (n % 3)));
  if (n % 4 > 0) await Promise.race([once(socket, "data"), once(socket, "close")]);
  if (n % 2 === 0) socket.resetAndDestroy();
  else socket.destroy();
  await closed(socket);
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, "close");
}

function chooseRange(): [number, number] {
  const from = randomInt(bytes.length);
  const most = [100, 70_000, 200_000, 3_000_000][randomInt(4)] ?? 1;
  return [from, Math.min(bytes.length, from + 1 + randomInt(most))];
}

/** Written out and forgotten by the kernel: the next who reads must ask the disk. */
function dropFromMemory(file: string): void {
  execFileSync("dd", [`of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"]);
}

/** Descriptors of this process into its media. */
function countOpen(dataDir: string): number {
  const open = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  return open.filter((name) => name.startsWith(path.join(dataDir, "media") + path.sep)).length;
}

async function addFile({ parts: { db, media } }: TestArchive): Promise<{ id: string; file: string }> {
  await using scratch = await makeScratch(media.store);
  const from = path.join(scratch.folder, "noise");
  await writeFile(from, bytes);
  const now = new Date();
  return await changeLibrary(db, async (trx) => {
    const id = await addVideo(trx, { title: "Noise", addDate: now, state: "published", memberId: null }, now);
    const stored = await keepFile(media.store, id, { kind, from });
    await saveAssets(trx, id, [{ kind, ...stored, facts: {} }], now);
    return { id, file: fileOf(media.store, id, { kind, ...stored }) };
  });
}
