// Captions and thumbnails as editors change them.
import { z } from "zod";
import { lineOrNone } from "./text/line.ts";

export const CaptionsPlace = z.strictObject({ id: z.string().max(64), slot: z.coerce.number().int().min(1).max(4) });

export const CaptionsEdit = z.strictObject({
  language: z.string().max(35).nullable().optional().describe("As in `en` or `pt-BR`."),
  title: lineOrNone(60).nullable().optional(),
  text: z.string().max(2_000_000).optional().describe("SubRip or WebVTT, at most 2 million characters."),
});
export type CaptionsEdit = z.infer<typeof CaptionsEdit>;

export const ThumbnailChoice = z.union([
  z.strictObject({
    seconds: z.number().min(0).max(86_400).describe("Of the recording: the nearest key frame is used."),
  }),
  z.strictObject({ picture: z.base64().max(14_000_000).describe("A JPEG, PNG or WebP picture of at most 10 MB.") }),
]);
export type ThumbnailChoice = z.infer<typeof ThumbnailChoice>;
