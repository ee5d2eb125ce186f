// What an engine plays: in which of its two elements, from which of the recording's addresses, and in which state.
import type { StoreApi } from "zustand/vanilla";
import type { Playback, Trouble } from "#web/player/playback.ts";
import { type Elements, empty, isAppleTouch, isPhone, isThere, readElement } from "./elements.ts";
import type { Lent, Source, Start } from "./shape.ts";
import { follow, type Happening, type Loaded, type State } from "./states.ts";
import { withoutMark } from "#web/player/engine/stream/missing-sizes.ts";
import { isStreamable, openStream, type StreamFault } from "#web/player/engine/stream/stream.ts";

export interface Playing extends Elements {
  readonly store: StoreApi<Playback>;
  readonly signal: AbortSignal;
  /** A fragment of the smallest size: how long it took to load, and how long it plays. */
  onPace(loadSeconds: number, playSeconds: number): void;
  /** The line is back, or is tried again. */
  onLine(): void;
  source: Source;
  state: State;
  isAudioOnly: boolean;
  wantsToPlay: boolean;
  isFresh: boolean;
  /** Addresses of sizes that could not be loaded. */
  missing: Set<string>;
  /** Where the browser has dropped what was loaded. */
  droppedAt: number;
  /** What takes over from what plays, and what stops that. */
  coming: Loaded | null;
  turn: AbortController;
  nextTry?: ReturnType<typeof setTimeout>;
}

type Made = Pick<Playing, "store" | "signal" | "onPace" | "onLine" | "source"> & { elements: Elements; start: Start };

export function makePlaying({ elements, start, ...given }: Made): Playing {
  return {
    ...elements,
    ...given,
    state: { name: "idle", loaded: null },
    isAudioOnly: start.isAudioOnly,
    wantsToPlay: start.shouldPlay,
    isFresh: true,
    missing: new Set(),
    droppedAt: Number.NaN,
    coming: null,
    turn: new AbortController(),
  };
}

/** The element that is heard. */
export function active({ state, video }: Playing): HTMLMediaElement {
  return state.loaded?.element ?? video;
}

export function timeOf({ state }: Playing, element: HTMLMediaElement): number {
  return Math.max(0, element.currentTime - (state.loaded?.offset ?? 0));
}

export function readTime(playing: Playing): number {
  const element = active(playing);
  return isThere(element) ? timeOf(playing, element) : playing.store.getState().time;
}

function isOffline({ state }: Playing): boolean {
  return state.name === "trouble" && state.trouble === "offline";
}

export function streamOf({ state }: Playing) {
  return state.loaded?.by === "stream" ? state.loaded.stream : null;
}

/** A phone that is locked plays on only a file of its own. */
export function listensByFile({ source }: Playing): boolean {
  return source.audio !== null && (source.hls === null || isPhone() || !canStream());
}

function canStream(): boolean {
  return isStreamable() && !isAppleTouch();
}

export function change(playing: Playing, happening: Happening): void {
  playing.state = follow(playing.state, happening);
  playing.store.setState({ trouble: playing.state.name === "trouble" ? playing.state.trouble : null });
}

export function report(playing: Playing, element: HTMLMediaElement): void {
  const { state, store, video, isAudioOnly } = playing;
  if (element !== active(playing)) return;
  if (isThere(element)) playing.isFresh = false;
  store.setState({
    ...readElement(element, video, { offset: state.loaded?.offset ?? 0, before: store.getState() }),
    canPictureInPicture: document.pictureInPictureEnabled && !isAudioOnly,
  });
}

export function play(playing: Playing): void {
  const element = active(playing);
  playing.wantsToPlay = true;
  if (element.ended) element.currentTime = playing.state.loaded?.offset ?? 0;
  // browsers may refuse to play before a click or a key: then it stays paused, and the store says so
  element.play().catch(() => report(playing, element));
}

/** Loads the source again, in the way that fits the device and the mode. */
export function open(playing: Playing, position: number, event: "points" | "opens" = "opens"): void {
  const isAhead = event === "points" || playing.state.name === "ahead";
  unload(playing);
  take(playing, { event, position, loaded: load(playing, position, isAhead) });
}

