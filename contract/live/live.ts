// Studio > Live: the keys that encoders send with, and what arrives.
import { z } from "zod";

export const NewStreamKey = z.strictObject({
  name: z.string().max(80).describe("What it is for, such as the name of the computer that sends."),
  title: z.string().max(200).describe("The title of what is sent with it; empty: Live."),
  level: z.string().max(32).nullable().describe("The id of the level of what is sent; null: the standard."),
  hidden: z.boolean().describe("What is sent is hidden until an editor has looked at it."),
});
export type NewStreamKey = z.infer<typeof NewStreamKey>;

export const StreamKey = z.object({
  ...{ id: z.string(), name: z.string(), title: z.string(), level: z.string().nullable(), hidden: z.boolean() },
  made_at: z.iso.datetime(),
});
export type StreamKey = z.infer<typeof StreamKey>;

export const Broadcast = z.object({
  id: z.string(),
  key_id: z.string().nullable(),
  title: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  state: z.enum(["arriving", "waiting", "ended"]).describe("waiting: the encoder is gone, and may come back."),
  seconds: z.number().describe("How much of it is safe on the disk."),
  bytes: z.int(),
  bits_per_second: z.int().nullable(),
  width: z.int(),
  height: z.int(),
  video: z.enum(["avc1", "hvc1", "av01"]).nullable(),
  audio: z.enum(["mp4a", "Opus"]).nullable(),
  key_frame_seconds: z.number().nullable().describe("Between the last two key frames."),
  returns: z.int().describe("How often the encoder has come back."),
  trouble: z.string().nullable(),
  video_id: z.string().nullable().describe("The recording that it has become."),
});
export type Broadcast = z.infer<typeof Broadcast>;

export const LiveState = z.object({
  address: z.string().nullable().describe("Where encoders send to; null: live is turned off (LIVE_PORT=0)."),
  trouble: z.string().nullable().describe("Why nothing can be received."),
  return_minutes: z.int(),
  keys: z.array(StreamKey),
  broadcasts: z.array(Broadcast).describe("What arrives now, and what ended in the last 30 days; newest first."),
});
export type LiveState = z.infer<typeof LiveState>;
