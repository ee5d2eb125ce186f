// Creates an engine for one recording: a video element, an audio element, and the choice of which one plays what.
import { createPlayback, type Playback, type Trouble } from "#web/player/playback.ts";
import { findShown, keepToOne, listCaptions, offerCaptions, preferCaptions, showCaptions } from "./captions.ts";
import { isAppleTouch, isPhone } from "./device.ts";
import { handOver } from "./handover.ts";
import { heard, isThere, readElement, type AppleVideo } from "./report.ts";
import type { Engine, Source, Start } from "./shape.ts";
import { isStreamable, openStream, type Stream, type StreamFault } from "./stream.ts";

export function createEngine(given: Source, start: Start): Engine {
  const store = createPlayback();
  const video: AppleVideo = document.createElement("video");
  const audio = document.createElement("audio");
  const ending = new AbortController();
  const { signal } = ending;
  const canStream = isStreamable() && !isAppleTouch();
  // audio through MSE stops when a phone is locked; a plain element on a real file goes on
  const listensByFile = () => source.audio !== null && (isPhone() || !canStream);
  let source = given;
  let active: HTMLMediaElement = video;
  let stream: Stream | null = null;
  let turn = new AbortController();
  let isAudioOnly = start.isAudioOnly;
  let isAhead = start.isAhead ?? false;
  let wantsToPlay = start.shouldPlay;
  let wanted = start.captions;
  let lastRead = start.captions;
  let shown: number | null = null;
  let comeBack: ReturnType<typeof setTimeout> | undefined;

  video.playsInline = true;
  video.preload = "auto";
  audio.preload = "auto";
  for (const element of [video, audio]) {
    element.volume = start.volume;
    element.muted = start.isMuted;
    element.defaultPlaybackRate = start.rate;
    element.playbackRate = start.rate;
    element.preservesPitch = true;
    for (const event of heard) element.addEventListener(event, () => report(element), { signal });
    element.addEventListener("error", () => onElementError(element), { signal });
  }
  video.addEventListener(
    "webkitplaybacktargetavailabilitychanged",
    (event) => set({ canAirPlay: (event as Event & { availability?: string }).availability === "available" }),
    { signal },
  );
  video.addEventListener("webkitcurrentplaybacktargetiswirelesschanged", () => report(video), { signal });
  video.textTracks.addEventListener("change", onTracksChange, { signal });
  addEventListener("online", () => goOn(), { signal });

  set({ volume: start.volume, isMuted: start.isMuted, rate: start.rate, isAudioOnly, wantedCaptions: wanted });
  offer();
  open(start.position);

  function set(change: Partial<Playback>): void {
    store.setState(change);
  }
  function offsetOf(element: HTMLMediaElement): number {
    return element === audio ? (source.audio?.offset ?? 0) : 0;
  }
  function timeOf(element: HTMLMediaElement): number {
    return Math.max(0, element.currentTime - offsetOf(element));
  }
  function readTime(): number {
    return isThere(active) ? timeOf(active) : store.getState().time;
  }

  /** Offers the captions, and shows them at once if captions were on the last time. */
  function offer(): void {
    if (!offerCaptions(video, source.captions)) return;
    const captions = listCaptions(video);
    set({ captions });
    showTrack(wanted ? preferCaptions(captions, wanted) : null);
  }
  function showTrack(index: number | null): void {
    shown = index;
    showCaptions(video, index);
    report(video);
  }
  function setCaptions(index: number | null): void {
    wanted = index === null ? null : (listCaptions(video)[index] ?? null);
    lastRead = wanted ?? lastRead;
    set({ wantedCaptions: wanted });
    showTrack(index);
  }
  function onTracksChange(): void {
    keepToOne(video, shown);
    const now = findShown(video);
    // chosen elsewhere: in the system's own full screen
    if (now !== shown) setCaptions(now);
    else report(video);
  }

  function report(element: HTMLMediaElement): void {
    if (element !== active) return;
    const before = store.getState();
    set({
      ...readElement(element, video, { offset: offsetOf(element), before }),
      canPictureInPicture: document.pictureInPictureEnabled && !isAudioOnly,
    });
  }

  /** Loads the source again, in the way that fits the device and the mode. */
  function open(position: number): void {
    close();
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
    clearTimeout(comeBack);
    stream?.destroy();
    stream = null;
    for (const element of [video, audio]) if (element.src) empty(element);
  }
  function empty(element: HTMLMediaElement): void {
    element.removeAttribute("src");
    element.load();
  }
  function loadFile(position: number): void {
    if (!source.audio) return;
    audio.src = source.audio.url;
    audio.currentTime = position + source.audio.offset;
  }
  function loadPictures(position: number): void {
    if (canStream) stream = openPictures(position);
    else if (video.canPlayType("application/vnd.apple.mpegurl") !== "") {
      video.src = source.hls;
      video.currentTime = position;
    } else set({ trouble: "unsupported" });
  }
  function openPictures(position: number): Stream {
    return openStream(video, {
      address: source.hls,
      // every file of ours starts at one second; the video may start a little later than the recording
      startSeconds: () => 1 + (source.audio?.offset ?? 0),
      position,
      isBlack: isAudioOnly && !listensByFile(),
      isAhead,
      onQualities: (qualities) => set({ qualities }),
      onQuality: (chosenQuality, playingQuality) => set({ chosenQuality, playingQuality }),
      onFault: onStreamFault,
      onArrival: () => {
        if (store.getState().trouble !== "offline") return;
        set({ trouble: null });
        showTrack(shown);
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

  function setVolume(volume: number): void {
    for (const element of [video, audio]) element.volume = Math.min(1, Math.max(0, volume));
  }
  function setMuted(isMuted: boolean): void {
    for (const element of [video, audio]) element.muted = isMuted;
  }
  function setRate(rate: number): void {
    for (const element of [video, audio]) {
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    }
  }

  function onStreamFault(fault: StreamFault, status: number): void {
    if (fault === "network") return waitForLine();
    stopWith(fault === "broken" ? "broken" : status === 401 ? "signed-out" : "refused");
  }
  function onElementError(element: HTMLMediaElement): void {
    // with a stream, hls.js reports the errors
    if (element !== active || stream || !element.error) return;
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
    clearTimeout(comeBack);
    comeBack = setTimeout(goOn, 3000);
  }
  function goOn(): void {
    if (store.getState().trouble !== "offline") return;
    showTrack(shown);
    if (stream) {
      stream.resume();
      clearTimeout(comeBack);
      comeBack = setTimeout(goOn, 5000);
    } else open(store.getState().time);
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
    begin({ volume, isMuted, rate, captions, shouldPlay }) {
      isAhead = false;
      wanted = captions;
      lastRead = captions ?? lastRead;
      set({ wantedCaptions: wanted });
      showTrack(wanted ? preferCaptions(listCaptions(video), wanted) : null);
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
      // before its first data a stream would still start at the old position: it is opened again
      if (stream && !store.getState().isReady) open(target);
      else active.currentTime = target + offsetOf(active);
      set({ time: target });
    },
    setVolume,
    setMuted,
    setRate,
    setQuality: (height) => stream?.setQuality(height),
    setAudioOnly(isOn) {
      if (isOn === isAudioOnly) return;
      isAudioOnly = isOn;
      if (isOn && document.pictureInPictureElement === video) void document.exitPictureInPicture();
      if (listensByFile()) void changeElement(isOn);
      else stream?.setBlack(isOn);
      set({ isAudioOnly: isOn });
      report(active);
    },
    togglePictureInPicture() {
      const done =
        document.pictureInPictureElement === video ? document.exitPictureInPicture() : video.requestPictureInPicture();
      done.catch(() => report(video));
    },
    showAirPlay: () => video.webkitShowPlaybackTargetPicker?.(),
    showPictureAlone: () => video.webkitEnterFullscreen?.(),
    setCaptions,
    toggleCaptions() {
      const { captions, shownCaptions } = store.getState();
      // without captions here, the choice for other recordings stays
      if (captions.length === 0) return;
      setCaptions(shownCaptions === null ? preferCaptions(captions, lastRead) : null);
    },
    learn(next) {
      source = next;
      offer();
    },
    heed(status) {
      if (store.getState().trouble === null && (status === 401 || status === 403)) onStreamFault("refused", status);
    },
    retry(next) {
      source = next ?? source;
      offer();
      showTrack(shown);
      open(store.getState().time);
    },
    destroy() {
      ending.abort();
      close();
      video.remove();
    },
  };
}
