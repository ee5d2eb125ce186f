// A complete upload becomes a recording, exactly once: at once, or later if the server stopped in between, the disk was
// full or the storage did not answer. Of several servers only one does it.
import type { Upload } from "@tus/server";
import type { FastifyInstance } from "fastify";
import { setTimeout as sleep } from "node:timers/promises";
import { readDate, type Description } from "#server/intake/describe-intake.ts";
import { dropEarlyCopy, continueEarlyCopy } from "#server/prepare/copy-early.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { dropDetails, findDetails } from "#server/intake/upload-details.ts";
import { inUploadTurn } from "#server/intake/upload-turn.ts";
import { repeat, shareRuns } from "#server/one-at-a-time.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { isUnknown, type Uploads } from "./store.ts";
import { words } from "./words.ts";

/** How soon a complete upload that could not be added is tried again. */
const againMs = 60_000;
/** How long a stopping server waits for an upload that is being added. */
const graceMs = 5000;

interface Answer {
  status_code: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns the function to call for a complete upload; also adds those that were left, from the server's start on. */
export function finishUploads(
  app: FastifyInstance,
  { parts, uploads }: { parts: Parts; uploads: Uploads },
): (id: string) => Promise<Answer> {
  const { db, log, config } = parts;
  const closing = new AbortController();

  // a client that lost the answer to its last part asks again while the file is still being added
  const share = shareRuns<Answer | undefined>();
  const finishOnce = (id: string, signal?: AbortSignal) => share(id, () => finish(id, signal));

  /** Undefined when another server is adding it. */
  async function finish(id: string, signal: AbortSignal | undefined): Promise<Answer | undefined> {
    const held = await inUploadTurn(db, id, async () => {
      // another server may have ended it since
      const upload = await uploads.datastore.getUpload(id);
      return takeInWhole(parts, { uploads, upload, ...(signal && { signal }) });
    });
    return held?.outcome;
  }

  async function finishLeft(quietSince: number): Promise<void> {
    for (const { id, offset, size } of await uploads.list()) {
      if (closing.signal.aborted) return;
      try {
        if (offset === size && (await uploads.changedAt(id)) <= quietSince) await finishOnce(id, closing.signal);
      } catch (error) {
        if (!isUnknown(error)) log.warn({ err: error, upload: id }, "a complete upload could not be added");
      }
    }
  }

  // at the start nobody is sending to a disk yet; another server may be receiving an upload in the bucket right now
  let isStart = !config.bucket;
  const look = async (): Promise<void> => {
    const quietSince = isStart ? Infinity : Date.now() - againMs;
    isStart = false;
    await finishLeft(quietSince);
  };
  const looking = repeat(look, {
    everyMs: againMs,
    onError: (error) => log.error({ err: error }, "the list of uploads could not be read"),
  });
  // only once the server listens, so that the start does not wait for them
  app.addHook("onListen", (done) => {
    void looking.now();
    done();
  });
  app.addHook("onClose", async () => {
    closing.abort(new Error("The server is stopping."));
    await Promise.race([looking.stop(), sleep(graceMs, undefined, { ref: false })]);
  });

  return async (id) => {
    const answer = await finishOnce(id);
    if (answer) return answer;
    throw new Refusal("busy", words.beingAdded);
  };
}

async function takeInWhole(
  parts: Parts,
  { uploads, upload, signal }: { uploads: Uploads; upload: Upload; signal?: AbortSignal },
): Promise<Answer> {
  const { db } = parts;
  const { id: uploadId, metadata } = upload;
  // as it is described now, not when the last part began
  const details = await findDetails(db, uploadId);
  const sha256 = details.sha256 ?? metadata?.sha256;
  const { level } = details;
  // a level may have been removed since it was chosen
  const isLevel = level === null || parts.config.levels.above.some(({ id }) => id === level);
  await continueEarlyCopy(parts, { id: uploadId, there: upload.offset });
  try {
    await using whole = await uploads.bring(uploadId, signal);
    const { id, isNew } = await takeIn(parts, {
      file: whole.file,
      name: metadata?.filename ?? "upload",
      said: { ...readSaid(metadata ?? {}), ...details.said },
      ...(level !== undefined && isLevel && { level }),
      ...(details.setList !== null && { setList: details.setList }),
      memberId: metadata?.member || null,
      isOurs: true,
      ...(signal && { signal }),
      ...(sha256 && { sha256 }),
    });
    if (!isNew) await dropEarlyCopy(parts.media.store, uploadId);
    await uploads.drop(uploadId);
    await dropDetails(db, uploadId);
    return {
      status_code: 200,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({ id, is_new: isNew }),
    };
  } catch (error) {
    await dropEarlyCopy(parts.media.store, uploadId);
    // keep the upload when the disk is full or does not answer: that is not the file's fault
    const isOfFile = error instanceof Refusal && error.code !== "no-room" && error.code !== "busy";
    if (isOfFile) await uploads.drop(uploadId);
    throw error;
  }
}

function readSaid({ title, date, description, hidden }: Record<string, string | null>): Description {
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...((hidden === "true" || hidden === "false") && { hidden: hidden === "true" }),
    ...(date ? readDate(date) : undefined),
  };
}
