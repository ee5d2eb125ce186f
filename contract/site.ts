// What anyone may know: the archive's name, where to log in, and whether it works.
import { z } from "zod";

const SignInAddress = z.object({
  client_id: z.string(),
  authorize_url: z.url(),
  redirect_uri: z.url(),
});

export const Site = z.object({
  name: z.string(),
  demo: z.boolean().describe("True when local stand-ins answer for Patreon and Twitch."),
  patreon: SignInAddress.nullable(),
  twitch: SignInAddress.nullable(),
});
export type Site = z.infer<typeof Site>;

export const Health = z.object({
  live: z.boolean().describe("The process answers."),
  ready: z.boolean().describe("The database answers, too, and the server is not stopping: send requests here."),
  sandbox: z
    .enum(["full", "degraded"])
    .optional()
    .describe("Whether ffmpeg runs in a full sandbox. Only for those who may read the metrics."),
});
export type Health = z.infer<typeof Health>;