/** Null: the recording's own stream again. In both directions from the same position. */
export function lend(playing: Playing, address: Lent | null): void {
  const { video, state } = playing;
  const position = readTime(playing);
  const isLent = state.loaded?.by === "lent";
  if (!address) return isLent ? open(playing, position) : undefined;
  // the element is not emptied on the way from one address to the next: that would end the connection
  if (!isLent) unload(playing);
  const loaded: Loaded = { ...loadFile(video, address.url, { position, offset: address.offset }), by: "lent" };
  take(playing, { event: "opens", position, loaded });
}

function take(
  playing: Playing,
  { event, position, loaded }: { event: "points" | "opens"; position: number; loaded: Loaded | null },
): void {
  playing.isFresh = true;
  // the requested position counts until the element reports its own
  playing.store.setState({ time: position });
  change(playing, { event, loaded });
  if (playing.wantsToPlay) play(playing);
}

export function unload(playing: Playing): void {
  playing.turn.abort();
  clearTimeout(playing.nextTry);
  streamOf(playing)?.destroy();
  dropComing(playing);
  for (const element of playing.both) if (element.src) empty(element);
}

function dropComing(playing: Playing): void {
  if (playing.coming) leave(playing.coming);
  playing.coming = null;
}

function leave(loaded: Loaded): void {
  if (loaded.by === "stream") loaded.stream.destroy();
  loaded.element.pause();
  empty(loaded.element);
}

export function reopen(playing: Playing): void {
  const { reopenings } = playing.store.getState();
  open(playing, readTime(playing));
  playing.store.setState({ reopenings: reopenings + 1 });
}

export function fail(playing: Playing, trouble: Trouble): void {
  change(playing, { event: "fails", trouble });
  // what is loaded may be played to its end
  if (trouble === "offline") tryLater(playing, firstTryMs);
  else active(playing).pause();
}

const [firstTryMs, nextTryMs] = [3000, 5000];

function tryLater(playing: Playing, ms: number): void {
  clearTimeout(playing.nextTry);
  playing.nextTry = setTimeout(() => tryAgain(playing), ms);
}

export function tryAgain(playing: Playing): void {
  if (!isOffline(playing) || playing.signal.aborted) return;
  const stream = streamOf(playing);
  playing.onLine();
  if (stream) stream.resume();
  else open(playing, playing.store.getState().time);
  tryLater(playing, nextTryMs);
}

function nameTrouble(fault: StreamFault, status: number): Trouble {
  if (fault === "network") return "offline";
  return fault === "broken" ? "broken" : status === 401 ? "signed-out" : "refused";
}

/** Null: this browser can't play it. */
function load(playing: Playing, position: number, isAhead: boolean): Loaded | null {
  const { source, video, audio, isAudioOnly } = playing;
  const { hls, file, audio: sound } = source;
  if (isAudioOnly && sound && listensByFile(playing))
    return loadFile(audio, sound.url, { position, offset: sound.offset });
  if (file) return loadFile(video, file, { position, offset: sound?.offset ?? 0 });
  if (hls && canStream()) return loadStream(playing, { address: hls, position, isAhead });
  const isPlayable = hls && video.canPlayType("application/vnd.apple.mpegurl") !== "";
  return isPlayable ? loadFile(video, hls, { position, offset: 0 }) : null;
}

function loadFile(
  element: HTMLMediaElement,
  url: string,
  { position, offset }: { position: number; offset: number },
): Loaded {
  element.src = url;
  element.currentTime = position + offset;
  return { by: "file", element, offset };
}

