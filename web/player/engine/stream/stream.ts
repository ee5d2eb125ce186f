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

/** What the parts of a stream share. */
interface Now {
  readonly hls: Hls;
  readonly media: HTMLVideoElement;
  readonly given: Given;
  readonly signal: AbortSignal;
  /** The index of the black level, or -1. */
  blackLevel: number;
  /** A height; null is Auto. */
  chosen: number | null;
  /** Audio Only. */
  isDark: boolean;
}

export function openStream(media: HTMLVideoElement, given: Given): Stream {
  const running = new Set<{ readonly stats: { loaded: number } }>();
  const { startSeconds, missing } = given;
  const hls = new Hls({ ...settings, ...first, loader: loaderFor({ startSeconds, missing, running }) });
  const ending = new AbortController();
  const { signal } = ending;
  const now: Now = { hls, media, given, signal, blackLevel: -1, chosen: given.quality, isDark: given.isBlack };
  const lookAgain = watchSeeks(media, signal);
  const lookForDrops = watchDrops(media, { signal, onDropped: given.onDropped });
  const errors = watchErrors(now);
  const black = trackBlack(now);
  let arrivals = 0;

  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
    now.blackLevel = levels.findIndex(({ url }) => isBlack(url[0] ?? ""));
    const heights = levels.filter((_level, index) => index !== now.blackLevel).map(({ height }) => height);
    if (now.chosen !== null && !heights.includes(now.chosen)) forgetChoice(now);
    given.onQualities([...new Set(heights.filter((height) => height > 0))].toSorted((a, b) => b - a));
    // never larger than this screen can show; levels are sorted by height
    const needed = Math.min(screen.width, screen.height) * devicePixelRatio;
    hls.autoLevelCapping = levels.findIndex(({ height }, index) => index !== now.blackLevel && height >= needed);
    hls.loadLevel = wantedLevel(now);
    hls.startLoad(given.position);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag: { type, level, start, end }, stats: { loading } }) => {
    given.onArrival();
    arrivals += 1;
    errors.arrived(type);
    lookForDrops({ type, start, end });
    if (soundTypes.has(type)) return;
    if (isSmallest(now, level)) given.onPace((loading.end - loading.start) / 1000, end - start);
    black.arrived({ level, start, end });
    if (!now.isDark) lookAgain();
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    given.onQuality(now.chosen, level === now.blackLevel ? null : (hls.levels[level]?.height ?? null));
  });
  const fill = fillLater(now);
  hls.loadSource(given.address);
  hls.attachMedia(media);

  return {
    begin: fill,
    setBlack: black.set,
    setQuality(height) {
      now.chosen = height;
      if (now.isDark) return given.onQuality(height, null);
      // what is buffered behind the next fragment is replaced at once
      hls.nextLevel = wantedLevel(now);
      given.onQuality(height, hls.levels[hls.currentLevel]?.height ?? null);
    },
    fetched: () => [arrivals, ...Array.from(running, ({ stats }) => stats.loaded)].join(" "),
    resume() {
      if (hls.levels.length === 0) hls.loadSource(given.address);
      else hls.startLoad(-1);
    },
    destroy() {
      ending.abort();
      hls.destroy();
    },
  };
}

function isSmallest({ hls, blackLevel }: Now, level: number): boolean {
  const height = hls.levels[level]?.height ?? 0;
  return level !== blackLevel && hls.levels.every((other, index) => index === blackLevel || other.height >= height);
}

function wantedLevel({ hls, blackLevel, chosen, isDark }: Now): number {
  if (isDark && blackLevel !== -1) return blackLevel;
  return chosen === null ? -1 : hls.levels.findIndex(({ height }, index) => height === chosen && index !== blackLevel);
}

/** The chosen size is missing: from here on it is Auto. */
function forgetChoice(now: Now): void {
  now.chosen = null;
  now.given.onQuality(null, now.hls.levels[now.hls.currentLevel]?.height ?? null);
}

/** Loads the first fragments only until a picture is seen, and after each seek. Returns what ends waiting for `begin`. */
function fillLater({ hls, media, given, signal }: Now): () => void {
  let { isAhead } = given;
  let filling: ReturnType<typeof setTimeout> | undefined;
  const fillAfter = (ms: number) => {
    clearTimeout(filling);
    if (!isAhead) filling = setTimeout(() => Object.assign(hls.config, whole), ms);
  };
  const hold = () => {
    Object.assign(hls.config, first);
    fillAfter(comeMs);
  };
  const fillSoon = () => {
    const isShown = !media.seeking && media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    fillAfter(isShown ? paintMs : comeMs);
  };
  media.addEventListener("seeking", hold, { signal });
  for (const event of ["loadeddata", "seeked"]) media.addEventListener(event, fillSoon, { signal });
  signal.addEventListener("abort", () => clearTimeout(filling));
  fillAfter(comeMs);
  return () => {
    isAhead = false;
    fillSoon();
  };
}

