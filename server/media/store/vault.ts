// The bucket that backups go to: whole objects in and out, with checksums. Nothing here can decrypt.
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectRetentionCommand,
} from "@aws-sdk/client-s3";
import type { DefaultRetention } from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { Refusal } from "#server/refusal.ts";
import { connectPlainly, findObject } from "./bucket-client.ts";
import type { BucketConfig } from "./bucket-config.ts";
import { beginReading } from "./bucket-read.ts";
import { isPublic } from "./bucket-start.ts";
import { hashBytes } from "./hash.ts";
import { words } from "./words.ts";

/** Object lock: for how long the bucket protects a new object, and how strictly. */
export interface Lock {
  mode: "GOVERNANCE" | "COMPLIANCE";
  days: number;
}

/** A plain object that says whose backups these are. */
export const markerName = "stagedoor-backup.json";

export type VaultConfig = Omit<BucketConfig, "delivery">;

export interface Vault extends AsyncDisposable {
  /** For people: s3://bucket/prefix */
  place: string;
  put(key: string, body: Buffer): Promise<void>;
  find(key: string): Promise<Buffer | undefined>;
  /** Sizes by name, of what is in a folder. */
  list(folder: string): Promise<Map<string, { bytes: number; changedAt: Date }>>;
  remove(key: string): Promise<void>;
  /** Whether older versions are kept; null where the service does not say. */
  keepsVersions(): Promise<boolean | null>;
  /** Null where the bucket has no object lock, or no usual time for it. */
  findLock(): Promise<Lock | null>;
  /** Until then nobody can delete or change this object. */
  protect(key: string, lock: { mode: Lock["mode"]; until: Date }): Promise<void>;
}

const usualPatienceMs = 60_000;

/** Refuses when the bucket cannot be used, or anybody can read it. */
export async function openVault(config: VaultConfig, patienceMs = usualPatienceMs): Promise<Vault> {
  const { name, prefix } = config;
  const client = connectPlainly({ ...config, delivery: "proxy" });
  const bucket = { client, name };
  const at = (key: string) => ({ Bucket: name, Key: prefix + key });
  try {
    const abortSignal = AbortSignal.timeout(patienceMs);
    await client.send(new ListObjectsV2Command({ Bucket: name, Prefix: prefix, MaxKeys: 1 }), { abortSignal });
    if (await isPublic(config, markerName)) throw new Refusal("conflict", words.vaultPublic(name));
  } catch (cause) {
    client.destroy();
    throw cause instanceof Refusal
      ? cause
      : new Refusal("conflict", words.vaultNotUsable(name, explain(cause)), { cause });
  }
  return {
    place: placeOf(config),
    async put(key, body) {
      // a bucket with object lock takes nothing without such a checksum
      const sums = { ContentMD5: md5(body), Metadata: { sha256: hashBytes(body) } };
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ...sums }));
    },
    async find(key) {
      const found = await findObject(bucket, prefix + key);
      if (!found) return undefined;
      if (found.bytes === 0) return Buffer.alloc(0);
      const reading = await beginReading(bucket, { key: prefix + key, from: 0, to: found.bytes, bytes: found.bytes });
      return Buffer.concat(await Array.fromAsync(reading.pieces()));
    },
    async list(folder) {
      const found = new Map<string, { bytes: number; changedAt: Date }>();
      let token: string | undefined;
      do {
        const asked = { Bucket: name, Prefix: prefix + folder, ContinuationToken: token };
        const page = await client.send(new ListObjectsV2Command(asked));
        for (const { Key = "", Size = 0, LastModified = new Date() } of page.Contents ?? [])
          found.set(Key.slice(prefix.length + folder.length), { bytes: Size, changedAt: LastModified });
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token);
      return found;
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(at(key)))),
    keepsVersions: () =>
      client.send(new GetBucketVersioningCommand({ Bucket: name })).then(
        ({ Status }) => Status === "Enabled",
        () => null,
      ),
    findLock: () =>
      client.send(new GetObjectLockConfigurationCommand({ Bucket: name })).then(
        ({ ObjectLockConfiguration }) => readLock(ObjectLockConfiguration?.Rule?.DefaultRetention),
        // services without it answer in many ways
        () => null,
      ),
    async protect(key, { mode, until }) {
      const Retention = { Mode: mode, RetainUntilDate: until };
      await client.send(new PutObjectRetentionCommand({ ...at(key), Retention }));
    },
    [Symbol.asyncDispose]: async () => client.destroy(),
  };
}

export function placeOf({ name, prefix }: Pick<VaultConfig, "name" | "prefix">): string {
  return `s3://${name}/${prefix}`.replace(/\/$/, "");
}

function readLock(usual: DefaultRetention | undefined): Lock | null {
  const days = usual?.Days ?? (usual?.Years ?? 0) * 365;
  return usual?.Mode && days > 0 ? { mode: usual.Mode, days } : null;
}

function md5(body: Buffer): string {
  return createHash("md5").update(body).digest("base64");
}

function explain(cause: unknown): string {
  const { name = "", code = name, message = "" } = cause as { name?: string; code?: string; message?: string };
  return words.vaultReasons[code] ?? words.vaultReasons[name] ?? `${code} ${message}`.trim();
}
