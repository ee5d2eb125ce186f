// A fresh bucket for a test, in a real S3 service that is started when the first test asks.
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { connect } from "#server/media/bucket-client.ts";
import type { BucketConfig } from "#server/media/bucket-config.ts";
import { s3Keys } from "./s3-service.ts";

/** A bucket of one's own, empty; gone with the service at the end of the run. */
export async function createTestBucket(): Promise<BucketConfig> {
  const answer = await fetch(inject("s3Door"));
  const endpoint = await answer.text();
  if (!answer.ok) throw new Error(endpoint);
  const config: BucketConfig = {
    endpoint,
    region: "us-east-1",
    name: `test-${randomUUID()}`,
    ...s3Keys,
    prefix: "archive/",
    delivery: "proxy",
    origin: endpoint,
  };
  const client = connect(config);
  await client.send(new CreateBucketCommand({ Bucket: config.name }));
  client.destroy();
  return config;
}

/** As an owner would write it into the environment. */
export function bucketSettings(config: BucketConfig): Record<string, string> {
  return {
    S3_ENDPOINT: config.endpoint ?? "",
    S3_BUCKET: config.name,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    S3_PREFIX: config.prefix,
    S3_DELIVERY: config.delivery,
  };
}
