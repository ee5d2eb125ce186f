// What encoders could send: bytes of a real ffmpeg, changed at random. Nothing of it ends the receiver, makes it keep memory, gets
// past the key, or leaves a file that is not a recording up to its end.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempDisposable, open, readFile, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readKept } from "#server/live/fragments.ts";
import { startReceiver } from "#server/live/receiver-process.ts";
import { openRecorder } from "#server/live/recorder.ts";
import { converse, type Happening } from "#server/live/rtmp/conversation.ts";
import { hashToken } from "#server/member/session.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { closed, handshake, hashFrames, sendBytes, sendClip, writeGreeting } from "#server/testing/live/encoder.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom, type Random } from "#server/testing/random.ts";

const hourMs = 3_600_000;

/** All that ffmpeg says when it sends two seconds. */
async function recordConversation(): Promise<Buffer> {
  await using clips = await openClips();
  const clip = await clips.make("sent.mp4", `${pictures("64x36", 10)} ${chord()} ${x264} -c:a aac -b:a 32k`);
  const pieces: Buffer[] = [];
  const server = createServer((socket) => {
    const conversation = converse((bytes) => void socket.write(bytes));
    socket.on("data", (bytes: Buffer) => {
      pieces.push(bytes);
      for (const { what } of conversation.read(bytes)) if (what === "key") conversation.answer(true);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sender = spawn("ffmpeg", [
    "-v",
    "error",
    "-i",
    clip,
    "-c",
    "copy",
    "-f",
    "flv",
    `rtmp://127.0.0.1:${port}/live/key`,
  ]);
  await once(sender, "close");
  server.close();
  return Buffer.concat(pieces);
}

/** Most keep the greeting, so that what comes after it is tried, too. */
function change(original: Buffer, random: Random): Buffer {
  if (random.chance(0.02)) return randomBytes(random.below(5000));
  let bytes: Buffer = Buffer.from(original);
  const from = random.chance(0.8) ? handshake.length : 0;
  const place = () => from + random.below(Math.max(1, bytes.length - from));
  for (let changes = random.below(8); changes > 0; changes -= 1) {
    const at = place();
    const kind = random.below(6);
    if (kind === 0) bytes[at] = random.below(256);
    else if (kind === 1) bytes.fill(random.pick([0, 0xff, 0x80]), at, at + 1 + random.below(8));
    else if (kind === 2) bytes = bytes.subarray(0, at);
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + random.below(64)))]);
    else if (kind === 4)
      bytes = Buffer.concat([bytes.subarray(0, at), randomBytes(random.below(64)), bytes.subarray(at)]);
    else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(place())]);
    if (bytes.length <= from) break;
  }
  return bytes;
}

function* cutInPieces(bytes: Buffer, random: Random): Generator<Buffer> {
  const most = random.pick([1, 7, 100, 1500, 65_536]);
  // byte by byte only where it is not much
  const size = most === 1 && bytes.length > 8000 ? 100 : most;
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + random.below(size);
    yield bytes.subarray(at, end);
    at = end;
  }
}

