// What can be played of a recording: ready addresses, and how far its preparation is.
import { z } from "zod";

const preparationStates = ["waiting", "running", "done", "failed"] as const;

export const Media = z.object({
  hls: z.string().nullable().describe("The playlist of all sizes and the audio; null while nothing can be played."),
  has_pictures: z.boolean().describe("False for a recording without video."),
  width: z.int().nullable().describe("Of the recording as it is shown."),
  height: z.int().nullable(),
  can_ask_for_sizes: z
    .boolean()
    .describe("Smaller sizes are made when a player first asks for them, and nobody has asked yet."),
  audio: z
    .object({
      url: z.string().describe("The whole audio as one plain file, for Audio Only."),
      offset: z.number().describe("Seconds to add to a position in the HLS to be at the same moment in this file."),
      bytes: z.int(),
    })
    .nullable(),
  downloads: z
    .array(z.object({ what: z.enum(["audio", "video"]), url: z.string() }))
    .optional()
    .describe("Files to keep; missing where the owner allows none."),
  small_video: z
    .object({ url: z.string().describe("Video and audio as one file, to be saved in the browser."), bytes: z.int() })
    .optional()
    .describe(
      "The smallest size, for saving in the browser; `bytes` is approximate. Missing where the owner does not allow it, or where that size has more than 720 lines.",
    ),
  can_share: z.boolean().optional().describe("Moments of it can be shared; missing where the owner does not allow it."),
  thumbnail: z.string().nullable(),
  storyboard: z
    .object({
      url: z.string().describe("One sheet of small pictures, row by row."),
      columns: z.int(),
      rows: z.int(),
      width: z.int().describe("Of one small picture."),
      height: z.int(),
      times: z.array(z.number()).describe("The second from which each small picture is shown."),
    })
    .nullable(),
  waveform: z.string().nullable().describe("Address of a Waveform."),
  waveform_detail: z.string().nullable().optional().describe("For editors only: address of a WaveformDetail."),
  captions: z
    .array(
      z.object({
        url: z.string(),
        language: z.string().nullable().describe("As in `en` or `pt-BR`; null when the recording does not say."),
        title: z.string().nullable(),
      }),
    )
    .describe("Captions as WebVTT: at most four, in the recording's order, timed from the first picture."),
  loudness: z
    .object({ integrated_lufs: z.number(), peak_db: z.number(), gain_db: z.number() })
    .nullable()
    .optional()
    .describe("For editors only: as it was recorded, and the gain it is played with."),
  preparation: z.object({
    state: z.enum(preparationStates),
    words: z.string().nullable().describe("What is being done right now."),
    progress: z.number().describe("Of this step, from 0 to 1."),
    problem: z.string().nullable().optional().describe("For editors only: what is wrong with the recording."),
  }),
});
export type Media = z.infer<typeof Media>;

export const Waveform = z.object({
  duration: z.number().describe("Seconds."),
  interval: z.number().describe("How many seconds one peak covers."),
  peaks: z.array(z.int().min(0).max(255)).describe("At most 4,000."),
});
export type Waveform = z.infer<typeof Waveform>;

export const WaveformDetail = z.object({
  duration: z.number().describe("Seconds."),
  interval: z.number().describe("How many seconds one peak covers: a tenth."),
  peaks: z.string().describe("One byte for each peak, as base64."),
  gaps: z
    .array(z.object({ from: z.number(), to: z.number() }))
    .describe("Silence and applause: a song probably ends at `from`, and the next starts at `to`."),
});
export type WaveformDetail = z.infer<typeof WaveformDetail>;
