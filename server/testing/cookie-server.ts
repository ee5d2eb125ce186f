// A small server between an archive and a program that cannot be given a cookie: it adds the cookie to every request.
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export async function openCookieServer(target: string, cookie: string): Promise<AsyncDisposable & { url: string }> {
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
