// What anyone may know: the archive's name, where to sign in, and whether it is well.
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
  ready: z.boolean().describe("The database answers too: requests can be served."),
});
export type Health = z.infer<typeof Health>;
