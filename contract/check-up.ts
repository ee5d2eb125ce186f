// The check-up of the archive: one line for each thing that has to be right, with what to do if it is not.
import { z } from "zod";

const checkNames = [
  ...["set-up", "service"],
  ...["patreon-client", "patreon-campaign", "patreon-creator", "patreon-webhook"],
  ...["twitch-client", "twitch-events"],
  ...["address", "certificate", "proxy", "clock"],
  ...["storage", "space", "sandbox", "backup", "key-copy", "version"],
] as const;

/** `warning` is worth knowing; only `bad` is shown on every page of the studio. */
const CheckState = z.enum(["good", "warning", "bad"]);

const CheckLine = z.object({
  name: z.enum(checkNames),
  title: z.string(),
  state: CheckState,
  sentence: z.string(),
  is_news: z.boolean().optional().describe("Nothing is wrong, and the owner is told of it all the same."),
});
export type CheckLine = z.infer<typeof CheckLine>;
export type CheckName = CheckLine["name"];

export const CheckUp = z.object({
  ran_at: z.iso.datetime().nullable().describe("Null before the first check-up."),
  lines: z.array(CheckLine),
});
export type CheckUp = z.infer<typeof CheckUp>;

export const KeyCopy = z.strictObject({
  checksum: z
    .string()
    .trim()
    .max(200)
    .describe("What sha256sum prints for the copy, or at least its first 16 characters."),
});
