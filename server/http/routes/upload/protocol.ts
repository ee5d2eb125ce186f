// What tus 1.0 asks of a request, checked before anything is touched. Each fault has a code and a sentence of its own.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#server/refusal.ts";
import { checksumNames } from "./checksum.ts";

export const mostBytes = 64 * 2 ** 30;
export const mostInPart = 16 * 2 ** 20;
const partType = "application/offset+octet-stream";
const version = "1.0.0";

/** What OPTIONS tells. */
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
  /** Of the body, where it is a part of the file. */
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
  // an upload is begun at one address, and gone on with at its own
  if (method !== "OPTIONS" && (method === "POST") !== (id === undefined)) throw notFound();
  const told: Record<string, string> = { "tus-resumable": version };
  if (method === "POST") Object.assign(told, readCreation(headers));
  if (method === "PATCH") told["upload-offset"] = readNumber(headers, "Upload-Offset");
  const isPart = headers["content-type"]?.toLowerCase() === partType;
  if (method === "PATCH" && !isPart) throw new Refusal("wrong-type", `Send each part of the file as ${partType}.`);
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
  return new Refusal("not-found", "There is nothing here.");
}

/** For networks that let only GET and POST through; nobody else needs it, so a POST alone can stand for another method. */
function readMethod({ method, headers }: FastifyRequest): TusCall["method"] {
  const other = headers["x-http-method-override"];
  const wanted = method === "POST" && other !== undefined ? String(other).toUpperCase() : method;
  const found = methods.find((one) => one === wanted);
  if (!found) throw new Refusal("bad-input", `X-HTTP-Method-Override can be ${methods.join(", ")}.`);
  return found;
}

function requireVersion(given: string | string[] | undefined, reply: FastifyReply): void {
  if (given === version) return;
  reply.header("tus-version", version);
  throw new Refusal("wrong-version", `Uploads here speak tus ${version}. Send that as Tus-Resumable.`);
}

function readCreation(headers: FastifyRequest["headers"]): Record<string, string> {
  if (headers["upload-concat"] !== undefined)
    throw new Refusal(
      "bad-input",
      "Upload-Concat is not supported here. Send the file as one upload, part after part.",
    );
  if (headers["upload-defer-length"] !== undefined)
    throw new Refusal("bad-input", "Upload-Defer-Length is not supported here. Say how large the file is (Upload-Length)."); // prettier-ignore
  const length = readNumber(headers, "Upload-Length");
  if (Number(length) > mostBytes) throw new Refusal("too-large", "A file can have at most 64 GiB.");
  const metadata = headers["upload-metadata"];
  return { "upload-length": length, ...(typeof metadata === "string" && { "upload-metadata": metadata }) };
}

function readNumber(headers: FastifyRequest["headers"], name: "Upload-Length" | "Upload-Offset"): string {
  const given = headers[name.toLowerCase()];
  if (typeof given === "string" && /^\d{1,16}$/.test(given) && Number.isSafeInteger(Number(given)))
    return String(Number(given));
  const what = name === "Upload-Length" ? "how large the file is" : "where the part belongs";
  throw new Refusal("bad-input", `Say ${what} as a whole number of bytes (${name}).`);
}

function readPartBytes({ "content-length": length }: FastifyRequest["headers"]): string {
  if (length === undefined) throw new Refusal("bad-input", "Say how long each part is (Content-Length).");
  if (Number(length) > mostInPart) throw new Refusal("too-large", "Send the file in parts of at most 16 MiB.");
  return length;
}
