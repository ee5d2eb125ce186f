// A fresh bucket for a test, in a real S3 service that is started when the first test asks.
import { inject } from "vitest";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { createBucket } from "./bucket.ts";

export { bucketSettings } from "./bucket.ts";

/** A bucket of one's own, empty; gone with the service at the end of the run. */
export async function createTestBucket(): Promise<BucketConfig> {
  const answer = await fetch(inject("s3Door"));
  const endpoint = await answer.text();
  if (!answer.ok) throw new Error(endpoint);
  return createBucket(endpoint);
}