/** What hls.js cannot load or play: another size, another try, or the end. */
function watchErrors(now: Now): { arrived: (type: string) => void } {
  const { hls, given, signal } = now;
  /** Server errors in a row, for video and audio. */
  const failures = new Map<string, number>();
  let recoveries = 0;

  /** A single server error may be temporary. */
  const hasFailed = ({ response, fatal, frag }: ErrorData): boolean => {
    if (response?.code !== 500) return false;
    const kind = frag?.type ?? "playlist";
    const times = (failures.get(kind) ?? 0) + 1;
    failures.set(kind, times);
    return fatal || times >= mostFailures;
  };
  hls.on(Hls.Events.ERROR, (_, data) => {
    const status = data.response?.code ?? 0;
    const isMissing = status === 404 || status === 410 || hasFailed(data);
    const size = isMissing ? findSize(now, data) : undefined;
    if (size !== undefined) {
      // hls.js has already changed to another size, which must not happen while no video is loaded
      if (hasSwitched(data) && !now.isDark) return forgetChoice(now);
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
  });
  return { arrived: (type) => void failures.delete(type) };
}

/** A retry of the same size is "resolved", too. */
function hasSwitched({ errorAction, fatal }: ErrorData): boolean {
  return !fatal && errorAction?.resolved === true && errorAction.nextAutoLevel !== undefined;
}

/** The address of the size that an error is about, if there is another one left. */
function findSize({ hls, blackLevel }: Now, { frag, context }: ErrorData): string | undefined {
  const index = frag && !soundTypes.has(frag.type) ? frag.level : (context?.level ?? undefined);
  const others = hls.levels.filter((_level, one) => one !== blackLevel && one !== index);
  const address = index === undefined ? undefined : hls.levels[index]?.url[0];
  // black is made from the playlist of a real size
  const isLeft = others.length > (index === blackLevel ? 1 : 0);
  return isLeft ? address : undefined;
}

/** No answer at all: hls.js retries on its own, but people should know. */
function isLineDown({ details, response }: ErrorData): boolean {
  return details.endsWith("LoadError") && response?.code === 0;
}

interface Loaded {
  level: number;
  start: number;
  end: number;
}

/** Audio Only and back: which stretches of what is loaded are black, and what replaces them. */
function trackBlack(now: Now): { arrived: (loaded: Loaded) => void; set: (isOn: boolean) => void } {
  const { hls, media, signal } = now;
  let dark: { start: number; end: number }[] = [];
  let estimate = Number.NaN;
  /** Ends with the next switch of Audio Only. */
  let turn = new AbortController();

  /** Where black begins after the current time: the real video before it can stay. */
  const findBlack = (): number | undefined => {
    const { currentTime } = media;
    const ahead = dark.filter(
      ({ start, end }) => end > currentTime && isLoaded(media, (Math.max(start, currentTime) + end) / 2),
    );
    return ahead.length > 0 ? Math.max(currentTime, Math.min(...ahead.map(({ start }) => start))) : undefined;
  };
  return {
    arrived({ level, start, end }) {
      // what was buffered last for a time range has replaced what was there
      dark = dark.filter((stretch) => stretch.end <= start || stretch.start >= end);
      if (level === now.blackLevel) dark.push({ start, end });
    },
    set(isOn) {
      if (isOn === now.isDark) return;
      now.isDark = isOn;
      if (now.blackLevel === -1) return;
      // black fragments are generated here: they say nothing about the bandwidth
      if (isOn) estimate = hls.bandwidthEstimate;
      else if (Number.isFinite(estimate)) hls.bandwidthEstimate = estimate;
      hls.stopLoad();
      hls.loadLevel = wantedLevel(now);
      const from = isOn ? undefined : findBlack();
      if (from !== undefined) {
        // black stays just long enough for the first real fragment to arrive
        const startOffset = Math.max(from, media.currentTime + leadSeconds);
        hls.trigger(Hls.Events.BUFFER_FLUSHING, { startOffset, endOffset: Number.POSITIVE_INFINITY, type: "video" });
      }
      hls.startLoad(-1);
      turn.abort();
      turn = new AbortController();
      if (isOn) return;
      awaitPicture(media, {
        isThere: (time) => isLoaded(media, time) && !dark.some(({ start, end }) => start <= time && time < end),
        isShown: () => media.videoWidth > blackWidth,
        signal: AbortSignal.any([signal, turn.signal]),
      });
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
