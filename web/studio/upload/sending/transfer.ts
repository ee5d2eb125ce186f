// Sends one file by the tus protocol, once. Failures are thrown; the caller decides about the next try.
import { DetailedError, type HttpResponse, Upload } from "tus-js-client";
import { sendingWords as words } from "#web/studio/upload/words.ts";

const endpoint = "/api/upload";
/** The server takes at most 16 MiB at once. */
const chunkBytes = 8 * 2 ** 20;
/** A connection without progress for this long is treated as lost; the browser may not notice it. */
const silenceMs = 60_000;
/** After the last byte: the server reads the whole file, which takes a while when it is large. */
const checkingMs = 900_000;

interface Said {
  detail: string;
  code?: string;
}

class TransferProblem extends Error {
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, { detail, code }: Said, options?: ErrorOptions) {
    super(detail, options);
    this.name = "TransferProblem";
    this.status = status;
    this.code = code;
  }
}

interface Transfer {
  file: File;
  /** The address of an upload to continue; null starts a new one. */
  address: string | null;
  metadata: Record<string, string>;
  signal: AbortSignal;
  onAddress: (address: string) => void;
  onSent: (bytes: number) => void;
}

interface Arrived {
  id: string;
  isNew: boolean;
}

export async function transfer({ file, address, metadata, signal, onAddress, onSent }: Transfer): Promise<Arrived> {
  signal.throwIfAborted();
  const listening = new AbortController();
  const once = { signal: listening.signal };
  let place = address ?? "";
  const last = await new Promise<HttpResponse>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const fail = (problem: unknown) => {
      clearTimeout(timer);
      void upload.abort();
      reject(problem);
    };
    const watch = (sent: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(unreachable()), sent < file.size ? silenceMs : checkingMs);
    };
    const upload = new Upload(file, {
      // never both: tus would start again, but an upload that is gone may have been added, which the caller checks
      ...(address === null ? { endpoint: new URL(endpoint, location.href).href } : { uploadUrl: address }),
      metadata,
      chunkSize: chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        place = new URL(upload.url ?? "", location.href).pathname;
        onAddress(place);
      },
      onProgress: (sent) => {
        watch(sent);
        onSent(sent);
      },
      onSuccess: ({ lastResponse }) => {
        clearTimeout(timer);
        resolve(lastResponse);
      },
      onError: (problem) => fail(problemOf(problem)),
    });
    signal.addEventListener("abort", () => fail(signal.reason), once);
    globalThis.addEventListener("offline", () => fail(unreachable()), once);
    watch(0);
    upload.start();
  }).finally(() => listening.abort());
  const body = last.getBody();
  return body ? readArrived(body) : finish(place, { size: file.size, signal });
}

/** The server has every byte but did not finish: an empty last part makes it check the file. */
async function finish(address: string, { size, signal }: { size: number; signal: AbortSignal }): Promise<Arrived> {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-offset": String(size),
    "content-type": "application/offset+octet-stream",
  };
  const answer = await fetch(address, { method: "PATCH", headers, body: new Blob(), signal }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw unreachable(cause);
    },
  );
  const body = await answer.text();
  if (!answer.ok) throw new TransferProblem(answer.status, readProblem(body));
  return readArrived(body);
}

/** Deletes what the server has received; if that fails, it expires there. */
export async function discardTransfer(address: string): Promise<void> {
  const headers = { "tus-resumable": "1.0.0" };
  await fetch(address, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}

function readArrived(body: string): Arrived {
  try {
    const { id, is_new } = JSON.parse(body) as { id: string; is_new: boolean };
    return { id, isNew: is_new };
  } catch (cause) {
    // an error page of a proxy, or an incomplete answer
    throw unreachable(cause);
  }
}

function problemOf(problem: Error): TransferProblem {
  const response = problem instanceof DetailedError ? problem.originalResponse : null;
  if (!response) return unreachable(problem);
  return new TransferProblem(response.getStatus(), readProblem(response.getBody()), { cause: problem });
}

function unreachable(cause?: unknown): TransferProblem {
  return new TransferProblem(0, { detail: words.paused.unreachable }, { cause });
}

/** Anything but problem+json does not come from our server: an error page of a proxy, or nothing. */
function readProblem(body: string): Said {
  try {
    return { detail: "", ...(JSON.parse(body) as Partial<Said>) };
  } catch {
    return { detail: "" };
  }
}
