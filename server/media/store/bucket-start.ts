// Before the server opens its door: the bucket is there, it is ours to use, and nobody else's to read.
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { sendHttp1 } from "#server/outside.ts";
import { Refusal } from "#server/refusal.ts";
import type { BucketConfig } from "./bucket-config.ts";
import type { Bucket } from "./bucket-client.ts";
import { words } from "./words.ts";

export async function requireUsable({ client, name }: Bucket, config: BucketConfig): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: name, Prefix: config.prefix, MaxKeys: 1 }));
  } catch (cause) {
    throw new Refusal("cannot-start", words.bucketNotUsable(name, explain(cause)), { cause });
  }
  if (await isPublic(config, "store.json")) throw new Refusal("cannot-start", words.bucketPublic(name));
}

/** Whether people without a key can list it, or read one of its objects. */
export async function isPublic(
  { endpoint, name, origin, prefix }: Pick<BucketConfig, "endpoint" | "name" | "origin" | "prefix">,
  object: string,
): Promise<boolean> {
  const base = endpoint ? `${endpoint}/${name}` : origin;
  for (const address of [`${base}/?list-type=2&max-keys=1`, `${base}/${prefix}${object}`])
    if (await isOpenToAll(address)) return true;
  return false;
}

async function isOpenToAll(address: string): Promise<boolean> {
  const answer = await sendHttp1(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  answer?.destroy();
  return answer?.statusCode === 200;
}

export function explain(cause: unknown): string {
  if (cause instanceof Refusal) return cause.cause ? explain(cause.cause) : words.otherMarker;
  const { name = "", code = name, message = "" } = cause as { name?: string; code?: string; message?: string };
  const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  if (status >= 500) return words.serviceFails(status);
  return words.bucketReasons[code] ?? words.bucketReasons[name] ?? `${code} ${message}`.trim();
}
