// Playing a recording on a television: addresses that work there without a cookie.
import { z } from "zod";

export const Screen = z.object({
  token: z.string().describe("The secret part of these addresses. It is needed to end them."),
  hls: z.string().describe("The playlist of all sizes and the audio."),
  file: z
    .object({
      url: z
        .string()
        .describe("The whole recording as one plain MP4 file, for televisions that do not take the playlist."),
      offset: z.number().describe("Seconds to add to a position in the HLS to be at the same moment in this file."),
    })
    .nullable()
    .describe("Null while it cannot be made: the audio is still being prepared."),
});
export type Screen = z.infer<typeof Screen>;

export const ScreenToken = z.strictObject({ token: z.string().max(64) });
