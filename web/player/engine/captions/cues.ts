// The captions of this moment as plain values: text, and the few tags that WebVTT knows. Nothing of a file becomes HTML.
import type { CaptionCue, CaptionPiece } from "#web/player/playback.ts";

const tags = ["b", "i", "u", "ruby", "rt", "span"] as const;

export function readCue(cue: TextTrackCue): CaptionCue {
  const { line = "auto", snapToLines = true, align = "center" } = cue as Partial<VTTCue>;
  return {
    pieces: readPieces(cue as VTTCue),
    isAtTop: typeof line === "number" && (snapToLines ? line >= 0 && line < mostTopLines : line < topPercent),
    align: align === "start" || align === "left" ? "start" : align === "end" || align === "right" ? "end" : "center",
  };
}

const mostTopLines = 6;
const topPercent = 40;

function readPieces(cue: VTTCue): CaptionPiece[] {
  // a cue that is not WebVTT has only its text
  if (typeof cue.getCueAsHTML !== "function") return [cue.text];
  const fragment = cue.getCueAsHTML() as DocumentFragment | null;
  return fragment ? readNodes(fragment) : [cue.text];
}

function readNodes(parent: Node): CaptionPiece[] {
  return Array.from(parent.childNodes).flatMap((node): CaptionPiece[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue ?? ""];
    if (!(node instanceof HTMLElement)) return [];
    const tag = tags.find((one) => one === node.localName) ?? "span";
    return [{ tag, pieces: readNodes(node), ...(node.lang && { lang: node.lang }) }];
  });
}
