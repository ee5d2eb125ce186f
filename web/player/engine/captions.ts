// The captions of a recording, as tracks of its element. The browser fetches one when it is shown, and draws its words.
import type { Media } from "#contract/media.ts";

type Caption = Media["captions"][number];

/** Makes these the element's tracks, in their order; false when they are that already. */
export function offerCaptions(video: HTMLVideoElement, captions: readonly Caption[]): boolean {
  const before = captionTracks(video);
  const isSame = ({ url }: Caption, index: number) => before[index]?.getAttribute("src") === url;
  if (captions.length === before.length && captions.every(isSame)) return false;
  for (const track of before) track.remove();
  video.append(...captions.map(makeTrack));
  return true;
}

function makeTrack({ url, language, title }: Caption, index: number): HTMLTrackElement {
  const track = document.createElement("track");
  track.kind = "captions";
  track.label = title ?? nameLanguage(language) ?? `Captions ${index + 1}`;
  track.srclang = language ?? "";
  track.src = url;
  return track;
}

function nameLanguage(language: string | null): string | undefined {
  return language === null ? undefined : new Intl.DisplayNames("en", { type: "language" }).of(language);
}

export function listCaptions(video: HTMLVideoElement): TextTrack[] {
  return captionTracks(video).map(({ track }) => track);
}

function captionTracks(video: HTMLVideoElement): HTMLTrackElement[] {
  return [...video.querySelectorAll("track")];
}

/** At most one of them; null shows none. */
export function showCaptions(video: HTMLVideoElement, chosen: number | null): void {
  for (const [index, track] of listCaptions(video).entries()) track.mode = index === chosen ? "showing" : "disabled";
}

/** Chrome adds one in the language of the browser as soon as any is shown: then it is the chosen one alone again. */
export function keepToOne(video: HTMLVideoElement, chosen: number | null): void {
  if (listCaptions(video).filter(({ mode }) => mode === "showing").length > 1) showCaptions(video, chosen);
}

/** In the language that was read last, else in one that this browser's owner reads, else the first. */
export function preferCaptions(video: HTMLVideoElement, language: string): number | null {
  const tracks = listCaptions(video);
  const found = [language, ...navigator.languages]
    .filter((wanted) => wanted !== "")
    .map((wanted) => tracks.findIndex((track) => baseOf(track.language) === baseOf(wanted)))
    .find((index) => index >= 0);
  return found ?? (tracks.length > 0 ? 0 : null);
}

function baseOf(language: string): string {
  return language.split("-")[0] ?? "";
}
