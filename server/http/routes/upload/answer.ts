// Between our server and the protocol's: requests are handed over without their sockets, and what comes back is an answer
// like every other of the archive.
import { Metadata } from "@tus/server";
import type { FastifyReply } from "fastify";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { Refusal } from "#server/refusal.ts";
import { tooBusy } from "#server/http/door/problems.ts";
import { notFound, type TusCall } from "./protocol.ts";
import { diskIsFull } from "./room.ts";

/** With `part`, that is its body; else what arrives, which is not touched before it is asked for. */
export function toWebRequest({ method, id = "", headers }: TusCall, raw: IncomingMessage, part?: Buffer): Request {
  const request = new Request(`http://localhost/api/upload/${id}`, { method, headers });
  let body: ReadableStream | undefined;
  const read = () => (body ??= Readable.toWeb(part ? Readable.from([part]) : raw));
  Object.defineProperty(request, "body", { get: read });
  // where the connection breaks, the protocol's server keeps what has arrived
  return Object.assign(request, { runtime: { node: { req: raw } } });
}

const passedOn = ["location", "upload-offset", "upload-length", "content-type"];

export async function sendTusAnswer(reply: FastifyReply, answer: Response, expiresAt: Date | null): Promise<void> {
  const { status, headers } = answer;
  const body = await answer.text();
  // its own checks come without an error: what they found is named in the body
  if (status >= 400) throw new Refusal("bad-input", `The upload's headers cannot be read: ${body.trim()}.`);
  for (const name of passedOn) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const metadata = headers.get("upload-metadata");
  if (metadata) reply.header("upload-metadata", withoutOurs(metadata));
  if (expiresAt) reply.header("upload-expires", expiresAt.toUTCString());
  await reply.code(status).send(body === "" ? undefined : body);
}

/** What the client said, and not what the archive has noted beside it. */
function withoutOurs(metadata: string): string {
  const { member: _, ...said } = Metadata.parse(metadata);
  return Metadata.stringify(said);
}

/** The protocol's errors are plain objects with a status. */
export function asUploadRefusal(error: unknown, isNearlyFull: boolean): unknown {
  if (error instanceof Refusal) return error;
  const status = (error as { status_code?: number }).status_code;
  switch (status) {
    case 400:
      return new Refusal("conflict", "This part was interrupted. Please ask where the upload goes on.");
    case 404:
    case 410:
      return notFound();
    case 409:
      return new Refusal("conflict", "The upload does not go on there. Please ask where it does.");
    case 413:
      return new Refusal("too-large", "This part goes beyond the end of the file.");
  }
  if (isDiskFull(error) || isNearlyFull) return diskIsFull(error);
  const words = (error as { body?: string }).body ?? "";
  if (words.includes("lock")) return tooBusy(error);
  return error instanceof Error ? error : new Error(`an upload failed: ${words.trim()}`);
}
