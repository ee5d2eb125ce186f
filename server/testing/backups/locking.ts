// In front of the tests' S3 service, which has no object lock: answers about it as Amazon does, and passes on everything else.
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { VaultConfig } from "#server/media/store/vault.ts";

interface LockingBucket extends AsyncDisposable {
  bucket: VaultConfig;
  /** Until when, by the path of the object. */
  locked: Map<string, string>;
  /** Answers so to every request for protection, while it is set. */
  refuses: boolean;
}

const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;

export async function startLocking(bucket: VaultConfig, days: number): Promise<LockingBucket> {
  const locked = new Map<string, string>();
  const state = { refuses: false };
  const usual = `<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>${days}</Days></DefaultRetention></Rule>`;
  const inside = new URL(bucket.endpoint ?? "");
  const server = createServer((asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? "", inside);
    if (asked.method === "GET" && searchParams.has("object-lock"))
      return void answer.end(xml("ObjectLockConfiguration", usual));
    if (asked.method !== "PUT" || !searchParams.has("retention")) return passOn(inside, asked, answer);
    if (state.refuses)
      return void answer.writeHead(403).end("<Error><Code>AccessDenied</Code><Message>No</Message></Error>");
    void Array.fromAsync(asked as AsyncIterable<Buffer>).then((parts) => {
      const [, until = ""] = /<RetainUntilDate>([^<]+)</.exec(Buffer.concat(parts).toString()) ?? [];
      locked.set(decodeURIComponent(pathname), until);
      answer.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    bucket: { ...bucket, endpoint, origin: endpoint },
    locked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** With the headers as they came: they are signed. */
function passOn({ hostname, port }: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path } = asked;
  const { connection: _connection, expect: _expect, ...headers } = asked.headers;
  const passed = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
    answer.writeHead(reply.statusCode ?? 500, reply.headers);
    if (method === "HEAD") answer.end();
    else reply.pipe(answer);
  });
  // Swift sends a body after HEAD, too, which is an error when all is answered
  passed.on("error", () => answer.writableEnded || answer.destroy());
  asked.pipe(passed);
}
