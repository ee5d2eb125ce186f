// The captions of a recording, as tracks of its element. The browser loads a track when it is turned on.
import type { Media } from "#contract/media.ts";
import type { CaptionTrack } from "#web/player/playback.ts";
import { words } from "./words.ts";

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

/** At most one of them; null shows none. Returns its track. */
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
