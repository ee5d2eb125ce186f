// Passes requests to the tus server without their sockets, and turns what it returns into answers like all others of the
// archive.
import { Metadata } from "@tus/server";
import type { FastifyReply } from "fastify";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { Refusal } from "#server/refusal.ts";
import { tooBusy } from "#server/http/request/problems.ts";
import { notFound, type TusCall } from "./protocol.ts";
import { diskIsFull } from "./space.ts";
import { words } from "./words.ts";

/** The body is `part` if given, else the incoming bytes, which are not read before tus asks for them. */
export function toWebRequest({ method, id = "", headers }: TusCall, raw: IncomingMessage, part?: Buffer): Request {
  const request = new Request(`http://localhost/api/upload/${id}`, { method, headers });
  let body: ReadableStream | undefined;
  const read = () => (body ??= Readable.toWeb(part ? Readable.from([part]) : raw));
  Object.defineProperty(request, "body", { get: read });
  // lets the tus server keep what has arrived when the connection breaks
  return Object.assign(request, { runtime: { node: { req: raw } } });
}

const passedOn = ["location", "upload-offset", "upload-length", "content-type"];

export async function sendTusAnswer(reply: FastifyReply, answer: Response, expiresAt: Date | null): Promise<void> {
  const { status, headers } = answer;
  const body = await answer.text();
  // the tus server's own checks throw no error: the body says what they found
  if (status >= 400) throw new Refusal("bad-input", words.badHeaders(body.trim()));
  for (const name of passedOn) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const metadata = headers.get("upload-metadata");
  if (metadata) reply.header("upload-metadata", withoutOurs(metadata));
  if (expiresAt) reply.header("upload-expires", expiresAt.toUTCString());
  await reply.code(status).send(body === "" ? undefined : body);
}

/** Only what the client sent, without what the archive has added. */
function withoutOurs(metadata: string): string {
  const { member: _, ...said } = Metadata.parse(metadata);
  return Metadata.stringify(said);
}

/** The tus server's errors are plain objects with a status. */
export function asUploadRefusal(error: unknown, isNearlyFull: boolean): unknown {
  const status = (error as { status_code?: number }).status_code;
  switch (status) {
    case 400:
      return new Refusal("conflict", words.partInterrupted);
    case 404:
    case 410:
      return notFound();
    case 409:
      return new Refusal("conflict", words.wrongOffset);
    case 413:
      return new Refusal("too-large", words.partBeyondEnd);
  }
  if (isDiskFull(error) || isNearlyFull) return diskIsFull(error);
  const body = (error as { body?: string }).body ?? "";
  if (body.includes("lock")) return tooBusy(error);
  return error instanceof Error ? error : new Error(`an upload failed: ${body.trim()}`);
}
