// /api/upload: resumable uploads by editors (the tus protocol). They are added by takeIn, like files from elsewhere.
// Parts of at most 16 MiB; an upload belongs to the member who started it; connections that are too slow are closed.
import { MemoryLocker, Server as Tus, type Upload } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { beginEarlyCopy, dropEarlyCopy, continueEarlyCopy } from "#server/prepare/copy-early.ts";
import { wasEnded } from "#server/intake/upload-details.ts";
import { inUploadTurn } from "#server/intake/upload-turn.ts";
import { requireMounted } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { asUploadRefusal, sendTusAnswer, toWebRequest } from "./answer.ts";
import { openPartReader } from "./checksum.ts";
import { finishUploads } from "./finish.ts";
import { expiryOf, isExpired } from "./life.ts";
import { mostBytes, mostInPart, notFound, readTusCall, sendAbilities, type TusCall } from "./protocol.ts";
import { isNearlyFull, isQuiet, requireSpaceForPart, requireSpaceForUpload } from "./space.ts";
import { findUpload, openUploads } from "./store.ts";
import { uploadStudioRoutes } from "./studio.ts";
import { words } from "./words.ts";

const mostAtOnce = 3;
/** A connection that sends less than this in so much time is closed. */
const trickle = { bytes: 64 * 1024, ms: 30_000 };

export async function uploadRoutes(
  app: FastifyInstance,
  parts: Parts,
  { isPreparedElsewhere = false }: { isPreparedElsewhere?: boolean },
): Promise<void> {
  const { config, db, media, clock } = parts;
  const locker = new MemoryLocker();
  const uploads = await openUploads(media.store, { ...config, locker });
  const store = uploads.datastore;
  const finish = finishUploads(app, { parts, uploads });
  const readPart = openPartReader();
  const callers = new WeakMap<Request, string>();
  const failures = new WeakMap<Request, unknown>();
  /** Each upload as it was when its request came in. */
  const found = new WeakMap<Request, Upload>();
  const callerOf = (request: Request) => callers.get(request) ?? "";

  const tus = new Tus({
    path: "/api/upload",
    datastore: store,
    locker,
    relativeLocation: true,
    maxSize: mostBytes,
    allowedOrigins: () => false,
    onIncomingRequest: async (request, id) => {
      if (request.method !== "POST") found.set(request, await requireOwn(id, callerOf(request)));
    },
    onUploadCreate: async (request, upload) => {
      const member = callerOf(request);
      await refuseEarly(upload.size ?? 0, member);
      found.set(request, upload);
      return { metadata: { ...upload.metadata, member } };
    },
    onUploadFinish: async (_request, { id }) => finish(id),
    onResponseError: async (request, error) => {
      failures.set(request, error);
      return undefined;
    },
  });

  /** Uploads of other members and expired uploads are not found. */
  async function requireOwn(id: string, memberId: string): Promise<Upload> {
    const upload = await findUpload(store, id);
    if (upload?.metadata?.member === memberId && !isExpired(upload, clock.now())) return upload;
    // a volume that is not there has no uploads: an editor who is told "not found" begins again from zero
    if (!upload) await requireMounted(media.store);
    if (!upload && (await wasEnded(db, { id, memberId }))) throw new Refusal("gone", words.ended);
    throw notFound();
  }

  async function refuseEarly(size: number, member: string): Promise<void> {
    const describe = async ({ id, size: bytes, offset, metadata }: Upload) => ({
      ...{ size: bytes, offset, memberId: metadata?.member },
      changedAt: await uploads.changedAt(id),
    });
    const open = await Promise.all((await uploads.list()).map(describe));
    const now = clock.now();
    const busy = open.filter((upload) => upload.memberId === member && !isQuiet(upload, now));
    if (busy.length >= mostAtOnce) throw new Refusal("too-many-requests", words.tooManyUploads(mostAtOnce));
    await requireSpaceForUpload(parts, size, open);
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const call = readTusCall(request, reply);
    if (call.method === "OPTIONS") return void sendAbilities(reply);
    const { id } = call;
    const pass = () => passOn(call, request, reply);
    if (call.method !== "DELETE" || id === undefined) return pass();
    if (!(await inUploadTurn(db, id, pass))) throw new Refusal("conflict", words.beingAdded);
    await dropEarlyCopy(media.store, id);
  };

  async function passOn(call: TusCall, { raw, current }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { member } = requireCurrent({ current });
    await requireSpaceForPart(parts, call.partBytes);
    const stop = cutTrickle(raw);
    try {
      const asked = toWebRequest(call, raw, await readPart(raw, call.partBytes));
      callers.set(asked, member.id);
      const answer = await tus.handleWeb(asked);
      const failure = failures.get(asked);
      if (failure instanceof Refusal) throw failure;
      if (failure !== undefined) throw asUploadRefusal(failure, await isNearlyFull(parts));
      // the part was not read to its end, because the upload was cancelled or continues on another connection
      if (!raw.complete) leaveUnread(raw, reply);
      await sendTusAnswer(reply, answer, call.method === "DELETE" ? null : expiryAfter(answer, found.get(asked)));
      if (call.method === "PATCH" && answer.status === 204)
        await feed(call.id ?? "", Number(call.headers["upload-offset"]));
    } catch (error) {
      if (!raw.complete) leaveUnread(raw, reply);
      throw error;
    } finally {
      stop();
    }
  }

  /** What has arrived may already be prepared while the rest is still being sent. */
  async function feed(id: string, from: number): Promise<void> {
    const file = isPreparedElsewhere ? undefined : uploads.fileOf(id);
    const upload = file === undefined ? undefined : await findUpload(store, id);
    if (file === undefined || upload?.size === undefined) return;
    if (from === 0) beginEarlyCopy(parts, { id, file, bytes: upload.size, there: upload.offset });
    else await continueEarlyCopy(parts, { id, there: upload.offset });
  }

  await app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    // the body is passed on unread
    inside.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const options = { schema: { hide: true }, handler: handle, bodyLimit: mostInPart } as const;
    for (const method of ["OPTIONS", "POST"] as const)
      inside.route({ ...options, method, url: "/api/upload", config: { who: "editor", limit: "writes" } });
    for (const method of ["HEAD", "PATCH", "DELETE", "POST"] as const)
      inside.route({ ...options, method, url: "/api/upload/:id", config: { who: "editor", limit: "assets" } });
  });
  uploadStudioRoutes(app, { parts, uploads });
  app.addHook("onClose", () => dropEarlyCopy(media.store));
}

function expiryAfter({ headers }: Response, upload: Upload | undefined): Date | null {
  if (!upload) return null;
  const { creation_date, size } = upload;
  return expiryOf({ creation_date, size, offset: Number(headers.get("upload-offset") ?? 0) });
}

function cutTrickle(request: IncomingMessage): () => void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    // once the whole body has arrived, checking it may take as long as it needs
    if (!request.complete && socket.bytesRead - before < trickle.bytes) socket.destroy();
    before = socket.bytesRead;
  }, trickle.ms);
  return () => clearInterval(timer);
}

/** Discards the rest of the body, so that the client gets to read the answer. */
function leaveUnread(request: IncomingMessage, reply: FastifyReply): void {
  reply.header("connection", "close");
  request.removeAllListeners("data");
  request.resume();
}
