// /api/upload: resumable uploads by editors (the tus protocol), ending in the same take-in as every other way in.
// Chunks of at most 16 MiB; an upload belongs to who began it; a connection that only trickles is cut off.
import { Server as Tus, type Upload } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { beginFeed, dropFeed, goOnFeeding } from "#server/archive/feed-upload.ts";
import { findUploaded } from "#server/archive/recording.ts";
import { describeUpload, guessDescription, sweepDetails } from "#server/archive/upload-details.ts";
import { isDiskFull } from "#server/media/full.ts";
import { measureRoom } from "#server/media/room.ts";
import { requireRoom } from "#server/media/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "./guard.ts";
import { answer } from "./route.ts";
import { finishUploads, refusalAsTus } from "./upload-finish.ts";
import { openUploads } from "./upload-store.ts";

const mostBytes = 64 * 2 ** 30;
const mostInChunk = 16 * 2 ** 20;
const keptMs = 7 * 86_400_000;
const mostAtOnce = 3;
/** Nothing came for so long: it may go on, but does not keep its editor from beginning another. */
const quietMs = 600_000;
const fullSentence = "The archive's disk is full. What has arrived is kept; please try again when there is room.";
/** Less than this in so much time is not an upload. */
const trickle = { bytes: 64 * 1024, ms: 30_000 };

