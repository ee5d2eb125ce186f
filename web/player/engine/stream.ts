// Adaptive playback through hls.js, and switching to Audio Only and back without a gap: the video changes to the black
// level, while the audio stays in its own buffer. Part of the engine; nothing else imports hls.js.
import Hls, { type ErrorData, type HlsConfig } from "hls.js";
import type { Quality } from "#web/player/playback.ts";
import { loaderFor } from "./black-loader.ts";
import { blackBits, isBlack } from "./black.ts";
import { PromptSound } from "./prompt-sound.ts";
import { isLoaded, watchSeeks } from "./watch-seeks.ts";

export type StreamFault = "refused" | "network" | "broken";

interface Given {
  address: string;
  /** The time written in the first fragment of the video. */
  startSeconds(): number;
  position: number;
  isBlack: boolean;
  /** No more than the first fragments, until `begin`. */
  isAhead: boolean;
  onQualities(qualities: Quality[]): void;
  onQuality(chosen: number | null, playing: number | null): void;
  onFault(fault: StreamFault, status: number): void;
  /** Data arrived: the network works again. */
  onArrival(): void;
}

export interface Stream {
  begin(): void;
  setBlack(isOn: boolean): void;
  setQuality(height: number | null): void;
  /** Continues after a network error. */
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
  // after seeking back, what was buffered ahead is not kept forever
  frontBufferFlushThreshold: 90,
  // the bandwidth that is assumed until it has been measured
  abrEwmaDefaultEstimate: 3_000_000,
  minAutoBitrate: blackBits * 2,
  ...(PromptSound && { audioStreamController: PromptSound }),
};

// The first picture is loaded alone: more data would only delay it.
const first: Partial<HlsConfig> = { maxBufferLength: 1, maxMaxBufferLength: 1 };
/** How long a loaded picture may take to be painted. */
const paintMs = 250;
/** How long the first picture may take: at a low frame rate a decoder needs more than the first seconds of data. */
const comeMs = 1000;
const whole: Partial<HlsConfig> = { maxBufferLength: 30, maxMaxBufferLength: 60 };

export function openStream(media: HTMLVideoElement, given: Given): Stream {
  const hls = new Hls({ ...settings, ...first, loader: loaderFor(given.startSeconds) });
  const ending = new AbortController();
  const { signal } = ending;
  const lookAgain = watchSeeks(media, signal);
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
    // never larger than this screen can show; levels are sorted by height
    const needed = Math.min(screen.width, screen.height) * devicePixelRatio;
    hls.autoLevelCapping = levels.findIndex(({ height }, index) => index !== blackLevel && height >= needed);
    hls.loadLevel = wantedLevel();
    hls.startLoad(given.position);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag: { type, level, start, end } }) => {
    given.onArrival();
    failures = 0;
    if (soundTypes.has(type)) return;
    // what was buffered last for a time range has replaced what was there
    dark = dark.filter((stretch) => stretch.end <= start || stretch.start >= end);
    if (level === blackLevel) dark.push({ start, end });
    if (!isDark) lookAgain();
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    given.onQuality(chosen, level === blackLevel ? null : (hls.levels[level]?.height ?? null));
  });
  hls.on(Hls.Events.ERROR, (_, data) => onError(data));
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
    // a missing file stays missing; the page asks the server whether that is the reason
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

  /** No answer at all: hls.js retries on its own, but people should know. */
  function isLineDown({ details, response }: ErrorData): boolean {
    return details.endsWith("LoadError") && response?.code === 0;
  }

  function wantedLevel(): number {
    if (isDark && blackLevel !== -1) return blackLevel;
    return chosen === null
      ? -1
      : hls.levels.findIndex(({ height }, index) => height === chosen && index !== blackLevel);
  }

  /** Where black begins after the current time: the real video before it can stay. */
  function findBlack(): number | undefined {
    const { currentTime } = media;
    const ahead = dark.filter(
      ({ start, end }) => end > currentTime && isLoaded(media, (Math.max(start, currentTime) + end) / 2),
    );
    return ahead.length > 0 ? Math.max(currentTime, Math.min(...ahead.map(({ start }) => start))) : undefined;
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
      // black fragments are generated here: they say nothing about the bandwidth
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
/** Server errors in a row: a single one may be temporary. */
const mostFailures = 2;
/** Types of fragments; hls.js does not export its names for them. */
const soundTypes: ReadonlySet<string> = new Set(["audio"]);
