// What anyone may know: the archive's name, where to log in, and whether it works.
import { z } from "zod";

const SignInAddress = z.object({
  client_id: z.string(),
  authorize_url: z.url(),
  redirect_uri: z.url(),
});

const SitePicture = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const Site = z.object({
  name: z.string(),
  version: z.string().describe("Of Stagedoor."),
  logo: SitePicture.extend({
    plate: z.enum(["light", "dark"]).optional().describe("The page on which it needs something behind it."),
  }).optional(),
  welcome: z
    .object({
      text: z.string().optional(),
      picture: SitePicture.extend({ small_url: z.string() }).optional(),
      links: z.array(z.object({ name: z.enum(["Patreon", "Twitch", "Discord"]), url: z.string() })).optional(),
    })
    .optional()
    .describe("What the owner says on the front page."),
  contact: z.string().optional().describe("mailto:… or https://…"),
  privacy: z.boolean().optional().describe("True when there is a privacy page."),
  offline_days: z
    .int()
    .optional()
    .describe(
      "For how many days what a member has saved plays without a connection; missing where nothing can be saved.",
    ),
  offline_video: z.boolean().optional().describe("True when small videos can be saved, too."),
  demo: z.boolean().describe("True when local stand-ins answer for Patreon and Twitch."),
  patreon: SignInAddress.nullable(),
  twitch: SignInAddress.nullable(),
});
export type Site = z.infer<typeof Site>;

export const Privacy = z.object({
  text: z.string(),
  heard_days: z.int().describe("How many days the figures of what is heard are kept; 0: nothing is counted."),
});

export const Health = z.object({
  live: z.boolean().describe("The process answers."),
  ready: z
    .boolean()
    .describe(
      "The database answers, too, and the server is not stopping: send requests here. Of a worker: the storage answers, too.",
    ),
  sandbox: z
    .enum(["full", "degraded"])
    .optional()
    .describe("Whether ffmpeg runs in a full sandbox. Only for those who may read the metrics."),
  sandbox_fault: z.string().optional().describe("Why it does not, and what to do."),
  storage: z
    .enum(["answers", "away"])
    .optional()
    .describe("Whether the media folder or the bucket can be used. Only for those who may read the metrics."),
});
export type Health = z.infer<typeof Health>;
