// A bucket of one's own in a running S3 service, and how an owner would write it into the environment.
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";
import { connect } from "#server/media/store/bucket-client.ts";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { s3Keys } from "./s3-service.ts";

/** Empty; gone with the service. */
export async function createBucket(endpoint: string): Promise<BucketConfig> {
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
