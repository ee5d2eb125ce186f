// Which captions are shown, and what they say now. The page draws them, because browsers draw them under the controls and
// too small; only where the system shows the video alone, as an iPhone does in full screen, does the browser draw them.
import type { Media } from "#contract/media.ts";
import type { CaptionTrack, Playback, CaptionCue, CaptionPiece } from "#web/player/playback.ts";
import { findShowing, isAsChosen, listCaptions, offerCaptions, preferCaptions, showCaptions } from "./captions.ts";
import type { AppleVideo } from "#web/player/engine/elements.ts";

interface Given {
  /** Where the sound is an element of its own: the video's own clock stands still then. */
  audio: { element: HTMLAudioElement; /** Null while the video plays. */ time(): number | null };
  wanted: CaptionTrack | null;
  signal: AbortSignal;
  tell(change: Partial<Playback>): void;
}

export function openCaptions(video: AppleVideo, { audio, wanted: first, signal, tell }: Given) {
  let wanted = first;
  let lastRead = first;
  let shown: number | null = null;
  let active: readonly TextTrackCue[] = [];

  video.textTracks.addEventListener("change", onModes, { signal });
  for (const event of ["webkitbeginfullscreen", "webkitendfullscreen", "webkitpresentationmodechanged"])
    video.addEventListener(event, again, { signal });
  for (const event of ["timeupdate", "seeked"])
    for (const element of [video, audio.element]) element.addEventListener(event, readActive, { signal });
  tell({ wantedCaptions: wanted });

  function show(index: number | null): void {
    shown = index;
    const track = showCaptions(video, index, isAlone(video) ? "showing" : "hidden");
    track?.addEventListener("cuechange", readActive, { signal });
    tell({ shownCaptions: index });
    readActive();
  }
  function again(): void {
    show(shown);
  }
  /** A choice of the person: it is remembered. */
  function choose(index: number | null): void {
    wanted = index === null ? null : (listCaptions(video)[index] ?? null);
    lastRead = wanted ?? lastRead;
    tell({ wantedCaptions: wanted });
    show(index);
  }
  /** Browsers change the modes by themselves, too: in the page only the player's own controls count. */
  function onModes(): void {
    if (isAlone(video)) {
      const now = findShowing(video);
      if (now !== shown) choose(now);
    } else if (!isAsChosen(video, shown)) again();
  }
  function readActive(): void {
    const track = shown === null || isAlone(video) ? undefined : video.querySelectorAll("track")[shown]?.track;
    const time = audio.time();
    const now =
      time === null
        ? Array.from(track?.activeCues ?? [])
        : Array.from(track?.cues ?? []).filter(({ startTime, endTime }) => startTime <= time && time < endTime);
    if (now.length === active.length && now.every((cue, index) => cue === active[index])) return;
    active = now;
    tell({ cues: now.map(readCue) });
  }

  return {
    /** Shows them at once if captions were on the last time. */
    offer(captions: Media["captions"]): void {
      if (!offerCaptions(video, captions)) return;
      tell({ captions: listCaptions(video) });
      show(wanted ? preferCaptions(listCaptions(video), wanted) : null);
    },
    want(track: CaptionTrack | null): void {
      wanted = track;
      lastRead = track ?? lastRead;
      tell({ wantedCaptions: wanted });
      show(wanted ? preferCaptions(listCaptions(video), wanted) : null);
    },
    choose,
    toggle(): void {
      const captions = listCaptions(video);
      // without captions here, the choice for other recordings stays
      if (captions.length > 0) choose(shown === null ? preferCaptions(captions, lastRead) : null);
    },
    /** Requests captions again that could not be loaded. */
    again,
  };
}

/** The system shows the video, and nothing of the page. */
function isAlone({ webkitDisplayingFullscreen, webkitPresentationMode }: AppleVideo): boolean {
  if (webkitPresentationMode !== undefined && webkitPresentationMode !== "inline") return true;
  return webkitDisplayingFullscreen === true;
}

// The captions of this moment as plain values: text, and the few tags that WebVTT knows. Nothing of a file becomes
// HTML.

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
