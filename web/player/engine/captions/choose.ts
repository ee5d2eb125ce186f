// Which captions are shown, and what they say now. The page draws them, because browsers draw them under the controls and
// too small; only where the system shows the video alone, as an iPhone does in full screen, does the browser draw them.
import type { Media } from "#contract/media.ts";
import type { CaptionTrack, Playback, CaptionCue, CaptionPiece } from "#web/player/playback.ts";
import type { AppleVideo } from "#web/player/engine/elements.ts";
import { captionWords as words } from "#web/player/page/words.ts";

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

type Caption = Media["captions"][number];

/** Makes these the element's tracks, in this order; false when nothing changes. */
export function offerCaptions(video: HTMLVideoElement, captions: readonly Caption[]): boolean {
  const before = listElements(video);
  const isSame = ({ url }: Caption, index: number) => before[index]?.getAttribute("src") === url;
  if (captions.length === before.length && captions.every(isSame)) return false;
  for (const element of before) element.remove();
  video.append(...captions.map(makeElement));
  return true;
}

function makeElement({ url, language, title }: Caption, index: number): HTMLTrackElement {
  const element = document.createElement("track");
  element.kind = "captions";
  element.label = title ?? (language === null ? words.captions(index + 1) : nameLanguage(language));
  element.srclang = language ?? "";
  element.src = url;
  return element;
}

function nameLanguage(language: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
  } catch {
    return language;
  }
}

function listElements(video: HTMLVideoElement): HTMLTrackElement[] {
  return [...video.querySelectorAll("track")];
}

export function listCaptions(video: HTMLVideoElement): CaptionTrack[] {
  return listElements(video).map(({ label, srclang }) => ({ label, language: srclang }));
}

/** Which one the browser draws; null when none. */
export function findShowing(video: HTMLVideoElement): number | null {
  const index = listElements(video).findIndex(({ track }) => track.mode === "showing");
  return index < 0 ? null : index;
}

/** `hidden`: the browser reads the captions, and the page draws them. */
type Mode = "hidden" | "showing";

/** Shows one of them, or none for null. Returns its track. */
export function showCaptions(video: HTMLVideoElement, chosen: number | null, mode: Mode): TextTrack | undefined {
  for (const [index, element] of listElements(video).entries()) {
    const wanted = index === chosen ? mode : "disabled";
    if (index === chosen && element.readyState === HTMLTrackElement.ERROR) fetchAgain(element, mode);
    else if (element.track.mode !== wanted) element.track.mode = wanted;
  }
  return chosen === null ? undefined : listElements(video)[chosen]?.track;
}

/** A browser requests a track's file only once, even when the connection was lost. */
function fetchAgain(element: HTMLTrackElement, mode: Mode): void {
  const again = element.cloneNode() as HTMLTrackElement;
  element.replaceWith(again);
  again.track.mode = mode;
}

/** False when the browser has changed something: Chrome adds one in its own language, WebKit turns all off. */
export function isAsChosen(video: HTMLVideoElement, chosen: number | null): boolean {
  return listElements(video).every(({ track }, index) => track.mode === (index === chosen ? "hidden" : "disabled"));
}

/** The captions shown last, else some in the same language, else in a language of this browser, else the first. */
export function preferCaptions(tracks: readonly CaptionTrack[], last: CaptionTrack | null): number | null {
  const languages = [...(last ? [last.language] : []), ...navigator.languages].filter((language) => language !== "");
  const wishes = [
    ...(last ? [(track: CaptionTrack) => track.label === last.label && track.language === last.language] : []),
    ...languages.flatMap((language) => [
      (track: CaptionTrack) => track.language === language,
      (track: CaptionTrack) => baseOf(track.language) === baseOf(language),
    ]),
  ];
  const found = wishes.map((isWished) => tracks.findIndex(isWished)).find((index) => index >= 0);
  return found ?? (tracks.length > 0 ? 0 : null);
}

function baseOf(language: string): string {
  return language.split("-")[0] ?? "";
}