it("changed conversations are refused or kept, and end nothing", { timeout: hourMs }, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-live-"));
  const original = await recordConversation();
  const counted = { conversations: 0, refused: 0, kept: 0, wrong: 0 };
  const wrong: string[] = [];
  for (let n = 0; n < scaled(3000, 500_000); n += 1) {
    const random = createRandom(seed * 1_000_003 + n);
    const isWritten = n % 20 === 0;
    const file = path.join(folder.path, "kept.mp4");
    const recorder = isWritten
      ? await openRecorder(file, { onKept: () => undefined, onError: (error) => void wrong.push(String(error)) })
      : null;
    const isRight = random.chance(0.9);
    let hasKey = false;
    const take = (happenings: readonly Happening[]) => {
      for (const one of happenings) {
        if (one.what === "key") take(conversation.answer((hasKey = isRight)));
        else if (!hasKey) wrong.push(`${n}: ${one.what} without a key`);
        else if (one.what === "size") recorder?.setSize(one);
        else if (one.what === "packet") recorder?.add(one.track, one.time, one.packet);
      }
    };
    const conversation = converse(() => undefined);
    try {
      for (const piece of cutInPieces(change(original, random), random)) take(conversation.read(piece));
    } catch (error) {
      counted.refused += 1;
      if (!(error instanceof Error) || error instanceof TypeError) wrong.push(`${n}: ${String(error)}`);
    }
    counted.conversations += 1;
    if (!recorder) continue;
    await recorder.close();
    await using handle = await open(file);
    const { bytes, fragments } = await readKept(handle);
    if (bytes !== (await handle.stat()).size) wrong.push(`${n}: what is kept is not whole`);
    if (fragments > 0) counted.kept += 1;
    await rm(file);
  }
  counted.wrong = wrong.length;
  publish("live", counted);
  expect(wrong.slice(0, 10)).toEqual([]);
  // what is always refused, or never gets as far as to be kept, would test nothing
  expect(counted.refused).toBeGreaterThan(counted.conversations / 50);
  expect(counted.kept).toBeGreaterThan(counted.conversations / 20 / 10);
});

it(
  "over the network: the receiver goes on, its memory stays, and the one that is live is not disturbed",
  { timeout: hourMs },
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-live-")));
    const clips = stack.use(await openClips());
    const clip = await clips.make("live.mp4", `${pictures("160x90", 25, 8)} ${chord(8)} ${x264} -c:a aac`);
    const original = await recordConversation();
    const port = await findFreePort();
    const listening = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<string>();
    const ends: string[] = [];
    const file = path.join(folder.path, "live.mp4");
    let isKept = false;
    const receiver = stack.use(
      startReceiver({
        ...{ folder: folder.path, port, isLocal: true, onEnd: (why) => void ends.push(why) },
        onMessage(message) {
          if (message.say === "listening") listening.resolve();
          if (message.say === "kept") isKept = true;
          if (message.say === "gone") gone.resolve(message.how);
          if (message.say !== "may") return;
          // one key is right; those that are refused for another reason are not counted as wrong, so that all are looked at
          const answer = message.hash === rightHash ? { id: "live", file } : "not-now";
          receiver.tell({ say: "may", ask: message.ask, answer });
        },
      }),
    );
    await listening.promise;
    const encoder = sendClip(clip, { port, key: rightKey });
    await expect.poll(() => isKept, { timeout: 120_000 }).toBe(true);
    const before = await readMemory(receiver.pid);
    const sockets = { connections: 0, accepted: 0 };
    for (let n = 0; n < scaled(40, 4000); n += 8) {
      const tries = Array.from({ length: 8 }, async (_, k) => {
        const random = createRandom(seed * 7_000_003 + n + k);
        // without a key that is right nothing but its beginning is ever read
        const bytes = random.chance(0.3)
          ? writeGreeting(random.pick(["", "live", "x".repeat(3000)]))
          : change(original, random);
        const socket = connect(port, "127.0.0.1");
        const end = closed(socket);
        let answer = "";
        socket.on("data", (piece: Buffer) => (answer += piece.toString("latin1")));
        for (const piece of cutInPieces(bytes.subarray(0, 8000), random)) socket.write(piece);
        if (random.chance(0.5)) socket.destroy();
        else socket.end();
        await end;
        sockets.connections += 1;
        if (answer.includes("Publish.Start")) sockets.accepted += 1;
      });
      await Promise.all(tries);
    }
    const grown = (await readMemory(receiver.pid)) - before;
    expect(await encoder.ended).toBe(0);
    expect(await gone.promise).toBe("stopped");
    expect(ends).toEqual([]);
    publish("live", { ...sockets, mostMegabytes: Math.round(grown / 2 ** 20) });
    expect(sockets.accepted).toBe(0);
    expect(grown).toBeLessThan(64 * 2 ** 20);
    expect(await hashFrames(file)).toEqual(await hashFrames(clip));
    expect((await sendBytes(port, Buffer.from([9]))).answer).toHaveLength(0);
  },
);

const rightKey = "live_right";
const rightHash = hashToken(rightKey);

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}
