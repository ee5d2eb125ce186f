// /api/feed/:token/...: podcast feeds and their files, for the apps of members. The token says who listens; no cookie counts.
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Audience } from "#server/access/visible.ts";
import { type Listener, makeAddress } from "#server/feed/address.ts";
import { openCovers } from "#server/feed/cover.ts";
import { openDeviceNotes } from "#server/feed/devices.ts";
import { cutExcerpt } from "#server/feed/episodes.ts";
import { readFeedName } from "#server/feed/feed-name.ts";
import { archiveFolder, readFileName, type FeedFile } from "#server/feed/file-name.ts";
import { readNoticeAudio } from "#server/feed/notice-audio.ts";
import { atomFile, readAtom } from "#server/feed/read-atom.ts";
import { findAudience, readFeed } from "#server/feed/read-feed.ts";
import { audioType, writeFeedChapters } from "#server/feed/write-rss.ts";
import { leastFetchedBytes, openFetches } from "#server/listening/fetched.ts";
import { openJoinedFiles } from "#server/media/joined-files.ts";
import { saysUnreadable } from "#server/media/ffmpeg/run.ts";
import { captionKinds, type Kind } from "#server/media/store/kinds.ts";
import { openServed } from "#server/prepare/served.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { chooseEncoding } from "#server/http/request/encoding.ts";
import { requireListener, requireCurrent } from "#server/http/request/guard.ts";
import { subnetOf } from "#server/http/request/limits.ts";
import { answer } from "#server/http/request/route.ts";
import { words as doorWords, words } from "#server/http/request/words.ts";
import {
  fileSender,
  mediaHeaders,
  missing,
  openHeaders,
  rememberFiles,
  type ServedFile,
} from "#server/http/routes/media/file.ts";
import { chooseSlice } from "#server/http/routes/media/range.ts";
import { describeFeed } from "#server/feed/own-feed.ts";

const feedHeaders = { ...mediaHeaders, ...openHeaders };
/** Addresses of files change with their content. Never in a shared cache. */
const keep = "private, max-age=31536000, immutable";
const ask = "private, no-cache";

export function feedRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, media } = parts;
  const served = openServed(db);
  const fileOf = rememberFiles();
  const sendFile = fileSender(parts, feedHeaders);
  const joinedFiles = openJoinedFiles(media.store.backend);
  const covers = openCovers(parts);
  const devices = openDeviceNotes(parts);
  const noteFetched = openFetches(parts);
  const notice = readNoticeAudio();

  answer(app, "readFeed", { who: "feed", limit: "reads" }, async (request, reply) => {
    const listener = requireListener(request);
    const { feed: file } = request.params;
    const isAtom = file === atomFile;
    const text = Buffer.from(await (isAtom ? readAtom(parts, listener) : readPodcast(listener, file)));
    const isPacked = chooseEncoding(request.headers["accept-encoding"]?.replaceAll("br", "")) === "gzip";
    const etag = `"${hash("sha256", text, "base64url").slice(0, 22)}${isPacked ? "-gzip" : ""}"`;
    reply.headers({ ...feedHeaders, "cache-control": ask, vary: "Accept-Encoding", etag });
    if (isKnown(request, etag)) return reply.code(304).send();
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply
      .type(`application/${isAtom ? "atom" : "rss"}+xml; charset=utf-8`)
      .send(isPacked ? await promisify<Buffer, Buffer>(gzip)(text) : text);
  });

  answer(app, "getFeedFile", { who: "feed", limit: "assets" }, async (request, reply) => {
    const listener = requireListener(request);
    const { id, file: name } = request.params;
    const file = readFileName(name);
    if (!file) throw notFound();
    if (id === archiveFolder) return sendOwn(request, reply, file);
    const audience = findAudience(listener);
    if (!audience) throw new Refusal("not-allowed", doorWords.noAccess);
    switch (file.kind) {
      case "audio": {
        const audio = await getFile(audience, id, { kind: "audio.m4a", version: file.version });
        const { userAgent, network } = describeClient(request);
        if (request.method === "GET") {
          await devices.note(listener, { userAgent, network });
          if (isMuch(request, audio)) await noteFetched({ memberId: listener.memberId, videoId: id });
        }
        return sendFile(request, reply, { ...(await cutOut(id, audio, file)), caching: keep });
      }
      case "captions":
        return sendFile(request, reply, {
          ...(await getFile(audience, id, { kind: captionKinds[file.slot - 1] ?? "captions-1.vtt" })),
          caching: ask,
        });
      case "chapters": {
        await getFile(audience, id, { kind: "audio.m4a" });
        const text = Buffer.from(await writeFeedChapters(db, audience, id));
        return sendBytes(request, reply, {
          bytes: text,
          type: "application/json+chapters; charset=utf-8",
          caching: ask,
        });
      }
      case "cover": {
        const thumbnail = await getFile(audience, id, { kind: "thumbnail" });
        const bytes = await covers.ofRecording(thumbnail.key, () => readWhole(thumbnail)).catch(unreadable);
        return sendBytes(request, reply, { bytes, type: "image/jpeg", caching: keep });
      }
      default:
        throw notFound();
    }
  });

  function readPodcast(listener: Listener, file: string): Promise<string> {
    const subject = readFeedName(file);
    if (!subject) throw notFound();
    return readFeed(parts, { joined: joinedFiles, notice }, { listener, subject, file });
  }

  /** Sends a file of the archive itself, also to those whose access has ended. */
  async function sendOwn(request: FastifyRequest, reply: FastifyReply, { kind }: FeedFile): Promise<FastifyReply> {
    if (kind === "notice") return sendBytes(request, reply, { bytes: notice, type: audioType, caching: keep });
    if (kind !== "cover") throw notFound();
    return sendBytes(request, reply, { bytes: await covers.ofArchive(), type: "image/jpeg", caching: keep });
  }

  async function getFile(audience: Audience, id: string, { kind, version }: Wanted): Promise<ServedFile> {
    const { assets } = await served.findAnew(audience, id);
    const asset = assets.get(kind);
    const file = asset && fileOf(id, asset);
    if (!file || (version !== undefined && version !== file.version)) throw notFound();
    return kind === "audio.m4a" ? { ...file, type: audioType } : file;
  }

  async function cutOut(id: string, audio: ServedFile, { excerpt }: Extract<FeedFile, { kind: "audio" }>) {
    if (!excerpt) return audio;
    const joined = await cutExcerpt(joinedFiles, { videoId: id, audio: audio.asset, excerpt }).catch(() => {
      throw notFound();
    });
    const etag = `"${hash("sha256", joined.head, "hex").slice(0, 16)}${audio.version}"`;
    return { ...audio, joined, etag };
  }

  async function readWhole({ key, asset }: ServedFile): Promise<Buffer> {
    using opened = await media.store.backend.open(key, { from: 0, to: asset.bytes }, asset).catch(missing);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  }
}