export async function uploadRoutes(
  app: FastifyInstance,
  parts: Parts,
  { isPreparedElsewhere = false }: { isPreparedElsewhere?: boolean },
): Promise<void> {
  const { config, db, media, log, clock } = parts;
  const { bucket, leastFreeBytes } = config;
  const uploads = await openUploads(media.store, { bucket, keptMs, leastFreeBytes });
  const store = uploads.datastore;
  const finish = finishUploads(app, { parts, uploads });
  const callers = new WeakMap<IncomingMessage, string>();
  const callerOf = (request: TusRequest) => {
    const raw = request.runtime?.node?.req;
    return (raw && callers.get(raw)) ?? "";
  };

  const tus = new Tus({
    path: "/api/upload",
    datastore: store,
    relativeLocation: true,
    maxSize: mostBytes,
    allowedOrigins: () => false,
    onIncomingRequest: async (request, id) => {
      const owner = await store.getUpload(id).then(
        ({ metadata }) => metadata?.member,
        () => undefined,
      );
      // somebody else's is not found
      if (owner !== undefined && owner !== callerOf(request as TusRequest)) throw refusalAsTus(notFound());
    },
    onUploadCreate: async (request, upload) => {
      const member = callerOf(request as TusRequest);
      await refuseEarly(upload, member);
      return { metadata: { ...upload.metadata, member } };
    },
    onUploadFinish: async (_request, { id }) => finish(id),
    onResponseError: async (_request, error) => {
      if (!("status_code" in error)) log.error({ err: error }, "an upload failed");
      if ("status_code" in error && error.status_code !== 500) return undefined;
      return (await isFull(error)) ? { status_code: 507, body: fullSentence } : undefined;
    },
  });

  /** The protocol's store does not say why it could not write. */
  async function isFull(error: unknown): Promise<boolean> {
    const { free, reserve } = await measureRoom(media.store, leastFreeBytes);
    return isDiskFull(error) || (free !== null && free < Math.min(reserve, mostInChunk));
  }

  async function refuseEarly({ size }: Upload, member: string): Promise<void> {
    if (size === undefined) throw refusalAsTus(new Refusal("bad-input", "Say how large the file is (Upload-Length)."));
    const open = await uploads.list();
    const own = open.filter(({ metadata }) => metadata?.member === member);
    const isBusy = async ({ id }: Upload) => Date.now() - (await uploads.changedAt(id)) < quietMs;
    if ((await Promise.all(own.map(isBusy))).filter(Boolean).length >= mostAtOnce) {
      throw refusalAsTus(
        new Refusal("too-many-requests", `${mostAtOnce} uploads are under way already. Please let one of them end.`),
      );
    }
    const promised = open.reduce((sum, upload) => sum + (upload.size ?? 0) - upload.offset, 0);
    await requireRoom(media.store.folder, size + promised, leastFreeBytes).catch((error: unknown) => {
      throw error instanceof Refusal ? refusalAsTus(error) : error;
    });
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id?: string };
    if (id !== undefined && !/^[0-9a-f]{32}$/.test(id)) throw notFound();
    const length = request.headers["content-length"];
    if (request.method === "PATCH" && length === undefined)
      throw new Refusal("bad-input", "Say how long each part is (Content-Length).");
    if (Number(length ?? 0) > mostInChunk) throw new Refusal("too-large", "Send the file in parts of at most 16 MiB.");
    callers.set(request.raw, requireCurrent(request).member.id);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const stop = cutTrickle(request.raw);
    await tus.handle(request.raw, reply.raw).finally(stop);
    if (id === undefined || reply.raw.statusCode !== 204) return;
    if (request.method === "DELETE") await dropFeed(media.store, id);
    if (request.method === "PATCH") await feed(id, Number(request.headers["upload-offset"]));
  };

  /** What has arrived may already be copied while the rest is on its way. */
  async function feed(id: string, from: number): Promise<void> {
    const file = isPreparedElsewhere ? undefined : uploads.fileOf(id);
    const upload = file === undefined ? undefined : await store.getUpload(id).catch(() => undefined);
    if (file === undefined || upload?.size === undefined) return;
    if (from === 0) beginFeed(parts, { id, file, bytes: upload.size, there: upload.offset });
    else await goOnFeeding(parts, { id, there: upload.offset });
  }

  await app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    // the body is handed over unread
    inside.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const schema = { hide: true };
    const options = { schema, handler: handle, bodyLimit: mostInChunk } as const;
    inside.route({ ...options, method: "POST", url: "/api/upload", config: { who: "editor", limit: "writes" } });
    for (const method of ["HEAD", "PATCH", "DELETE"] as const) {
      inside.route({ ...options, method, url: "/api/upload/:id", config: { who: "editor", limit: "assets" } });
    }
  });

  answer(app, "guessDescriptions", { who: "editor", limit: "writes" }, async (request) => ({
    guesses: request.body.names.map(guessDescription),
  }));

  answer(app, "findUploaded", { who: "editor", limit: "reads" }, async (request) => ({
    video: (await findUploaded(db, request.query.sha256)) ?? null,
  }));

  answer(app, "describeUpload", { who: "editor", limit: "reads" }, async (request) => {
    const { id } = request.params;
    const requireOpen = async () => {
      const upload = /^[0-9a-f]{32}$/.test(id) ? await store.getUpload(id).catch(() => undefined) : undefined;
      if (!upload || upload.metadata?.member !== requireCurrent(request).member.id) throw notFound();
      if (upload.offset !== upload.size) return;
      throw new Refusal("conflict", "This file has arrived already. Please change the video itself.");
    };
    await requireOpen();
    await describeUpload(db, { id, now: clock.now() }, request.body);
    // once more: what is said while the last bytes are taken in must not be lost without a word
    await requireOpen();
    return {};
  });

  const cleaning = setInterval(
    () =>
      void tus
        .cleanUpExpiredUploads()
        .then(() => sweepDetails(db, new Date(clock.now().getTime() - 2 * keptMs)))
        .catch((error: unknown) => log.error({ err: error }, "old uploads could not be removed")),
    3_600_000,
  );
  app.addHook("onClose", async () => {
    clearInterval(cleaning);
    await dropFeed(media.store);
  });
}

type TusRequest = Request & { runtime?: { node?: { req: IncomingMessage } } };

function cutTrickle(request: IncomingMessage): () => void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    // what has arrived whole may be looked at for as long as that takes
    if (!request.complete && socket.bytesRead - before < trickle.bytes) socket.destroy();
    before = socket.bytesRead;
  }, trickle.ms);
  return () => clearInterval(timer);
}

function notFound(): Refusal {
  return new Refusal("not-found", "There is nothing here.");
}
