// Studio > Settings > Backups: when and where backups are made, for which key they are encrypted, and how the last went.
import { z } from "zod";

const backupTargets = ["folder", "bucket", "program"] as const;
const Text = z.object({ value: z.string(), is_fixed: z.boolean() });

const BackupRun = z.object({
  state: z.enum(["running", "good", "incomplete", "failed"]),
  began_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  place: z.string().nullable(),
  sentence: z.string().nullable().describe("What went wrong, or is worth knowing."),
  files: z.int(),
  bytes: z.int(),
  sent_bytes: z.int(),
  checked_bytes: z.int().describe("Read back from the bucket, and compared."),
});

export const Backups = z.object({
  hour: z.object({ value: z.int().nullable(), is_fixed: z.boolean() }).describe("In the archive's time zone."),
  time_zone: z.string(),
  target: z.object({ value: z.enum(backupTargets), is_fixed: z.boolean() }),
  folder: z.string().nullable().describe("Set by the environment only, as is the program."),
  program: z.string().nullable(),
  bucket: z.object({
    name: Text,
    endpoint: Text,
    region: Text,
    prefix: Text,
    access_key_id: Text,
    has_secret: z.boolean(),
    is_secret_fixed: z.boolean(),
  }),
  key: z.object({ recipient: z.string(), fingerprint: z.string(), is_fixed: z.boolean() }).nullable(),
  gap: z.string().nullable().describe("What is missing before a backup can be made, as a sentence."),
  last: BackupRun.nullable(),
  last_good: BackupRun.nullable(),
});
export type Backups = z.infer<typeof Backups>;

const short = z.string().trim().max(255).optional();
export const BackupsChange = z.strictObject({
  hour: z.int().min(0).max(23).nullable().optional(),
  target: z.enum(backupTargets).optional(),
  name: short,
  endpoint: short,
  region: short,
  prefix: short,
  access_key_id: short,
  secret_access_key: short.describe("Kept encrypted; no answer contains it."),
});
export type BackupsChange = z.infer<typeof BackupsChange>;

export const NewBackupKey = z.strictObject({
  replace: z.boolean().describe("True to make a new key although there is one."),
});
export const BackupKey = z.object({
  identity: z.string().describe("The private key. It is in this answer only, and kept nowhere on the server."),
  recipient: z.string(),
  fingerprint: z.string(),
});
export type BackupKey = z.infer<typeof BackupKey>;
