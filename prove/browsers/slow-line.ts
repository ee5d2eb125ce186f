// Stands between the browsers and the archive: what browsers send can be slowed down, in any browser alike.
import { Agent, createServer, request as ask, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

export interface SlowLine extends AsyncDisposable {
  /** Null: as fast as possible. */
  bytesPerSecond: number | null;
}

export async function openSlowLine(port: number, target: number): Promise<SlowLine> {
  const line: SlowLine = {
    bytesPerSecond: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function* slowDown(body: IncomingMessage): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (line.bytesPerSecond !== null) await sleep((chunk.length / line.bytesPerSecond) * 1000);
      yield chunk;
    }
  }
  // no connection is used twice: on a busy machine the other side may just be closing it
  const agent = new Agent({ keepAlive: false });
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const onward = ask({ agent, hostname: "127.0.0.1", port: target, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // a person who leaves a page ends what it was loading
      pipeline(answer, response).catch(() => undefined);
    });
    onward.on("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    pipeline(Readable.from(slowDown(request)), onward).catch(() => undefined);
  });
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return line;
}
