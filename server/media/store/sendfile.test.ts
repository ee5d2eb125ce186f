import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { read } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer as collect } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { SendBytes } from "./send.ts";
import { loadCalls, openSendfile, sendWith, type Calls } from "./sendfile.ts";
import { isTrue } from "./sendfile-trial.ts";

const isLinux = process.platform === "linux";
const bytes = randomBytes(3 * 2 ** 20 + 77);

it.runIf(isLinux)("on Linux the trial goes well, and nobody is warned of an experiment", async () => {
  const warned: string[] = [];
  const listen = (warning: Error) => warned.push(warning.message);
  process.on("warning", listen);
  expect(await openSendfile()).toBeTypeOf("function");
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off("warning", listen);
  expect(warned).toEqual([]);
});

it("a way of sending that changes a single byte, or forgets the last one, fails the trial", async () => {
  const wrong =
    (change: (all: Buffer) => Buffer): SendBytes =>
    async (target, fd, { from, to }) => {
      const all = Buffer.alloc(to - from);
      await promisify(read)(fd, all, 0, all.length, from);
      target.write(change(all));
      return all.length;
    };
  expect(await isTrue(wrong((all) => all))).toBe(true);
  expect(await isTrue(wrong((all) => all.fill(all[9] === 1 ? 2 : 1, 9, 10)))).toBe(false);
  expect(await isTrue(wrong((all) => all.subarray(0, -1)))).toBe(false);
});

/** As the kernel answers on a bad day. */
const days: Record<string, (calls: Calls) => Calls> = {
  "an ordinary day": (calls) => calls,
  "connections are always full": (calls) => ({ ...calls, sendfile: () => -1 }),
  "connections are often full": (calls) => ({
    ...calls,
    sendfile: (socket, piece) => (randomInt(3) > 0 ? -1 : calls.sendfile(socket, piece)),
  }),
  "connections take a little at a time": (calls) => ({
    ...calls,
    sendfile: (socket, piece) =>
      calls.sendfile(socket, { ...piece, bytes: randomInt(Math.min(piece.bytes, 40_000)) + 1 }),
  }),
  "nothing is in memory": (calls) => ({ ...calls, readNow: () => -1 }),
  "half is in memory": (calls) => ({
    sendfile: calls.sendfile,
    readNow: (into, piece) =>
      randomInt(2) > 0 ? -1 : calls.readNow(into, { ...piece, bytes: randomInt(1, piece.bytes + 1) }),
  }),
};

it.runIf(isLinux).each(Object.keys(days))("what arrives is the file, when %s", { timeout: 120_000 }, async (day) => {
  await using stage = await openStage(sendWith((days[day] as (calls: Calls) => Calls)(await loadCalls())));
  for (let n = 0; n < 12; n += 1) {
    const from = randomInt(bytes.length);
    const to = randomInt(from, bytes.length) + 1;
    const got = await stage.ask(from, to);
    expect(got.equals(bytes.subarray(from, to)), `${from} to ${to}`).toBe(true);
  }
  expect((await stage.ask(0, bytes.length)).equals(bytes)).toBe(true);
});

it.runIf(isLinux)("who leaves in the middle leaves nothing behind", { timeout: 120_000 }, async () => {
  await using stage = await openStage(sendWith(await loadCalls()));
  for (let n = 0; n < 40; n += 1) {
    const socket = connect(stage.port, "127.0.0.1");
    socket.write(`GET /0/${bytes.length} HTTP/1.1\r\nHost: here\r\n\r\n`);
    await once(socket, "data");
    if (n % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  await expect.poll(() => stage.underWay(), { timeout: 30_000 }).toBe(0);
});

it.runIf(isLinux)("who says goodbye in the middle leaves nothing behind either", { timeout: 120_000 }, async () => {
  const calls = await loadCalls();
  const little = days["connections take a little at a time"] as (calls: Calls) => Calls;
  await using stage = await openStage(sendWith(little(calls)));
  for (let n = 0; n < 6; n += 1) {
    const socket = connect({ port: stage.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.write(`GET /0/${bytes.length} HTTP/1.1\r\nHost: here\r\n\r\n`);
    await once(socket, "data");
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.on("error", () => undefined).resume();
  }
  await expect.poll(() => stage.underWay(), { timeout: 30_000 }).toBe(0);
});

/** GET /{from}/{to} is that part of the file. */
async function openStage(send: SendBytes) {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-sendfile-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const place = path.join(folder, "file");
  await writeFile(place, bytes);
  const file = stack.use(await open(place));
  let underWay = 0;
  const server = createServer((request, response) => {
    const [, from = 0, to = 0] = (request.url ?? "").split("/").map(Number);
    response.writeHead(200, { "content-length": to - from });
    underWay += 1;
    send(response, file.fd, { from, to })
      .then(
        () => response.end(),
        () => response.destroy(),
      )
      .finally(() => (underWay -= 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const kept = stack.move();
  return {
    port,
    underWay: () => underWay,
    async ask(from: number, to: number): Promise<Buffer> {
      const asked = get(`http://127.0.0.1:${port}/${from}/${to}`);
      const [response] = (await once(asked, "response")) as [NodeJS.ReadableStream];
      return collect(response);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
