// A small server between an archive and a program that cannot be given a cookie: it adds the cookie to every request.
// Where the archive is busy it asks again: such a program does not.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const againMs = 200;

export async function openCookieServer(target: string, cookie: string): Promise<AsyncDisposable & { url: string }> {
  const { host, hostname, port } = new URL(target);
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    const onward = ask({ hostname, port, method, path: url, headers: { ...headers, host, cookie } }, (answer) => {
      if (answer.statusCode === 503 && !response.destroyed) {
        answer.resume();
        return void setTimeout(() => forward(request, response), againMs);
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end();
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
