// Adaptive playback through hls.js, and the seamless way into Audio Only and back: the level of the pictures changes to the
// black one, while the sound stays in its own buffer, untouched. Part of the engine; nothing else imports hls.js.
import Hls, { type ErrorData, type HlsConfig } from "hls.js";
import type { Quality } from "#web/player/playback.ts";
import { loaderFor } from "./black-loader.ts";
import { blackBits, isBlack } from "./black.ts";
import { PromptSound } from "./prompt-sound.ts";

export type StreamFault = "refused" | "network" | "broken";

interface Given {
  address: string;
  /** The time written in the first fragment of the pictures. */
  startSeconds(): number;
  position: number;
  isBlack: boolean;
  /** No more than the first fragments, until `begin`. */
  isAhead: boolean;
  onQualities(qualities: Quality[]): void;
  onQuality(chosen: number | null, playing: number | null): void;
  onFault(fault: StreamFault, status: number): void;
  /** Something arrived: what was wrong with the network is over. */
  onArrival(): void;
}

export interface Stream {
  begin(): void;
  setBlack(isOn: boolean): void;
  setQuality(height: number | null): void;
  /** Goes on after a fault of the network. */
  resume(): void;
  destroy(): void;
}

export function isStreamable(): boolean {
  return Hls.isSupported();
}

const settings: Partial<HlsConfig> = {
  // fragmented MP4 is passed through as it is: there is nothing for a worker to do
  enableWorker: false,
  autoStartLoad: false,
  lowLatencyMode: false,
  testBandwidth: false,
  // the first fragments need not wait until the element is ready for them
  startFragPrefetch: true,
  backBufferLength: 30,
  // what was ahead before somebody went back is not kept for ever
  frontBufferFlushThreshold: 90,
  // what a line is taken for before it is known better
  abrEwmaDefaultEstimate: 3_000_000,
  minAutoBitrate: blackBits * 2,
  ...(PromptSound && { audioStreamController: PromptSound }),
};

// What is to be seen first comes alone: all that follows would only be in its way.
const first: Partial<HlsConfig> = { maxBufferLength: 1, maxMaxBufferLength: 1 };
/** So long a picture that is there may take to be painted. */
const paintMs = 250;
/** So long it may take to come: where pictures are rare, a decoder wants more than the first seconds have. */
const comeMs = 1000;
const whole: Partial<HlsConfig> = { maxBufferLength: 30, maxMaxBufferLength: 60 };

