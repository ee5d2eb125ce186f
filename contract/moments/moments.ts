// Moments: up to 90 seconds of a recording that a member shares by a link, which works without a login.
import { z } from "zod";
import { momentLimits } from "./moment-limits.ts";

export const NewMoment = z.strictObject({
  start: z.number().min(0, "must be at least 0").describe("Seconds of the recording, as the player counts them."),
  end: z.number().min(0, "must be at least 0"),
});
export type NewMoment = z.infer<typeof NewMoment>;

export const Moment = z.object({
  id: z.string(),
  video_id: z.string(),
  title: z.string().describe("Of the recording."),
  start: z.number(),
  end: z.number(),
  made_at: z.iso.datetime(),
  until: z.iso.datetime().describe("When the link stops working, if it is not used up before."),
  plays: z.int().describe(`The link stops working after ${momentLimits.plays}.`),
});
export type Moment = z.infer<typeof Moment>;

export const SharedMoment = Moment.extend({ member: z.object({ id: z.string(), name: z.string() }) });
export type SharedMoment = z.infer<typeof SharedMoment>;

export const OpenMoment = z.object({
  archive: z.string(),
  title: z.string(),
  seconds: z.number(),
  picture: z.string().nullable().describe("Its address."),
});
export type OpenMoment = z.infer<typeof OpenMoment>;

export const MomentPlay = z.object({
  url: z.string().describe(`One MP4 file, for ${momentLimits.playMinutes} minutes. It supports ranges.`),
  has_video: z.boolean(),
});
export type MomentPlay = z.infer<typeof MomentPlay>;

export const MomentToken = z.strictObject({ token: z.string().max(64) });