function loadStream(
  playing: Playing,
  { address, position, isAhead }: { address: string; position: number; isAhead: boolean },
): Loaded {
  const { store, video, missing, onPace } = playing;
  const stream = openStream(video, {
    address,
    // every file of ours starts at one second; the video may start a little later than the recording
    startSeconds: () => 1 + (playing.source.audio?.offset ?? 0),
    position,
    isBlack: playing.isAudioOnly && !listensByFile(playing),
    isAhead,
    quality: store.getState().chosenQuality,
    missing,
    onQualities: (qualities) => store.setState({ qualities }),
    onQuality: (chosenQuality, playingQuality) => store.setState({ chosenQuality, playingQuality }),
    onFault: (fault, status) => fail(playing, nameTrouble(fault, status)),
    onMissing(size) {
      missing.add(withoutMark(size));
      open(playing, readTime(playing));
    },
    onDropped() {
      const place = readTime(playing);
      // once for each seek: the recording itself may have a hole there
      if (Math.abs(place - playing.droppedAt) < 1) return;
      playing.droppedAt = place;
      open(playing, place);
    },
    onPace,
    onArrival() {
      if (!isOffline(playing)) return;
      change(playing, { event: "arrives" });
      playing.onLine();
    },
  });
  return { by: "stream", element: video, offset: 0, stream };
}

/** Changes to the other element without a gap: on phones Audio Only has to be a plain audio element. */
export async function changeElement(playing: Playing): Promise<void> {
  const { isAudioOnly, video, audio, state } = playing;
  playing.turn.abort();
  playing.turn = new AbortController();
  const { signal } = playing.turn;
  dropComing(playing);
  const from = active(playing);
  // switched back before the other element had taken over; or there was no audio file yet
  if (from === (isAudioOnly ? audio : video)) return streamOf(playing)?.setBlack(isAudioOnly);
  const coming = load(playing, readTime(playing), false);
  if (!coming) return fail(playing, "unsupported");
  playing.coming = coming;
  const to = coming.element;
  to.volume = from.volume;
  to.playbackRate = from.playbackRate;
  if (playing.wantsToPlay && isThere(from)) {
    const offset = coming.offset - (state.loaded?.offset ?? 0);
    await handOver({ from, to, offset, signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
  to.muted = from.muted;
  playing.coming = null;
  const before = playing.state.loaded;
  change(playing, { event: "opens", loaded: coming });
  if (before) leave(before);
  if (playing.wantsToPlay && to.paused) play(playing);
  report(playing, to);
}

interface Handover {
  from: HTMLMediaElement;
  to: HTMLMediaElement;
  /** Seconds to add to the time of `from` for the same moment in `to`. */
  offset: number;
  signal: AbortSignal;
}

/** `to` has its source and its place already; it ends up playing, and `from` paused. */
async function handOver({ from, to, offset, signal }: Handover): Promise<void> {
  const { volume, muted, playbackRate } = from;
  const restore = () => {
    from.volume = volume;
    Object.assign(to, { volume, muted, playbackRate });
  };
  // when aborted, both elements get their settings back
  signal.addEventListener("abort", restore);
  try {
    // phones ignore an element's volume: only muting keeps the two from being heard together
    to.muted = true;
    await to.play();
    await comeAlongside({ from, to, offset, signal });
    if (signal.aborted) return;
    to.volume = 0;
    to.muted = muted;
    for (let step = 1; step <= 4 && !signal.aborted; step += 1) {
      to.volume = (volume * step) / 4;
      from.volume = (volume * (4 - step)) / 4;
      await sleep(15);
    }
    if (signal.aborted) return;
    from.pause();
    restore();
  } finally {
    signal.removeEventListener("abort", restore);
  }
}

async function comeAlongside({ from, to, offset, signal }: Handover): Promise<void> {
  const { playbackRate } = from;
  let deadline = performance.now() + arrivalMs;
  let hasArrived = false;
  while (performance.now() < deadline) {
    await sleep(40);
    if (signal.aborted) return;
    if (to.readyState < 3) continue;
    // from here on it only has to be aligned
    if (!hasArrived) deadline = performance.now() + alignmentMs;
    hasArrived = true;
    const late = from.currentTime + offset - to.currentTime;
    if (Math.abs(late) < closeEnough) break;
    if (Math.abs(late) > 0.5) to.currentTime += late + 0.15;
    else to.playbackRate = playbackRate * (1 + Math.max(-0.15, Math.min(0.15, late * 2)));
  }
  to.playbackRate = playbackRate;
}

const [arrivalMs, alignmentMs] = [15_000, 2500];
const closeEnough = 0.02;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
