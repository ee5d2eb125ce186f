// A small HTTP server that remembers what it was sent.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface Listening extends AsyncDisposable {
  port: number;
  url: string;
}

export async function listen(answer: (asked: Asked) => Promise<Answer>): Promise<Listening> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
      const {
        status,
        headers = {},
        body: text = "",
      } = await answer({
        path: request.url ?? "",
        headers: request.headers,
        body,
      });
      response.writeHead(status, headers).end(text);
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
