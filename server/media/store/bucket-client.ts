// How we speak with the bucket: patient with a service that stumbles, content with what every service can do, and clear
// about who is at fault: what its service cannot answer now is refused as busy, and says nothing about a file.
import { HeadObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { Refusal } from "#server/refusal.ts";
import type { BucketConfig } from "./bucket-config.ts";
import type { Found } from "./backend.ts";
import { words } from "./words.ts";

export interface Bucket {
  client: S3Client;
  name: string;
}

interface ConnectOptions {
  /** A connection on which nothing moves for so long is given up, and the request begins again. */
  idleMs?: number;
  /** Called when a request failed although it was tried several times. */
  onFailure?: () => void;
}

const usualIdleMs = 30_000;

/** The bucket of the archive. */
export function connect(config: BucketConfig, { idleMs = usualIdleMs, onFailure }: ConnectOptions = {}): S3Client {
  const client = connectPlainly(config, idleMs);
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((cause: unknown) => {
        if (!isUnavailable(cause)) throw cause;
        onFailure?.();
        throw new Refusal("busy", words.noAnswer, { cause });
      }),
    { step: "initialize", priority: "high", name: "refuse-as-busy" },
  );
  return client;
}

/** A bucket whose errors the caller explains. */
export function connectPlainly(config: BucketConfig, idleMs = usualIdleMs): S3Client {
  // every viewer may hold a connection
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 5000, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
  });
}

export async function findObject(
  { client, name }: Bucket,
  key: string,
  abortSignal?: AbortSignal,
): Promise<Found | undefined> {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: name, Key: key }), abortSignal && { abortSignal });
    const sha256 = head.Metadata?.["sha256"];
    return { bytes: head.ContentLength ?? 0, changedAt: head.LastModified ?? new Date(), ...(sha256 && { sha256 }) };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether the object is missing. A bucket that is gone says nothing about its objects. */
export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && statusOf(error) === 404 && error.name !== "NoSuchBucket";
}

/** Answers about what was asked for. Whatever else is answered means that the service, or our key for it, does not work now. */
const answersAboutObject = new Set([400, 404, 405, 409, 411, 412, 413, 416]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "AbortError") return false;
  if (error.name === "NoSuchBucket" || error.name === "TimeoutError" || error.name === "RequestTimeout") return true;
  const status = statusOf(error);
  if (status !== undefined) return status >= 300 && !answersAboutObject.has(status);
  // no answer at all: the codes of the system, of name resolution and of TLS
  return typeof (error as { code?: unknown }).code === "string";
}

function statusOf(error: Error): number | undefined {
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number };
    $response?: { statusCode?: number };
  };
  return $metadata?.httpStatusCode ?? $response?.statusCode;
}
