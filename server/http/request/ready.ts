// Answers that are the same for many clients: their headers are built once, and they bypass Fastify's reply.
import type { FastifyReply, FastifyRequest } from "fastify";

export interface Ready {
  status: 200 | 304;
  /** All headers, as Node takes them: name, value, name, value. */
  headers: readonly string[];
  bytes?: Buffer;
}

export function makeReady(status: Ready["status"], headers: Record<string, string>, bytes?: Buffer): Ready {
  const length = bytes && { "content-length": String(bytes.length) };
  return { status, headers: Object.entries({ ...headers, ...length }).flat(), ...(bytes && { bytes }) };
}

export function sendReady(
  { current, method }: Pick<FastifyRequest, "current" | "method">,
  reply: FastifyReply,
  { status, headers, bytes }: Ready,
): FastifyReply {
  // a renewed cookie (once a day) or a connection to close (while stopping) needs Fastify's reply
  const isUsual = method === "GET" && !current?.renewedToken && !reply.hasHeader("connection");
  if (!isUsual) {
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1]);
    return reply.code(status).send(bytes);
  }
  // for the log
  if (bytes) reply.header("content-length", bytes.length);
  reply.hijack();
  reply.raw.writeHead(status, headers as string[]).end(bytes);
  return reply;
}
