// The studio's calls for uploads: their descriptions, the list of unfinished ones, and cancelling.
import type { FastifyInstance } from "fastify";
import { findUploaded } from "#server/library/recording.ts";
import { describeUpload, guessDescription, sweepDetails } from "#server/intake/upload-details.ts";
import { repeat } from "#server/one-at-a-time.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer, type ContractRequest } from "#server/http/request/route.ts";
import { endUpload, expireUploads, isExpired, keptMs, listUnderWay } from "./life.ts";
import { isUploadId, notFound } from "./protocol.ts";
import type { Uploads } from "./store.ts";
import { words } from "./words.ts";

const expireEveryMs = 3_600_000;

export function uploadStudioRoutes(app: FastifyInstance, { parts, uploads }: { parts: Parts; uploads: Uploads }): void {
  const { db, clock, log } = parts;

  const requireUpload = async (id: string, isAllowed: (memberId: string | null | undefined) => boolean) => {
    const upload = isUploadId(id) ? await uploads.datastore.getUpload(id).catch(() => undefined) : undefined;
    if (!upload || isExpired(upload, clock.now()) || !isAllowed(upload.metadata?.member)) throw notFound();
    return upload;
  };

  answer(app, "guessDescriptions", { who: "editor", limit: "writes" }, async (request) => ({
    guesses: request.body.names.map((name) => guessDescription(name, parts.config.timeZone)),
  }));

  answer(app, "findUploaded", { who: "editor", limit: "reads" }, async (request) => ({
    video: (await findUploaded(db, request.query.sha256)) ?? null,
  }));

  answer(app, "describeUpload", { who: "editor", limit: "reads" }, async (request) => {
    const { id } = request.params;
    const requireOpen = async () => {
      const { offset, size } = await requireUpload(id, (memberId) => memberId === asking(request).memberId);
      if (offset === size) throw new Refusal("conflict", words.alreadyArrived);
    };
    await requireOpen();
    const levels = parts.config.levels.above.map((level) => level.id);
    await describeUpload(db, { id, now: clock.now(), levels }, request.body);
    // checked again: a description sent while the last bytes are added must not get lost unnoticed
    await requireOpen();
    return {};
  });

  answer(app, "listUploads", { who: "editor", limit: "reads" }, async (request) => ({
    uploads: await listUnderWay(parts, uploads, asking(request)),
  }));

  answer(app, "endUpload", { who: "editor", limit: "writes" }, async (request) => {
    const { memberId, isOwner } = asking(request);
    const upload = await requireUpload(request.params.id, (whose) => isOwner || whose === memberId);
    await endUpload(parts, uploads, upload);
    return {};
  });

  const cleanUp = async (): Promise<void> => {
    await expireUploads(parts, uploads);
    await sweepDetails(db, new Date(clock.now().getTime() - 2 * keptMs));
  };
  const cleaning = repeat(cleanUp, {
    everyMs: expireEveryMs,
    onError: (error) => log.error({ err: error }, "expired uploads could not be deleted"),
  });
  app.addHook("onClose", () => cleaning.stop());
}

function asking(request: Pick<ContractRequest<"listUploads">, "current">): { memberId: string; isOwner: boolean } {
  const { member, permission } = requireCurrent(request);
  return { memberId: member.id, isOwner: permission.isOwner };
}
