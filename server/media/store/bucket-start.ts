// Before the server opens its door: the bucket is there, it is ours to use, and nobody else's to read.
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { Refusal } from "#server/refusal.ts";
import type { BucketConfig } from "./bucket-config.ts";
import type { Bucket } from "./bucket-client.ts";

export async function requireUsable({ client, name }: Bucket, config: BucketConfig): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: name, Prefix: config.prefix, MaxKeys: 1 }));
  } catch (cause) {
    throw new Refusal("cannot-start", `The bucket ${name} cannot be used: ${explain(cause)}`, { cause });
  }
  const base = config.endpoint ? `${config.endpoint}/${name}` : config.origin;
  for (const address of [`${base}/?list-type=2&max-keys=1`, `${base}/${config.prefix}store.json`]) {
    if (!(await isOpenToAll(address))) continue;
    throw new Refusal(
      "cannot-start",
      `The bucket ${name} can be read by everyone. Make it private (block all public access), and start again.`,
    );
  }
}

async function isOpenToAll(address: string): Promise<boolean> {
  const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function explain(cause: unknown): string {
  const { name = "", code = name, message = "" } = cause as { name?: string; code?: string; message?: string };
  const known: Record<string, string> = {
    NoSuchBucket: "it does not exist. Make it, or correct S3_BUCKET.",
    InvalidAccessKeyId: "the key is not known there. Correct S3_ACCESS_KEY_ID.",
    SignatureDoesNotMatch: "the secret is wrong. Correct S3_SECRET_ACCESS_KEY.",
    AccessDenied: "this key may not list it. Allow it to list, read, write and delete.",
    ECONNREFUSED: "nothing answers at S3_ENDPOINT.",
    ENOTFOUND: "the name in S3_ENDPOINT is not known.",
  };
  return known[code] ?? known[name] ?? `${code} ${message}`.trim();
}
