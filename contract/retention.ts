// The cleanup rule, what it deletes and when, and the trash.
import { z } from "zod";

export const RetentionRule = z.strictObject({
  keep_days: z.int().min(1).max(36_500).nullable().describe("Days since a recording was added; null: keep for ever."),
  cap_bytes: z.int().min(1_000_000_000).nullable().describe("Above this the oldest are deleted first; null: no cap."),
  keep_audio: z.boolean().describe("Only the video is deleted; the audio, the waveform and all details are kept."),
});
export type RetentionRule = z.infer<typeof RetentionRule>;

const leavingReasons = ["age", "cap"] as const;

export const LeavingVideo = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail_url: z.string().nullable(),
  added_at: z.iso.datetime().describe("When it was added to the archive."),
  leaves_at: z.iso.datetime(),
  reason: z.enum(leavingReasons),
  bytes: z.int(),
});
export type LeavingVideo = z.infer<typeof LeavingVideo>;

export const TrashedVideo = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail_url: z.string().nullable(),
  trashed_at: z.iso.datetime(),
  purge_at: z.iso.datetime().describe("Until then it can be restored."),
  why: z.string().describe("Who or which rule put it there, as a sentence."),
  bytes: z.int(),
});
export type TrashedVideo = z.infer<typeof TrashedVideo>;

export const Retention = z.object({
  rule: RetentionRule,
  revision: z.int().describe("Send it back with a change."),
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.string().nullable(),
  rests_until: z.iso
    .datetime()
    .nullable()
    .describe("Nothing will be deleted until this time, because the rule was changed recently."),
  last_run_at: z.iso.datetime().nullable(),
  warnings: z
    .array(z.object({ at: z.iso.datetime(), sentence: z.string() }))
    .describe("Why the last cleanup stopped early."),
  leaving: z
    .array(LeavingVideo)
    .describe("What is announced, or would be deleted within 30 days; soonest first, at most 200."),
  leaving_total: z.int(),
});
export type Retention = z.infer<typeof Retention>;

export const RetentionPreview = z.object({
  total: z.int().describe("How many recordings this rule would delete in the end: send it back to confirm."),
  bytes: z.int(),
  videos: z.array(LeavingVideo).describe("Soonest first; at most 200."),
});
export type RetentionPreview = z.infer<typeof RetentionPreview>;
