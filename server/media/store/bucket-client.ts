// How we speak with the bucket: patient with a service that stumbles, and content with what every service can do.
import { HeadObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { BucketConfig } from "./bucket-config.ts";
import type { Found } from "./shelf.ts";

export interface Bucket {
  client: S3Client;
  name: string;
}

/** A connection on which nothing moves for so long is given up, and the request begins again. */
export const usualIdleMs = 30_000;

export function connect(config: BucketConfig, socketTimeout = usualIdleMs): S3Client {
  return new S3Client(clientOptions(config, socketTimeout));
}

export function clientOptions(config: BucketConfig, socketTimeout = usualIdleMs) {
  // every viewer may hold a connection
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return {
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED" as const,
    responseChecksumValidation: "WHEN_REQUIRED" as const,
    expectContinueHeader: false,
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 5000, socketTimeout, httpAgent: agent, httpsAgent: agent },
  };
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

export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
