// Before the server opens its door: the bucket is there, it is ours to use, and nobody else's to read.
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
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
  const base = config.endpoint ? `${config.endpoint}/${name}` : config.origin;
  for (const address of [`${base}/?list-type=2&max-keys=1`, `${base}/${config.prefix}store.json`]) {
    if (!(await isOpenToAll(address))) continue;
    throw new Refusal("cannot-start", words.bucketPublic(name));
  }
}

async function isOpenToAll(address: string): Promise<boolean> {
  const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function explain(cause: unknown): string {
  const { name = "", code = name, message = "" } = cause as { name?: string; code?: string; message?: string };
  return words.bucketReasons[code] ?? words.bucketReasons[name] ?? `${code} ${message}`.trim();
}
