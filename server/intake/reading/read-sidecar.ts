// What the text of one file beside a recording says. Pure.
import { apart } from "#server/text/apart.ts";
import { readCue } from "#server/intake/formats/cue.ts";
import { readInfoJson } from "#server/intake/formats/info-json.ts";
import { readNfo } from "#server/intake/formats/nfo.ts";
import { readOwnJson } from "#server/intake/formats/own-json.ts";
import { rewriteCaptions } from "#server/media/facts/cues.ts";
import type { Beside } from "./beside.ts";
import { decodeText } from "./decode-text.ts";
import { tidyText, type Said, type Source } from "./found.ts";

export interface Sidecar {
  source: Source;
  said: Said;
  /** As WebVTT. */
  captions?: string;
  /** What could not be read: all of it, or its date. */
  fault?: "json" | "date" | undefined;
}

type About = Pick<Beside, "role" | "language"> & { zone: string };

export function readSidecar(bytes: Uint8Array, { role, language, zone }: About): Sidecar {
  const text = decodeText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), language);
  const take = (source: Source, said: Said | undefined): Sidecar =>
    said ? { source, said } : { source, said: {}, fault: "json" };
  if (role === "captions") return { source: "beside", said: {}, captions: rewriteCaptions(text) };
  if (role === "description") return take("description-file", { description: tidyText(text) });
  if (role === "info") return take("info-json", readInfoJson(text));
  if (role === "nfo") return take("nfo", readNfo(text, zone));
  if (role === "cue") return take("cue", readCue(text, zone));
  // yt-dlp's description under the name of ours
  const info = /"(extractor|extractor_key|webpage_url)"\s*:/.test(text) ? readInfoJson(text) : undefined;
  return info ? take("info-json", info) : { source: "sidecar", ...readOwnJson(text, zone) };
}

export const readSidecarApart = apart(import.meta.url, "readSidecar", readSidecar);
