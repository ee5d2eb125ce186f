// Adaptive playback through hls.js, and switching to Audio Only and back without a gap: the video changes to the black
// level, while the audio stays in its own buffer. Part of the engine; nothing else imports hls.js.
import Hls, { type ErrorData, type HlsConfig, type AudioStreamController } from "hls.js";
import type { Quality } from "#web/player/playback.ts";
import { loaderFor } from "./loader.ts";
import { blackWidth, isBlack, blackBits } from "./black.ts";
import { awaitPicture } from "#web/player/engine/watching/await-picture.ts";
import { isLoaded, watchSeeks } from "#web/player/engine/watching/watch-seeks.ts";

export type StreamFault = "refused" | "network" | "broken";

interface Given {
  address: string;
  /** The time written in the first fragment of the video. */
  startSeconds(): number;
  position: number;
  isBlack: boolean;
  /** No more than the first fragments, until `begin`. */
  isAhead: boolean;
  /** A height; null is Auto. */
  quality: number | null;
  /** Addresses of sizes that the server does not have. */
  missing: ReadonlySet<string>;
  onQualities(qualities: Quality[]): void;
  onQuality(chosen: number | null, playing: number | null): void;
  onFault(fault: StreamFault, status: number): void;
  /** One size cannot be loaded, but there are others: it is to be opened again without that one. */
  onMissing(address: string): void;
  /** The browser has dropped what was loaded for a seek: it is to be opened again at that place. */
  onDropped(): void;
  /** A fragment of the smallest size: how long it took to load, and how long it plays. */
  onPace(loadSeconds: number, playSeconds: number): void;
  /** Data arrived: the network works again. */
  onArrival(): void;
}

export interface Stream {
  begin(): void;
  setBlack(isOn: boolean): void;
  setQuality(height: number | null): void;
  /** Continues after a network error. */
  resume(): void;
  /** Changes with every byte that arrives. */
  fetched(): string;
  destroy(): void;
}

export function isStreamable(): boolean {
  return Hls.isSupported();
}

