// /api/media/{video}/{kind}: the files of a recording, only for those who may watch it. The address names an id and a
// known kind; the name of the file comes from the database.
import type { FastifyInstance } from "fastify";
import { audienceOf } from "#server/access/visible.ts";
import type { Asset } from "#server/library/recording.ts";
import { masterKind, openServed, type Served } from "#server/prepare/served.ts";
import { isPlaylist, isStream, type Kind } from "#server/media/store/kinds.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { remember } from "#server/remember.ts";
import { refuseLocked } from "./locked.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { apiHeaders } from "#server/http/request/headers.ts";
import { fileSender, mediaHeaders, missing, rememberFiles, type ServedFile } from "./file.ts";
import { makeReady, sendReady, type Ready } from "#server/http/request/ready.ts";
import { answer } from "#server/http/request/route.ts";
import { words as doorWords } from "#server/http/request/words.ts";

export function mediaRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, media, config, watching } = parts;
  const { backend } = media.store;
  const served = openServed(db);
  const fileOf = rememberFiles();
  const sendFile = fileSender(parts);
  const type = "application/vnd.apple.mpegurl";
  const playlistHeaders = { ...apiHeaders(config), ...mediaHeaders, "content-type": type };
  // small, and needed at every start of playback; a playlist with other content has another key
  const playlists = remember<Ready>({ most: 500 });
  const readPlaylist = async ({ key, asset }: ServedFile): Promise<Ready> => {
    using opened = await backend.open(key, { from: 0, to: asset.bytes }, asset).catch(missing);
    const text = Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
    return makeReady(200, playlistHeaders, text);
  };

  answer(app, "getMedia", { who: "viewer", limit: "assets" }, async (request, reply) => {
    const { id, kind } = request.params;
    const audience = audienceOf(requireCurrent(request).permission);
    if (!audience) throw notFound();
    const { v } = request.query;
    const isThere = ({ assets, master }: Served): boolean => {
      const asset = assets.get(kind as Kind);
      // the address of a replaced file is not found: a player must not mix bytes of the old and the new one
      return kind === masterKind
        ? master !== undefined
        : asset !== undefined && (v === undefined || v === fileOf(id, asset).version);
    };
    const remembered = await served.find(audience, id);
    const now = isThere(remembered) ? remembered : await served.findAnew(audience, id);
    if (!isThere(now)) throw refuseLocked(parts.config, requireCurrent(request).permission, now) ?? notFound();
    if (kind === masterKind)
      return sendReady(request, reply, makeReady(200, playlistHeaders, Buffer.from(now.master ?? "")));
    const file = fileOf(id, now.assets.get(kind as Kind) as Asset);
    if (isPlaylist(file.asset.kind))
      return sendReady(request, reply, await playlists.read(file.key, () => readPlaylist(file)));
    if (isStream(file.asset.kind)) watching.note();
    const caching = v === undefined ? "private, no-cache" : "private, max-age=31536000, immutable";
    if (config.accelPrefix) {
      const headers = { ...mediaHeaders, "cache-control": caching, "content-type": file.type };
      return reply.headers({ ...headers, "x-accel-redirect": `${config.accelPrefix}/${file.key}` }).send();
    }
    // large files are sent by the bucket itself; a signed address is valid for one method only
    if (backend.link && isStream(file.asset.kind) && request.method === "GET")
      return reply.headers(mediaHeaders).redirect(await backend.link(file.key, file.type), 302);
    return sendFile(request, reply, { ...file, caching });
  });
}

function notFound(): Refusal {
  return new Refusal("not-found", doorWords.nothingHere);
}
