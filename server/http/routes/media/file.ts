// Sends a file of a recording, or the requested range of it. Headers that are the same for all requests are built once.
import type { FastifyReply, FastifyRequest } from "fastify";
import { versionOf, type Asset } from "#server/library/recording.ts";
import { countsOf } from "#server/counts.ts";
import { lengthOf, sliceJoined, type JoinedFile, type StoredSlice } from "#server/media/joined-files.ts";
import { typeOf } from "#server/media/store/kinds.ts";
import type { Opened, Backend } from "#server/media/store/backend.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { sessionCookie } from "#server/http/request/cookies.ts";
import { apiHeaders } from "#server/http/request/headers.ts";
import { chooseSlice } from "./range.ts";
import { words } from "#server/http/routes/words.ts";

export const mediaHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
};

/** For addresses with a token: players on other websites may use them, because the address is the key, and cookies do not count. */
export const openHeaders = {
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "content-length, content-range, etag",
};

export interface ServedFile {
  asset: Asset;
  key: string;
  etag: string;
  type: string;
  version: string;
  /** This is sent in its place. */
  joined?: JoinedFile;
  /** The header that tells the browser to save the file. */
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
  const { backend } = media.store;
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
    { asset, key, etag, type, caching, joined, attachment }: ServedFile & { caching: string },
  ): Promise<FastifyReply> => {
    const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = request.headers;
    const asked = { range, ifRange: ifRange as string | undefined, ifNoneMatch };
    const bytes = joined ? lengthOf(joined) : asset.bytes;
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
    const { before, after } = joined
      ? sliceJoined(joined, wanted)
      : { before: undefined, after: [{ key, stored: asset, ...wanted }] };
    using opened = await openAll(backend, after).catch(missing);
    // for the log
    reply.header("content-length", length);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(status, headers);
    try {
      if (before) raw.write(before);
      for (const one of opened.list) counts.playbackBytes += await one.send(raw);
      raw.end();
    } catch (error) {
      // the headers are sent already: cutting the answer short is the only way left to report it
      log.error({ err: error, kind: asset.kind }, "a file could not be read to its end");
      raw.destroy();
    }
    return reply;
  };
}

/** All of them, so that whatever is missing is told before the answer begins. */
async function openAll(backend: Backend, slices: readonly StoredSlice[]): Promise<Disposable & { list: Opened[] }> {
  using stack = new DisposableStack();
  const list: Opened[] = [];
  for (const { key, stored, from, to } of slices) list.push(stack.use(await backend.open(key, { from, to }, stored)));
  const kept = stack.move();
  return { list, [Symbol.dispose]: () => kept.dispose() };
}

export function missing(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal("unexpected", words.fileMissing, { cause });
}