interface Wanted {
  kind: Kind;
  /** Any, if it is not given. */
  version?: string;
}

interface Small {
  bytes: Buffer;
  type: string;
  caching: string;
}

/** Answers ranges: apps ask for parts of the notice, too. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, { bytes, type, caching }: Small): FastifyReply {
  const etag = `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;
  const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = request.headers;
  const asked = { range, ifRange: ifRange as string | undefined, ifNoneMatch };
  const slice = chooseSlice(asked, { etag, bytes: bytes.length });
  reply.headers({ ...feedHeaders, etag, "cache-control": caching, "accept-ranges": "bytes" }).code(slice.status);
  if (slice.status === 304) return reply.send();
  if (slice.status === 416) return reply.header("content-range", `bytes */${bytes.length}`).send();
  const { from, to } = slice;
  if (slice.status === 206) reply.header("content-range", `bytes ${from}-${to - 1}/${bytes.length}`);
  return reply.type(type).send(bytes.subarray(from, to));
}

function describeClient({ headers, ip }: FastifyRequest): { userAgent: string | undefined; network: string } {
  return { userAgent: headers["user-agent"], network: subnetOf(ip) };
}

/** Not only a look at it, or the rest of what was fetched before. */
function isMuch({ headers }: FastifyRequest, { asset: { bytes } }: ServedFile): boolean {
  const slice = chooseSlice({ range: headers.range }, { etag: "", bytes });
  return "from" in slice && slice.from === 0 && slice.to >= Math.min(leastFetchedBytes, bytes);
}

/** "includes", because a proxy that compresses may have made the tag a weak one. */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  return headers["if-none-match"]?.includes(etag) ?? false;
}

function unreadable(cause: unknown): never {
  if (saysUnreadable(cause)) throw notFound();
  throw cause;
}

function notFound(): Refusal {
  return new Refusal("not-found", doorWords.nothingHere);
}

/** /api/user/feed: the address of one's own podcast feed. */
const usual = "everything";

export function ownFeedRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getFeed", { who: "viewer", limit: "reads" }, async (request) => ({
    feed: await describeFeed(parts, requireCurrent(request).member.id, request.query.of ?? usual),
  }));

  answer(app, "makeFeed", { who: "viewer", limit: "signIn" }, async (request) => {
    const { id } = requireCurrent(request).member;
    await makeAddress(parts, id);
    const feed = await describeFeed(parts, id, request.query.of ?? usual);
    if (!feed) throw new Refusal("conflict", words.deletedMeanwhile);
    return { feed };
  });
}