export function openStream(media: HTMLMediaElement, given: Given): Stream {
  const hls = new Hls({ ...settings, ...first, loader: loaderFor(given.startSeconds) });
  const ending = new AbortController();
  let isAhead = given.isAhead;
  let filling: ReturnType<typeof setTimeout> | undefined;
  let blackLevel = -1;
  let chosen: number | null = null;
  let isDark = given.isBlack;
  let estimate = Number.NaN;
  let recoveries = 0;
  let failures = 0;
  let dark: { start: number; end: number }[] = [];

  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
    blackLevel = levels.findIndex(({ url }) => isBlack(url[0] ?? ""));
    const heights = levels.filter((_level, index) => index !== blackLevel).map(({ height }) => height);
    given.onQualities([...new Set(heights.filter((height) => height > 0))].toSorted((a, b) => b - a));
    // never more than this screen can show; they stand in the order of their heights
    const needed = Math.min(screen.width, screen.height) * devicePixelRatio;
    hls.autoLevelCapping = levels.findIndex(({ height }, index) => index !== blackLevel && height >= needed);
    hls.loadLevel = wantedLevel();
    hls.startLoad(given.position);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag: { type, level, start, end } }) => {
    given.onArrival();
    failures = 0;
    if (soundTypes.has(type)) return;
    // what was buffered last over a stretch of time is what is there
    dark = dark.filter((stretch) => stretch.end <= start || stretch.start >= end);
    if (level === blackLevel) dark.push({ start, end });
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    given.onQuality(chosen, level === blackLevel ? null : (hls.levels[level]?.height ?? null));
  });
  hls.on(Hls.Events.ERROR, (_, data) => onError(data));
  const { signal } = ending;
  media.addEventListener("seeking", hold, { signal });
  for (const event of ["loadeddata", "seeked"]) media.addEventListener(event, fillSoon, { signal });
  fillAfter(comeMs);
  hls.loadSource(given.address);
  hls.attachMedia(media);

  function hold(): void {
    Object.assign(hls.config, first);
    fillAfter(comeMs);
  }
  function fillSoon(): void {
    const isShown = !media.seeking && media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    fillAfter(isShown ? paintMs : comeMs);
  }
  function fillAfter(ms: number): void {
    clearTimeout(filling);
    if (!isAhead) filling = setTimeout(() => Object.assign(hls.config, whole), ms);
  }

  function onError(data: ErrorData): void {
    const status = data.response?.code ?? 0;
    if (status === 500) failures += 1;
    // a file that is missing stays so; whether it is that, the page asks
    const hasFailed = status === 500 && (data.fatal || failures >= mostFailures);
    if ([401, 403, 404, 410].includes(status) || hasFailed) {
      hls.stopLoad();
      given.onFault("refused", status);
    } else if (data.type === Hls.ErrorTypes.NETWORK_ERROR && (data.fatal || isLineDown(data))) {
      given.onFault("network", status);
    } else if (data.fatal && data.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries < 2) {
      recoveries += 1;
      hls.recoverMediaError();
    } else if (data.fatal) {
      given.onFault("broken", status);
    }
  }

  /** No answer at all: hls.js tries again by itself, but people should know. */
  function isLineDown({ details, response }: ErrorData): boolean {
    return details.endsWith("LoadError") && response?.code === 0;
  }

  function wantedLevel(): number {
    if (isDark && blackLevel !== -1) return blackLevel;
    return chosen === null
      ? -1
      : hls.levels.findIndex(({ height }, index) => height === chosen && index !== blackLevel);
  }

  /** Where black begins, seen from here: what lies before it is real and may stay. */
  function findBlack(): number | undefined {
    const { currentTime } = media;
    const ahead = dark.filter(({ start, end }) => end > currentTime && holds((Math.max(start, currentTime) + end) / 2));
    return ahead.length > 0 ? Math.max(currentTime, Math.min(...ahead.map(({ start }) => start))) : undefined;
  }
  function holds(time: number): boolean {
    const { buffered } = media;
    return Array.from({ length: buffered.length }, (_, n) => n).some(
      (n) => buffered.start(n) <= time && time < buffered.end(n),
    );
  }

  return {
    begin() {
      isAhead = false;
      fillSoon();
    },
    setBlack(isOn) {
      if (isOn === isDark) return;
      isDark = isOn;
      if (blackLevel === -1) return;
      // the black fragments come from nowhere: they say nothing about the line
      if (isOn) estimate = hls.bandwidthEstimate;
      else if (Number.isFinite(estimate)) hls.bandwidthEstimate = estimate;
      hls.stopLoad();
      hls.loadLevel = wantedLevel();
      const from = isOn ? undefined : findBlack();
      if (from !== undefined) {
        // black stays just long enough for the first real fragment to arrive
        const startOffset = Math.max(from, media.currentTime + leadSeconds);
        hls.trigger(Hls.Events.BUFFER_FLUSHING, { startOffset, endOffset: Number.POSITIVE_INFINITY, type: "video" });
      }
      hls.startLoad(-1);
    },
    setQuality(height) {
      chosen = height;
      if (isDark) return given.onQuality(chosen, null);
      // what is buffered behind the next fragment is replaced at once
      hls.nextLevel = wantedLevel();
      given.onQuality(chosen, hls.levels[hls.currentLevel]?.height ?? null);
    },
    resume() {
      if (hls.levels.length === 0) hls.loadSource(given.address);
      else hls.startLoad(-1);
    },
    destroy() {
      ending.abort();
      clearTimeout(filling);
      hls.destroy();
    },
  };
}

const leadSeconds = 0.6;
/** In a row, of the server: one may pass by itself. */
const mostFailures = 2;
/** Of fragments; hls.js does not hand out the names it has for them. */
const soundTypes: ReadonlySet<string> = new Set(["audio"]);
