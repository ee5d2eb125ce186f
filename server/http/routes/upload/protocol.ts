// Checks what tus 1.0 requires of a request before anything is done. Each mistake has its own code and sentence.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#server/refusal.ts";
import { checksumNames } from "./checksum.ts";
import { words as doorWords } from "#server/http/request/words.ts";
import { words } from "./words.ts";

export const mostBytes = 64 * 2 ** 30;
export const mostInPart = 16 * 2 ** 20;
const partType = "application/offset+octet-stream";
const version = "1.0.0";

/** The answer to OPTIONS. */
const abilities = {
  "tus-version": version,
  "tus-extension": "creation,creation-with-upload,termination,expiration,checksum",
  "tus-max-size": String(mostBytes),
  "tus-checksum-algorithm": checksumNames.join(","),
};

const methods = ["OPTIONS", "POST", "HEAD", "PATCH", "DELETE"] as const;

export interface TusCall {
  method: (typeof methods)[number];
  id: string | undefined;
  /** The bytes of the body, where it is a part of the file. */
  partBytes: number;
  /** What the protocol's own server is told. */
  headers: Record<string, string>;
}

export function readTusCall(request: FastifyRequest, reply: FastifyReply): TusCall {
  const { headers } = request;
  const { id } = request.params as { id?: string };
  const method = readMethod(request);
  reply.header("tus-resumable", version);
  if (method !== "OPTIONS") requireVersion(headers["tus-resumable"], reply);
  if (id !== undefined && !isUploadId(id)) throw notFound();
  // uploads are created at the collection's address, and continued at their own
  if (method !== "OPTIONS" && (method === "POST") !== (id === undefined)) throw notFound();
  const told: Record<string, string> = { "tus-resumable": version };
  if (method === "POST") Object.assign(told, readCreation(headers));
  if (method === "PATCH") told["upload-offset"] = readNumber(headers, "Upload-Offset");
  const isPart = headers["content-type"]?.toLowerCase() === partType;
  if (method === "PATCH" && !isPart) throw new Refusal("wrong-type", words.wrongPartType(partType));
  if (method === "PATCH" || (method === "POST" && isPart)) {
    told["content-type"] = partType;
    told["content-length"] = readPartBytes(headers);
  }
  return { method, id, headers: told, partBytes: Number(told["content-length"] ?? 0) };
}

export function sendAbilities(reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(abilities).send();
}

export function isUploadId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

export function notFound(): Refusal {
  return new Refusal("not-found", doorWords.nothingHere);
}

/** For networks that only allow GET and POST: a POST may name another method in a header. */
function readMethod({ method, headers }: FastifyRequest): TusCall["method"] {
  const other = headers["x-http-method-override"];
  const wanted = method === "POST" && other !== undefined ? String(other).toUpperCase() : method;
  const found = methods.find((one) => one === wanted);
  if (!found) throw new Refusal("bad-input", words.wrongMethod(methods));
  return found;
}

function requireVersion(given: string | string[] | undefined, reply: FastifyReply): void {
  if (given === version) return;
  reply.header("tus-version", version);
  throw new Refusal("wrong-version", words.wrongVersion(version));
}

function readCreation(headers: FastifyRequest["headers"]): Record<string, string> {
  if (headers["upload-concat"] !== undefined) throw new Refusal("bad-input", words.noConcat);
  if (headers["upload-defer-length"] !== undefined) throw new Refusal("bad-input", words.noDeferLength);
  const length = readNumber(headers, "Upload-Length");
  if (Number(length) > mostBytes) throw new Refusal("too-large", words.fileTooLarge);
  const metadata = headers["upload-metadata"];
  return { "upload-length": length, ...(typeof metadata === "string" && { "upload-metadata": metadata }) };
}

function readNumber(headers: FastifyRequest["headers"], name: "Upload-Length" | "Upload-Offset"): string {
  const given = headers[name.toLowerCase()];
  if (typeof given === "string" && /^\d{1,16}$/.test(given) && Number.isSafeInteger(Number(given)))
    return String(Number(given));
  throw new Refusal("bad-input", words.notANumber(name));
}

function readPartBytes({ "content-length": length }: FastifyRequest["headers"]): string {
  if (length === undefined) throw new Refusal("bad-input", words.noPartLength);
  if (Number(length) > mostInPart) throw new Refusal("too-large", words.partTooLarge);
  return length;
}
