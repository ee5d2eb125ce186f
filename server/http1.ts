// One request over HTTP/1.1. Node's own fetch speaks HTTP/2 where it can, and when the other side closes such a connection,
// the whole process ends (an error that is nobody's; also github.com/forcedotcom/cli/issues/3622) or writes without end until
// the memory is full (Node 26.10 behind nginx).
import { once } from "node:events";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

/** What `fetch` would send; redirects are not followed, and the body of the answer is yet to be read. */
export async function sendHttp1(url: string, init: RequestInit & { signal: AbortSignal }): Promise<IncomingMessage> {
  const { method, headers, protocol, body } = await describe(url, init);
  const send = protocol === "https:" ? requestHttps : requestHttp;
  const sent = send(url, { method, headers, signal: init.signal });
  // once the answer has begun, whoever reads its body is told; without a listener it would end the process
  sent.on("error", () => {});
  sent.end(body);
  const [message] = (await once(sent, "response")) as [IncomingMessage];
  return message;
}

/** A Request knows what the many kinds of bodies and headers mean. */
async function describe(url: string, { method = "GET", headers = {}, body = null }: RequestInit) {
  const whole = new Request(url, { method, headers, body });
  return {
    method: whole.method,
    headers: Object.fromEntries(whole.headers),
    protocol: new URL(url).protocol,
    body: body === null ? undefined : await whole.bytes(),
  };
}

export function readHeaders({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}
