// /api/media/{video}/{kind}: every byte of a video, and only to those who may see it. The address chooses by id and a
// listed kind; where that lies on the disk comes from the row.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import { versionOf, type Asset } from "#server/archive/recording.ts";
import { masterKind, openServed, type Served } from "#server/archive/served.ts";
import { isPlaylist, typeOf, type Kind } from "#server/media/kinds.ts";
import { openFiles } from "#server/media/open-files.ts";
import { sendBytes } from "#server/media/send.ts";
import { fileOf } from "#server/media/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "./guard.ts";
import { chooseSlice } from "./range.ts";
import { answer } from "./route.ts";

const playlistType = "application/vnd.apple.mpegurl";

export function mediaRoutes(app: FastifyInstance, { db, media, config, log }: Parts): void {
  const files = openFiles();
  app.addHook("onClose", () => files[Symbol.asyncDispose]());
  const served = openServed(db);
  const readPlaylist = rememberTexts();

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
    const file = fileOf(media.store, id, asset);
    if (isPlaylist(asset.kind)) return reply.type(playlistType).send(await readPlaylist(file));
    reply.header("cache-control", v === undefined ? "private, no-cache" : "private, max-age=31536000, immutable");
    if (config.accelPrefix) {
      const place = path.relative(media.store.folder, file).split(path.sep).join("/");
      return reply.type(typeOf(asset.kind)).header("x-accel-redirect", `${config.accelPrefix}/${place}`).send();
    }
    return sendFile(request, reply, { asset, file });
  });

  async function sendFile(
    request: Pick<FastifyRequest, "headers" | "method" | "current">,
    reply: FastifyReply,
    { asset, file }: { asset: Asset; file: string },
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
    using opened = await files.borrow(file).catch((cause: unknown) => {
      throw new Refusal("unexpected", "A file of this video is missing. Please tell an editor.", { cause });
    });
    const { status, from, to } = slice;
    reply.type(typeOf(asset.kind)).header("content-length", to - from);
    if (status === 206) reply.header("content-range", `bytes ${from}-${to - 1}/${asset.bytes}`);
    reply.code(status);
    // once a day an answer carries a new cookie, and only the long way sets it
    if (request.current?.renewedToken) return reply.send(createReadStream(file, { start: from, end: to - 1 }));
    reply.hijack();
    reply.raw.writeHead(status, reply.getHeaders() as Record<string, string>);
    try {
      if (request.method !== "HEAD") await sendBytes(reply.raw, opened.fd, { from, to });
      reply.raw.end();
    } catch (error) {
      // the headers are gone already: a short answer is the only way left to say so
      log.error({ err: error, kind: asset.kind }, "a file could not be read to its end");
      reply.raw.destroy();
    }
    return reply;
  }
}

/** Playlists are small and asked for by everyone who begins to watch; their names change with their content. */
function rememberTexts(atMost = 500): (file: string) => Buffer | Promise<Buffer> {
  const texts = new Map<string, Buffer>();
  const read = async (file: string) => {
    const text = await readFile(file);
    texts.set(file, text);
    if (texts.size > atMost) texts.delete(texts.keys().next().value ?? "");
    return text;
  };
  return (file) => texts.get(file) ?? read(file);
}

const mediaHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
};

function notFound(): Refusal {
  return new Refusal("not-found", "There is nothing here.");
}
