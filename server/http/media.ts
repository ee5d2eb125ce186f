// /api/media/{video}/{kind}: every byte of a video, and only to those who may see it. The address chooses by id and a
// listed kind; where that lies on the disk comes from the row.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { versionOf, type Asset } from "#server/archive/recording.ts";
import { masterKind, openServed, type Served } from "#server/archive/served.ts";
import { countsOf } from "#server/counts.ts";
import { isPlaylist, isStream, typeOf, type Kind } from "#server/media/kinds.ts";
import { keyOf, nameOf } from "#server/media/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "./guard.ts";
import { chooseSlice } from "./range.ts";
import { answer } from "./route.ts";

const playlistType = "application/vnd.apple.mpegurl";

export function mediaRoutes(app: FastifyInstance, { db, media, config, log }: Parts): void {
  const { shelf } = media.store;
  const served = openServed(db);
  const counts = countsOf(db);
  const readPlaylist = rememberTexts(async (key, asset) => {
    using opened = await shelf.open(key, { from: 0, to: asset.bytes }, asset).catch(missing);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  });

  answer(app, "getMedia", { who: "viewer", limit: "assets" }, async (request, reply) => {
    const { id, kind } = request.params;
    const audience = audienceOf(requireCurrent(request).permission);
    if (!audience) throw notFound();
    const { v } = request.query;
    const isThere = ({ assets, master }: Served): boolean => {
      const asset = assets.get(kind as Kind);
      // an address of bytes that have been replaced: half of the one and half of the other would be neither
      return kind === masterKind
        ? master !== undefined
        : asset !== undefined && (v ?? versionOf(asset)) === versionOf(asset);
    };
    const remembered = await served.find(audience, id);
    const { assets, master } = isThere(remembered) ? remembered : await served.findAnew(audience, id);
    reply.headers(mediaHeaders);
    if (kind === masterKind && master !== undefined) return reply.type(playlistType).send(master);
    const asset = assets.get(kind as Kind);
    if (!asset || !isThere({ assets, master })) throw notFound();
    const key = keyOf(id, nameOf(asset));
    if (isPlaylist(asset.kind)) return reply.type(playlistType).send(await readPlaylist(key, asset));
    reply.header("cache-control", v === undefined ? "private, no-cache" : "private, max-age=31536000, immutable");
    if (config.accelPrefix) {
      return reply.type(typeOf(asset.kind)).header("x-accel-redirect", `${config.accelPrefix}/${key}`).send();
    }
    // after the check the bucket may send what is large; a signed address is for one method only
    if (shelf.link && isStream(asset.kind) && request.method === "GET")
      return reply.header("cache-control", "no-store").redirect(await shelf.link(key, typeOf(asset.kind)), 302);
    return sendFile(request, reply, { asset, key });
  });

  async function sendFile(
    request: Pick<FastifyRequest, "headers" | "method" | "current">,
    reply: FastifyReply,
    { asset, key }: { asset: Asset; key: string },
  ): Promise<FastifyReply> {
    const etag = `"${asset.sha256.slice(0, 32)}"`;
    const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = request.headers;
    const slice = chooseSlice(
      { range, ifRange: ifRange as string | undefined, ifNoneMatch },
      { etag, bytes: asset.bytes },
    );
    reply.headers({ etag, "accept-ranges": "bytes" });
    if (slice.status === 304) return reply.code(304).send();
    if (slice.status === 416) {
      return reply
        .code(416)
        .header("content-range", `bytes */${asset.bytes}`)
        .header("cache-control", "no-store")
        .send();
    }
    const { status, from, to } = slice;
    const wanted = request.method === "HEAD" ? { from, to: from } : { from, to };
    using opened = await shelf.open(key, wanted, asset).catch(missing);
    reply.type(typeOf(asset.kind)).header("content-length", to - from);
    if (status === 206) reply.header("content-range", `bytes ${from}-${to - 1}/${asset.bytes}`);
    reply.code(status);
    // once a day an answer carries a new cookie, and only the long way sets it
    if (request.current?.renewedToken) return reply.send(opened.read());
    reply.hijack();
    reply.raw.writeHead(status, reply.getHeaders() as Record<string, string>);
    const { socket } = reply.raw;
    const before = socket?.bytesWritten ?? 0;
    try {
      await opened.send(reply.raw);
      reply.raw.end();
    } catch (error) {
      // the headers are gone already: a short answer is the only way left to say so
      log.error({ err: error, kind: asset.kind }, "a file could not be read to its end");
      reply.raw.destroy();
    } finally {
      counts.playbackBytes += (socket?.bytesWritten ?? before) - before;
    }
    return reply;
  }
}

/** Playlists are small and asked for by everyone who begins to watch; their names change with their content. */
function rememberTexts(
  readText: (key: string, asset: Asset) => Promise<Buffer>,
  atMost = 500,
): (key: string, asset: Asset) => Buffer | Promise<Buffer> {
  const texts = new Map<string, Buffer>();
  const read = async (key: string, asset: Asset) => {
    const text = await readText(key, asset);
    texts.set(key, text);
    if (texts.size > atMost) texts.delete(texts.keys().next().value ?? "");
    return text;
  };
  return (key, asset) => texts.get(key) ?? read(key, asset);
}

const mediaHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
};

function missing(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal("unexpected", "A file of this video is missing. Please tell an editor.", { cause });
}

function notFound(): Refusal {
  return new Refusal("not-found", "There is nothing here.");
}
