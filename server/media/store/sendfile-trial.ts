// Whether a way of sending bytes can be trusted on this machine: it sends a file through a real connection, and what
// arrives must be that file.
import { once } from "node:events";
import { open } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { buffer as collect } from "node:stream/consumers";
import type { SendBytes } from "./send.ts";

/** A file that is surely there, and longer than the pieces it goes out in. */
const trialFile = process.execPath;
const trialBytes = 3 * 1024 * 1024;

export async function isTrue(send: SendBytes): Promise<boolean> {
  await using file = await open(trialFile);
  const expected = Buffer.alloc(trialBytes);
  await file.read(expected, 0, trialBytes, 0);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const ended = send(socket, file.fd, { from: 1, to: trialBytes });
    ended.then(
      () => socket.end(),
      () => socket.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.setTimeout(5000, () => socket.destroy(new Error("nothing comes")));
    return (await collect(socket)).equals(expected.subarray(1));
  } finally {
    server.close();
  }
}
