// Sends a file of a recording, or the requested range of it. Headers that are the same for all requests are built once.
import type { FastifyReply, FastifyRequest } from "fastify";
import { versionOf, type Asset } from "#server/library/recording.ts";
import { countsOf } from "#server/counts.ts";
import type { AudioCut } from "#server/media/audio-cuts.ts";
import { typeOf } from "#server/media/store/kinds.ts";
import type { Slice } from "#server/media/store/shelf.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { sessionCookie } from "#server/http/door/cookies.ts";
import { apiHeaders } from "#server/http/door/headers.ts";
import { chooseSlice } from "./range.ts";
import { words } from "#server/http/routes/words.ts";

export const mediaHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
};

export interface ServedFile {
  asset: Asset;
  key: string;
  etag: string;
  type: string;
  version: string;
  /** Only a part of the file is sent, behind a head of its own. */
  cut?: AudioCut;
  /** To be saved as a file: the header that says so. */
  attachment?: string;
}

/** An asset belongs to one recording and never changes, so what is derived from it is remembered. */
export function rememberFiles(): (id: string, asset: Asset) => ServedFile {
  const files = new WeakMap<Asset, ServedFile>();
  return (id, asset) =>
    files.getOrInsertComputed(asset, () => ({
      asset,
      key: keyOf(id, nameOf(asset)),
      etag: `"${asset.sha256.slice(0, 32)}"`,
      type: typeOf(asset.kind),
      version: versionOf(asset),
    }));
}

type Exchange = Pick<FastifyRequest, "headers" | "method" | "current">;

/** `more` are headers that these files have in addition, or instead. */
export function fileSender(parts: Parts, more: Record<string, string> = {}) {
  const { config, db, media, log } = parts;
  const { shelf } = media.store;
  const counts = countsOf(db);
  const { "cache-control": _, ...everywhere } = { ...apiHeaders(config), ...mediaHeaders, ...more };
  const common = Object.entries({ ...everywhere, "accept-ranges": "bytes" }).flat();

  const serializeSession = ({ server }: FastifyReply, token: string) => {
    const { name, options } = sessionCookie(parts.config);
    return server.serializeCookie(name, token, options);
  };

  return async (
    request: Exchange,
    reply: FastifyReply,
    { asset, key, etag, type, caching, cut, attachment }: ServedFile & { caching: string },
  ): Promise<FastifyReply> => {
    const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = request.headers;
    const asked = { range, ifRange: ifRange as string | undefined, ifNoneMatch };
    const bytes = cut ? cut.head.length + cut.to - cut.from : asset.bytes;
    const slice = chooseSlice(asked, { etag, bytes });
    if (slice.status === 304)
      return reply
        .headers({ ...mediaHeaders, ...more, etag, "cache-control": caching, "accept-ranges": "bytes" })
        .code(304)
        .send();
    if (slice.status === 416) {
      const said = { etag, "accept-ranges": "bytes", "content-range": `bytes */${bytes}` };
      return reply
        .headers({ ...mediaHeaders, ...more, ...said })
        .code(416)
        .send();
    }
    const { status, from, to } = slice;
    const renewedToken = request.current?.renewedToken;
    const length = String(to - from);
    const part = status === 206 ? ["content-range", `bytes ${from}-${to - 1}/${bytes}`] : [];
    const headers = [
      ...common,
      "etag",
      etag,
      "cache-control",
      caching,
      "content-type",
      type,
      "content-length",
      length,
      ...part,
      ...(attachment === undefined ? [] : ["content-disposition", attachment]),
      // once a day the session cookie is renewed
      ...(renewedToken ? ["set-cookie", serializeSession(reply, renewedToken)] : []),
      // a stopping server closes every connection after its answer
      ...(reply.hasHeader("connection") ? ["connection", "close"] : []),
    ];
    const wanted = request.method === "HEAD" ? { from, to: from } : { from, to };
    const { before, stored } = cut ? split(cut, wanted) : { before: undefined, stored: wanted };
    using opened = await shelf.open(key, stored, asset).catch(missing);
    // for the log
    reply.header("content-length", length);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(status, headers);
    try {
      if (before) raw.write(before);
      counts.playbackBytes += await opened.send(raw);
      raw.end();
    } catch (error) {
      // the headers are sent already: cutting the answer short is the only way left to report it
      log.error({ err: error, kind: asset.kind }, "a file could not be read to its end");
      raw.destroy();
    }
    return reply;
  };
}

/** Which bytes of the head, and which of the stored file. */
function split({ head, from, to }: AudioCut, wanted: Slice): { before: Buffer; stored: Slice } {
  const clamp = (at: number) => Math.min(to, from + Math.max(0, at - head.length));
  return {
    before: head.subarray(wanted.from, wanted.to),
    stored: { from: clamp(wanted.from), to: clamp(wanted.to) },
  };
}

export function missing(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal("unexpected", words.fileMissing, { cause });
}
