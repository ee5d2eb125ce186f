// The files that were built for the page. Each is read when it is first asked for, packed and plain, and kept: a visit asks for a
// dozen of them, and opening them every time costs more than everything else about them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Encoding } from "#server/library/list-cache.ts";
import { chooseEncoding } from "./request/encoding.ts";

interface BuiltFiles {
  names: ReadonlySet<string>;
  /** One of them; headers about keeping it are the caller's. */
  send(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | void;
}

interface BuiltFile {
  type: string;
  etag: string;
  forms: Map<Encoding, Buffer>;
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};
const endings: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

export function openBuiltFiles(folder: string): BuiltFiles {
  const kept = new Map<string, BuiltFile>();
  return {
    names: listNames(folder),
    send(name, request, reply) {
      const file = kept.get(name) ?? read(path.join(folder, name));
      // deleted since the start, perhaps by a build
      if (file.forms.size === 0) return reply.callNotFound();
      kept.set(name, file);
      const wanted = chooseEncoding(request.headers["accept-encoding"]);
      const encoding = file.forms.has(wanted) ? wanted : "identity";
      const etag = `"${file.etag}-${encoding}"`;
      reply.headers({ etag, ...(file.forms.size > 1 && { vary: "accept-encoding" }) });
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      return reply.type(file.type).send(file.forms.get(encoding));
    },
  };
}

function read(file: string): BuiltFile {
  const forms = new Map<Encoding, Buffer>();
  for (const encoding of ["br", "gzip", "identity"] as const)
    if (existsSync(file + endings[encoding])) forms.set(encoding, readFileSync(file + endings[encoding]));
  const etag = createHash("sha256")
    .update(forms.get("identity") ?? "")
    .digest("base64url")
    .slice(0, 16);
  return { type: types[path.extname(file)] ?? "application/octet-stream", etag, forms };
}

/** Every file below a folder except the packed copies. */
function listNames(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  const asAddresses = names.map((name) => name.replaceAll(path.sep, "/"));
  return new Set(asAddresses.filter((name) => !/\.(br|gz)$/.test(name)));
}
