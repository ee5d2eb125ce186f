// Playing on a television. The page asks for addresses; the television then fetches /api/screen/:token/... without a cookie: only
// playlists, video and audio of one recording.
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { audienceOf, listenersOf } from "#server/access/visible.ts";
import { getVideo } from "#server/library/video.ts";
import { openJoinedFiles } from "#server/media/joined-files.ts";
import { findKind, isPlaylist, isStream } from "#server/media/store/kinds.ts";
import type { Parts } from "#server/parts.ts";
import { findOffset } from "#server/prepare/describe-media.ts";
import { masterKind, openServed, type Served } from "#server/prepare/served.ts";
import { Refusal } from "#server/refusal.ts";
import { endAddress, findShowing, makeAddress, type Showing } from "#server/screen/addresses.ts";
import { canBeWhole, makeWhole } from "#server/screen/whole-file.ts";
import { words } from "#server/screen/words.ts";
import { requireCurrent, requireShowing } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { words as doorWords } from "#server/http/request/words.ts";
import {
  fileSender,
  mediaHeaders,
  openHeaders,
  rememberFiles,
  type ServedFile,
} from "#server/http/routes/media/file.ts";
import { refuseLocked } from "#server/http/routes/media/locked.ts";

/** The address is the key: it goes nowhere else. Televisions load it from a page of their maker. */
const screenHeaders = { ...openHeaders, "referrer-policy": "no-referrer" };
const caching = "private, no-store";
const wholeFile = "recording.mp4";
/** How late the end of access is noticed by an answer that takes long. */
const lookAgainMs = 2000;

export function screenRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, media, watching, log } = parts;
  const served = openServed(db);
  const fileOf = rememberFiles();
  const sendFile = fileSender(parts, screenHeaders);
  const joinedFiles = openJoinedFiles(media.store.backend);

  answer(app, "makeScreen", { who: "viewer", limit: "writes" }, async (request) => {
    const { member, session, permission } = requireCurrent(request);
    const { id } = request.params;
    const audience = audienceOf(permission);
    if (!audience) throw notFound();
    const files = await served.findAnew(audience, id);
    const refusal = refuseLocked(parts.config, permission, files);
    if (refusal) throw refusal;
    const { hidden, state } = await getVideo(db, audience, id);
    if (hidden) throw new Refusal("conflict", words.isHidden);
    if (state !== "published" || files.master === undefined) throw new Refusal("conflict", words.notReady);
    const token = await makeAddress(parts, { sessionId: session.id, memberId: member.id, videoId: id });
    const folder = `/api/screen/${token}`;
    const file = { url: `${folder}/${wholeFile}`, offset: findOffset([...files.assets.values()]) };
    return { token, hls: `${folder}/${masterKind}`, file: canBeWhole(files.assets) ? file : null };
  });

  answer(app, "endScreen", { who: "screen", limit: "writes" }, async (request) => {
    requireShowing(request);
    await endAddress(parts, request.params.token);
    return {};
  });

  answer(app, "getScreenMedia", { who: "screen", limit: "assets" }, async (request, reply) => {
    const { token, file } = request.params;
    const showing = requireShowing(request);
    const files = await getServed(showing);
    if (file === masterKind && files.master !== undefined)
      return reply
        .headers({ ...mediaHeaders, ...screenHeaders, "cache-control": caching })
        .type("application/vnd.apple.mpegurl")
        .send(files.master);
    const found = file === wholeFile ? await findWhole(showing, files) : findStored(showing, files, file);
    if (!found) throw notFound();
    watching.note();
    using _ = whileAllowed(reply, async () => {
      const now = await findShowing(parts, token);
      if (!now) throw notFound();
      await getServed(now);
    });
    return await sendFile(request, reply, { ...found, caching });
  });

  // older televisions ask before they ask for a range
  app.route({
    method: "OPTIONS",
    url: "/api/screen/:token/:file",
    schema: { hide: true },
    config: { who: "screen", limit: "assets" },
    handler: async (_request, reply) => {
      const allowed = { "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": "range" };
      return reply
        .headers({ ...screenHeaders, ...allowed })
        .code(204)
        .send();
    },
  });

  /** Hidden recordings are on nobody's television, as they are in nobody's podcast feed. */
  async function getServed({ videoId, permission }: Showing): Promise<Served> {
    const audience = listenersOf(permission);
    // without access as if it had never been: nothing more is to be learned from an address
    const files = audience && (await served.findAnew(audience, videoId));
    if (files?.master === undefined) throw notFound();
    return files;
  }

  function findStored({ videoId }: Showing, { assets }: Served, file: string): ServedFile | undefined {
    const kind = findKind(file);
    const asset = kind && (isPlaylist(kind) || isStream(kind)) ? assets.get(kind) : undefined;
    return asset && fileOf(videoId, asset);
  }

  async function findWhole({ videoId }: Showing, { assets }: Served): Promise<ServedFile | undefined> {
    const whole = await makeWhole(joinedFiles, videoId, assets).catch((error: unknown) => {
      log.warn({ err: error }, "the file for a television could not be made");
      return undefined;
    });
    if (!whole) return undefined;
    const { joined, first, type } = whole;
    const stored = fileOf(videoId, first);
    const etag = `"${hash("sha256", joined.head, "hex").slice(0, 16)}${stored.version}"`;
    return { ...stored, joined, type, etag };
  }
}

/** A television may ask for hours in one request: it is cut off when a look at the access is refused. */
function whileAllowed({ raw }: FastifyReply, look: () => Promise<void>): Disposable {
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      // anything else, such as a database that is away, says nothing about the access
      if (error instanceof Refusal) raw.destroy();
    });
  }, lookAgainMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function notFound(): Refusal {
  return new Refusal("not-found", doorWords.nothingHere);
}
