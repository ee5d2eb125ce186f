// Sends one file by the tus protocol, once: what breaks is told, and whoever asked decides about the next try.
import { DetailedError, type HttpResponse, Upload } from "tus-js-client";

const endpoint = "/api/upload";
/** The server takes at most 16 MiB at once. */
const chunkBytes = 8 * 2 ** 20;
/** A connection that says nothing for so long is dead, also when nobody has told the browser. */
const silenceMs = 60_000;
/** Once all is sent: the archive reads a large file from one end to the other. */
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

export interface Transfer {
  file: File;
  /** Where it goes on; null: it is begun. */
  address: string | null;
  metadata: Record<string, string>;
  signal: AbortSignal;
  onAddress: (address: string) => void;
  onSent: (bytes: number) => void;
}

export interface Arrived {
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
      // never both: an upload that is gone may have been taken in, which is for the caller to find out
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

/** Every byte was there already, but nobody has looked at them: an empty last part makes the archive do so. */
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

/** Takes what was sent of an upload off the server; what cannot be deleted now expires there. */
export async function discardTransfer(address: string): Promise<void> {
  const headers = { "tus-resumable": "1.0.0" };
  await fetch(address, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}

function readArrived(body: string): Arrived {
  try {
    const { id, is_new } = JSON.parse(body) as { id: string; is_new: boolean };
    return { id, isNew: is_new };
  } catch (cause) {
    // a proxy's own page, or half an answer
    throw unreachable(cause);
  }
}

function problemOf(problem: Error): TransferProblem {
  const response = problem instanceof DetailedError ? problem.originalResponse : null;
  if (!response) return unreachable(problem);
  return new TransferProblem(response.getStatus(), readProblem(response.getBody()), { cause: problem });
}

function unreachable(cause?: unknown): TransferProblem {
  return new TransferProblem(0, { detail: "The archive cannot be reached." }, { cause });
}

/** What is not problem+json was not said by the archive: a proxy's own page, or nothing. */
function readProblem(body: string): Said {
  try {
    return { detail: "", ...(JSON.parse(body) as Partial<Said>) };
  } catch {
    return { detail: "" };
  }
}
