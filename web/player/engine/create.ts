// Creates an engine for one recording: a video element, an audio element, and the choice of which one plays what.
import { createPlayback, type Playback, type Trouble } from "#web/player/playback.ts";
import { openCaptions } from "#web/player/engine/captions/choose.ts";
import { isAppleTouch, isPhone } from "./device.ts";
import { empty, makeElements } from "./elements.ts";
import { openElsewhere } from "./elsewhere.ts";
import type { Lent } from "./screen/given.ts";
import { offerScreens } from "./screen/offer.ts";
import { handOver } from "./handover.ts";
import { openLine } from "./line.ts";
import { withoutMark } from "#web/player/engine/stream/missing-sizes.ts";
import { heard, isThere, readElement } from "./report.ts";
import type { Engine, Source, Start } from "./shape.ts";
import { isStreamable, openStream, type Stream, type StreamFault } from "#web/player/engine/stream/stream.ts";
import { watchPace } from "#web/player/engine/watching/watch-pace.ts";
import { watchProgress } from "#web/player/engine/watching/unstick.ts";

export function createEngine(given: Source, start: Start): Engine {
  const store = createPlayback();
  const { video, audio, both, setVolume, setMuted, setRate } = makeElements(start);
  const ending = new AbortController();
  const { signal } = ending;
  const canStream = isStreamable() && !isAppleTouch();
  // audio through MSE stops when a phone is locked; a plain element on a real file goes on
  const listensByFile = () => source.audio !== null && (source.hls === null || isPhone() || !canStream);
  let source = given;
  let active: HTMLMediaElement = video;
  let stream: Stream | null = null;
  let turn = new AbortController();
  let isAudioOnly = start.isAudioOnly;
  let isAhead = start.isAhead ?? false;
  let wantsToPlay = start.shouldPlay;
  /** Nothing has arrived since it was opened. */
  let isFresh = true;
  /** Sizes that could not be loaded. */
  const missing = new Set<string>();
  /** What the video element plays in place of the recording's own stream: a television fetches it without a cookie. */
  let lent: Lent | null = null;
  /** Where the browser has dropped what was loaded. */
  let droppedAt = Number.NaN;

  for (const element of both) {
    for (const event of heard) element.addEventListener(event, () => report(element), { signal });
    element.addEventListener("error", () => onElementError(element), { signal });
  }
  const pace = watchPace(() => set({ isLineTooSlow: true }));
  // a browser that loads by itself says only that it has run out
  video.addEventListener("waiting", () => !stream && !video.seeking && isThere(video) && pace.stalled(), { signal });
  const elsewhere = openElsewhere(video, () => report(video));
  const screens = offerScreens(video, { signal, tell: set, lend });
  const isOffline = () => store.getState().trouble === "offline";
  const line = openLine({ isDown: isOffline, tryAgain, signal });

  set({ volume: start.volume, isMuted: start.isMuted, rate: start.rate, isAudioOnly });
  const captions = openCaptions(video, {
    audio: { element: audio, time: () => (active === audio ? timeOf(audio) : null) },
    ...{ wanted: start.captions, signal, tell: set },
  });
  captions.offer(source.captions);
  open(start.position);
  const forgetWaiting = watchProgress({ element: () => active, fetched: readFetched, reopen, signal });

  function set(change: Partial<Playback>): void {
    store.setState(change);
  }
  function offsetOf(element: HTMLMediaElement): number {
    return element === audio || source.file ? (source.audio?.offset ?? 0) : (lent?.offset ?? 0);
  }
  function timeOf(element: HTMLMediaElement): number {
    return Math.max(0, element.currentTime - offsetOf(element));
  }
  function readTime(): number {
    return isThere(active) ? timeOf(active) : store.getState().time;
  }

  function report(element: HTMLMediaElement): void {
    if (element !== active) return;
    if (isThere(element)) isFresh = false;
    const before = store.getState();
    set({
      ...readElement(element, video, { offset: offsetOf(element), before }),
      canPictureInPicture: document.pictureInPictureEnabled && !isAudioOnly,
    });
  }

  /** Loads the source again, in the way that fits the device and the mode. */
  function open(position: number): void {
    close();
    lent = null;
    isFresh = true;
    // the requested position counts until the element reports its own
    set({ trouble: null, time: position });
    if (isAudioOnly && listensByFile()) {
      active = audio;
      loadFile(position);
    } else {
      active = video;
      loadPictures(position);
    }
    if (wantsToPlay) play();
  }
  function close(): void {
    turn.abort();
    turn = new AbortController();
    line.forget();
    stream?.destroy();
    stream = null;
    for (const element of both) if (element.src) empty(element);
  }
  /** What has arrived, as far as it is known; undefined while there is nothing to wait for. */
  function readFetched(): string | undefined {
    const { trouble, screen } = store.getState();
    // an iPhone loads nothing before it is asked to play, and a hidden page may be denied to
    const mayRest = active.paused && (!stream || document.hidden);
    if (isAhead || screen !== "none" || trouble !== null || mayRest) return undefined;
    const { buffered } = active;
    return stream?.fetched() ?? Array.from({ length: buffered.length }, (_, n) => buffered.end(n)).join(" ");
  }
  /** Null: the recording's own stream again. In both directions from the same position. */
  function lend(address: Lent | null): void {
    const position = readTime();
    if (!address) return lent ? open(position) : undefined;
    // the element is not emptied on the way from one address to the next: that would end the connection
    if (!lent) close();
    lent = address;
    active = video;
    isFresh = true;
    set({ trouble: null, time: position });
    video.src = address.url;
    video.currentTime = position + address.offset;
    if (wantsToPlay) play();
  }
  function reopen(): void {
    const { reopenings } = store.getState();
    open(readTime());
    set({ reopenings: reopenings + 1 });
  }
  function loadFile(position: number): void {
    if (!source.audio) return;
    audio.src = source.audio.url;
    audio.currentTime = position + source.audio.offset;
  }
  function loadPictures(position: number): void {
    const { hls, file } = source;
    if (file) {
      video.src = file;
      video.currentTime = position + offsetOf(video);
    } else if (hls === null) set({ trouble: "unsupported" });
    else if (canStream) stream = openPictures(hls, position);
    else if (video.canPlayType("application/vnd.apple.mpegurl") !== "") {
      video.src = hls;
      video.currentTime = position;
    } else set({ trouble: "unsupported" });
  }
  function openPictures(address: string, position: number): Stream {
    return openStream(video, {
      address,
      // every file of ours starts at one second; the video may start a little later than the recording
      startSeconds: () => 1 + (source.audio?.offset ?? 0),
      position,
      isBlack: isAudioOnly && !listensByFile(),
      isAhead,
      quality: store.getState().chosenQuality,
      missing,
      onQualities: (qualities) => set({ qualities }),
      onQuality: (chosenQuality, playingQuality) => set({ chosenQuality, playingQuality }),
      onFault: onStreamFault,
      onMissing: (address) => {
        missing.add(withoutMark(address));
        open(readTime());
      },
      onDropped: () => {
        const place = readTime();
        // once for each seek: the recording itself may have a hole there
        if (Math.abs(place - droppedAt) < 1) return;
        droppedAt = place;
        open(place);
      },
      onPace: pace.arrived,
      onArrival: () => {
        if (!isOffline()) return;
        set({ trouble: null });
        captions.again();
      },
    });
  }

  function play(): void {
    wantsToPlay = true;
    if (active.ended) active.currentTime = offsetOf(active);
    // browsers may refuse to play before a click or a key: then it stays paused, and the store says so
    active.play().catch(() => report(active));
  }
  function pause(): void {
    wantsToPlay = false;
    active.pause();
  }

  function onStreamFault(fault: StreamFault, status: number): void {
    if (fault === "network") return waitForLine();
    stopWith(fault === "broken" ? "broken" : status === 401 ? "signed-out" : "refused");
  }
  function onElementError(element: HTMLMediaElement): void {
    // with a stream, hls.js reports the errors; of a television screen/show.ts does
    if (element !== active || stream || lent || !element.error) return;
    if (element.error.code === MediaError.MEDIA_ERR_NETWORK) waitForLine();
    else stopWith(element.error.code === MediaError.MEDIA_ERR_DECODE ? "broken" : "refused");
  }
  function stopWith(trouble: Trouble): void {
    const resumes = wantsToPlay;
    active.pause();
    wantsToPlay = resumes;
    set({ trouble });
  }
  function waitForLine(): void {
    set({ trouble: "offline" });
    line.wait();
  }
  function tryAgain(): void {
    captions.again();
    if (stream) stream.resume();
    else open(store.getState().time);
  }

  async function changeElement(isOn: boolean): Promise<void> {
    turn.abort();
    turn = new AbortController();
    const mine = turn.signal;
    const [from, to] = isOn ? [video, audio] : [audio, video];
    if (active === to) {
      // switched back before the other element had taken over; or there was no audio file yet
      leave(from);
      return stream?.setBlack(isOn);
    }
    const position = readTime();
    if (isOn) loadFile(position);
    else loadPictures(position);
    to.volume = from.volume;
    to.playbackRate = from.playbackRate;
    if (wantsToPlay && isThere(from)) {
      const offset = offsetOf(to) - offsetOf(from);
      await handOver({ from, to, offset, signal: mine }).catch(() => undefined);
      if (mine.aborted) return;
    }
    to.muted = from.muted;
    active = to;
    leave(from);
    if (wantsToPlay && to.paused) play();
    report(to);
  }
  function leave(element: HTMLMediaElement): void {
    if (element === video) {
      stream?.destroy();
      stream = null;
    }
    element.pause();
    empty(element);
  }

  return {
    store,
    begin({ volume, isMuted, rate, captions: wanted, shouldPlay }) {
      isAhead = false;
      captions.want(wanted);
      stream?.begin();
      setVolume(volume);
      setMuted(isMuted);
      setRate(rate);
      if (shouldPlay) play();
    },
    mount(place) {
      place.replaceChildren(video);
    },
    readTime,
    play,
    pause,
    seek(seconds) {
      const end = store.getState().duration || Number.POSITIVE_INFINITY;
      const target = Math.min(Math.max(0, seconds), end);
      forgetWaiting();
      droppedAt = Number.NaN;
      // before its first data a stream would still start at the old position: it is opened again
      if (stream && isFresh) open(target);
      else active.currentTime = target + offsetOf(active);
      // only now: who hears of it, such as a loop, must find it at the new position, or would seek again
      set({ time: target, reopenings: 0 });
    },
    setVolume,
    setMuted,
    setRate,
    setQuality: (height) => stream?.setQuality(height),
    setAudioOnly(isOn) {
      if (isOn === isAudioOnly) return;
      isAudioOnly = isOn;
      // a television would load the video
      if (isOn) screens.leaveScreen();
      if (isOn && document.pictureInPictureElement === video) void document.exitPictureInPicture();
      if (listensByFile()) void changeElement(isOn);
      else stream?.setBlack(isOn);
      set({ isAudioOnly: isOn });
      report(active);
    },
    ...elsewhere,
    ...screens,
    setCaptions: captions.choose,
    toggleCaptions: captions.toggle,
    learn(next) {
      source = next;
      captions.offer(source.captions);
    },
    heed(status) {
      if (store.getState().trouble === null && (status === 401 || status === 403)) onStreamFault("refused", status);
    },
    retry(next) {
      source = next ?? source;
      missing.clear();
      captions.offer(source.captions);
      captions.again();
      open(store.getState().time);
    },
    destroy() {
      ending.abort();
      close();
      video.remove();
    },
  };
}