export function openStream(media: HTMLVideoElement, given: Given): Stream {
  const running = new Set<{ readonly stats: { loaded: number } }>();
  const { startSeconds, missing } = given;
  const hls = new Hls({ ...settings, ...first, loader: loaderFor({ startSeconds, missing, running }) });
  const ending = new AbortController();
  const { signal } = ending;
  const lookAgain = watchSeeks(media, signal);
  const lookForDrops = watchDrops(media, { signal, onDropped: given.onDropped });
  let isAhead = given.isAhead;
  let filling: ReturnType<typeof setTimeout> | undefined;
  let blackLevel = -1;
  let chosen = given.quality;
  let isDark = given.isBlack;
  let estimate = Number.NaN;
  let recoveries = 0;
  let arrivals = 0;
  /** Server errors in a row, for video and audio. */
  const failures = new Map<string, number>();
  let dark: { start: number; end: number }[] = [];
  /** Ends with the next switch of Audio Only. */
  let turn = new AbortController();

  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
    blackLevel = levels.findIndex(({ url }) => isBlack(url[0] ?? ""));
    const heights = levels.filter((_level, index) => index !== blackLevel).map(({ height }) => height);
    if (chosen !== null && !heights.includes(chosen)) forgetChoice();
    given.onQualities([...new Set(heights.filter((height) => height > 0))].toSorted((a, b) => b - a));
    // never larger than this screen can show; levels are sorted by height
    const needed = Math.min(screen.width, screen.height) * devicePixelRatio;
    hls.autoLevelCapping = levels.findIndex(({ height }, index) => index !== blackLevel && height >= needed);
    hls.loadLevel = wantedLevel();
    hls.startLoad(given.position);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag: { type, level, start, end }, stats: { loading } }) => {
    given.onArrival();
    arrivals += 1;
    failures.delete(type);
    lookForDrops({ type, start, end });
    if (soundTypes.has(type)) return;
    if (isSmallest(level)) given.onPace((loading.end - loading.start) / 1000, end - start);
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

  function isSmallest(level: number): boolean {
    const height = hls.levels[level]?.height ?? 0;
    return level !== blackLevel && hls.levels.every((other, index) => index === blackLevel || other.height >= height);
  }

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
    const isMissing = status === 404 || status === 410 || hasFailed(data);
    const size = isMissing ? findSize(data) : undefined;
    if (size !== undefined) {
      // hls.js has already changed to another size, which must not happen while no video is loaded
      if (hasSwitched(data) && !isDark) return forgetChoice();
      hls.stopLoad();
      // not within the call: hls.js is still at work on this error
      setTimeout(() => signal.aborted || given.onMissing(size));
    } else if (isMissing || status === 401 || status === 403) {
      // a missing file stays missing; the page asks the server for the reason
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

  /** A single server error may be temporary. */
  function hasFailed({ response, fatal, frag }: ErrorData): boolean {
    if (response?.code !== 500) return false;
    const kind = frag?.type ?? "playlist";
    const times = (failures.get(kind) ?? 0) + 1;
    failures.set(kind, times);
    return fatal || times >= mostFailures;
  }

  /** A retry of the same size is "resolved", too. */
  function hasSwitched({ errorAction, fatal }: ErrorData): boolean {
    return !fatal && errorAction?.resolved === true && errorAction.nextAutoLevel !== undefined;
  }

  /** The address of the size that an error is about, if there is another one left. */
  function findSize({ frag, context }: ErrorData): string | undefined {
    const index = frag && !soundTypes.has(frag.type) ? frag.level : (context?.level ?? undefined);
    const others = hls.levels.filter((_level, one) => one !== blackLevel && one !== index);
    const address = index === undefined ? undefined : hls.levels[index]?.url[0];
    // black is made from the playlist of a real size
    const isLeft = others.length > (index === blackLevel ? 1 : 0);
    return isLeft ? address : undefined;
  }

  /** The chosen size is missing: from here on it is Auto. */
  function forgetChoice(): void {
    chosen = null;
    given.onQuality(chosen, hls.levels[hls.currentLevel]?.height ?? null);
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
      turn.abort();
      turn = new AbortController();
      if (!isOn)
        awaitPicture(media, {
          isThere: (time) => isLoaded(media, time) && !dark.some(({ start, end }) => start <= time && time < end),
          isShown: () => media.videoWidth > blackWidth,
          signal: AbortSignal.any([signal, turn.signal]),
        });
    },
    setQuality(height) {
      chosen = height;
      if (isDark) return given.onQuality(chosen, null);
      // what is buffered behind the next fragment is replaced at once
      hls.nextLevel = wantedLevel();
      given.onQuality(chosen, hls.levels[hls.currentLevel]?.height ?? null);
    },
    fetched: () => [arrivals, ...Array.from(running, ({ stats }) => stats.loaded)].join(" "),
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
const mostFailures = 2;
/** Types of fragments; hls.js does not export its names for them. */
const soundTypes: ReadonlySet<string> = new Set(["audio"]);

// Notices that a browser has dropped what was loaded for a seek. WebKitGTK does so with audio of before the place where
// the stream was opened; hls.js would then jump to that place, as if the recording had a hole.

interface Arrived {
  type: string;
  start: number;
  end: number;
}

// Video and audio may begin this much later than their fragments say.

const latestSeconds = 0.5;

/** Returns what to call with each fragment that was given to the browser. */
export function watchDrops(
  media: HTMLMediaElement,
  { signal, onDropped }: { signal: AbortSignal; onDropped: () => void },
): (fragment: Arrived) => void {
  const arrived = new Set<string>();
  media.addEventListener("seeking", () => arrived.clear(), { signal });
  return ({ type, start, end }) => {
    const { currentTime, seeking } = media;
    if (!seeking || currentTime < start || currentTime >= end) return;
    arrived.add(type);
    const isThere = [0, latestSeconds].some((later) => isLoaded(media, currentTime + later));
    if (arrived.size < 2 || isThere) return;
    arrived.clear();
    // not within the call: hls.js is still at work on this fragment
    setTimeout(() => signal.aborted || onDropped());
  };
}

/**
 * When audio arrives before the first picture, hls.js 1.7 handles it only at its next tick, up to 100 ms later. This
 * handles it at once. Undefined in a build of hls.js without separate audio.
 */
const Sound = Hls.DefaultConfig.audioStreamController;

const PromptSound =
  Sound &&
  class PromptSound extends Sound {
    override onInitPtsFound(...given: Parameters<AudioStreamController["onInitPtsFound"]>): void {
      super.onInitPtsFound(...given);
      this.tickImmediate();
    }
  };

/** How hls.js is set up: what it loads first, and how much it loads ahead. Part of the engine. */
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
