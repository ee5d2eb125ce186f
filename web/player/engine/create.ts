// Creates an engine for one recording.
import { createPlayback, type Playback } from "#web/player/playback.ts";
import { openCaptions } from "#web/player/engine/captions/choose.ts";
import {
  active,
  change,
  changeElement,
  type Playing,
  fail,
  lend,
  listensByFile,
  makePlaying,
  open,
  play,
  readTime,
  reopen,
  report,
  streamOf,
  timeOf,
  tryAgain,
  unload,
} from "./playing.ts";
import { heard, isThere, makeElements, type AppleVideo } from "./elements.ts";
import type { Engine, Source, Start, ScreenAddresses, ScreenParts } from "./shape.ts";
import { watchProgress } from "#web/player/engine/watching/unstick.ts";
import type { Shown } from "#web/player/engine/screen/show.ts";

export function createEngine(source: Source, start: Start): Engine {
  const store = createPlayback();
  const ending = new AbortController();
  const { signal } = ending;
  const tell = (now: Partial<Playback>): void => store.setState(now);
  const elements = makeElements(start);
  const { video, audio, both, setVolume, setMuted, setRate } = elements;
  tell({ volume: start.volume, isMuted: start.isMuted, rate: start.rate, isAudioOnly: start.isAudioOnly });
  const pace = watchPace(() => tell({ isLineTooSlow: true }));
  const onLine = () => captions.again();
  const playing = makePlaying({ source, start, elements, store, signal, onPace: pace.arrived, onLine });
  const captions = openCaptions(video, {
    audio: { element: audio, time: () => (active(playing) === audio ? timeOf(playing, audio) : null) },
    wanted: start.captions,
    signal,
    tell,
  });
  const screens = offerScreens(video, { signal, tell, lend: (address) => lend(playing, address) });

  for (const element of both) {
    for (const event of heard) element.addEventListener(event, () => report(playing, element), { signal });
    element.addEventListener("error", () => onElementError(playing, element), { signal });
  }
  // a browser that loads by itself says only that it has run out
  const onWaiting = () => !streamOf(playing) && !video.seeking && isThere(video) && pace.stalled();
  video.addEventListener("waiting", onWaiting, { signal });
  addEventListener("online", () => tryAgain(playing), { signal });
  captions.offer(source.captions);
  open(playing, start.position, start.isAhead ? "points" : "opens");
  const forgetWaiting = watchProgress({
    element: () => active(playing),
    fetched: () => readFetched(playing),
    reopen: () => reopen(playing),
    signal,
  });

  return {
    store,
    begin({ volume, isMuted, rate, captions: wanted, shouldPlay }) {
      change(playing, { event: "begins" });
      captions.want(wanted);
      streamOf(playing)?.begin();
      setVolume(volume);
      setMuted(isMuted);
      setRate(rate);
      if (shouldPlay) play(playing);
    },
    mount: (place) => place.replaceChildren(video),
    readTime: () => readTime(playing),
    play: () => play(playing),
    pause() {
      playing.wantsToPlay = false;
      active(playing).pause();
    },
    seek(seconds) {
      const target = Math.min(Math.max(0, seconds), store.getState().duration || Number.POSITIVE_INFINITY);
      forgetWaiting();
      playing.droppedAt = Number.NaN;
      // before its first data a stream would still start at the old position: it is opened again
      if (streamOf(playing) && playing.isFresh) open(playing, target);
      else active(playing).currentTime = target + (playing.state.loaded?.offset ?? 0);
      // only now: who hears of it, such as a loop, must find it at the new position, or would seek again
      tell({ time: target, reopenings: 0 });
    },
    setVolume,
    setMuted,
    setRate,
    setQuality: (height) => streamOf(playing)?.setQuality(height),
    setAudioOnly(isOn) {
      if (isOn === playing.isAudioOnly) return;
      playing.isAudioOnly = isOn;
      // a television would load the video
      if (isOn) screens.leaveScreen();
      if (isOn && document.pictureInPictureElement === video) void document.exitPictureInPicture();
      if (listensByFile(playing)) void changeElement(playing);
      else streamOf(playing)?.setBlack(isOn);
      tell({ isAudioOnly: isOn });
      report(playing, active(playing));
    },
    togglePictureInPicture() {
      const isShown = document.pictureInPictureElement === video;
      const done = isShown ? document.exitPictureInPicture() : video.requestPictureInPicture();
      done.catch(() => report(playing, video));
    },
    showPictureAlone: () => video.webkitEnterFullscreen?.(),
    ...screens,
    setCaptions: captions.choose,
    toggleCaptions: captions.toggle,
    learn(next) {
      playing.source = next;
      captions.offer(next.captions);
    },
    heed(status) {
      if (playing.state.name === "trouble") return;
      if (status === 401 || status === 403) fail(playing, status === 401 ? "signed-out" : "refused");
    },
    retry(next) {
      playing.source = next ?? playing.source;
      playing.missing.clear();
      captions.offer(playing.source.captions);
      captions.again();
      open(playing, store.getState().time);
    },
    destroy() {
      ending.abort();
      unload(playing);
      change(playing, { event: "closes" });
      video.remove();
    },
  };
}

/** Errors of a file. hls.js reports those of a stream, screen/show.ts those of a screen. */
function onElementError(playing: Playing, element: HTMLMediaElement): void {
  if (element !== active(playing) || playing.state.loaded?.by !== "file" || !element.error) return;
  const { code } = element.error;
  if (code === MediaError.MEDIA_ERR_NETWORK) fail(playing, "offline");
  else fail(playing, code === MediaError.MEDIA_ERR_DECODE ? "broken" : "refused");
}

/** What has arrived, as far as it is known; undefined while there is nothing to wait for. */
function readFetched(playing: Playing): string | undefined {
  const { state, store } = playing;
  const element = active(playing);
  // an iPhone loads nothing before it is asked to play, and a hidden page may be denied to
  const mayRest = element.paused && (!streamOf(playing) || document.hidden);
  const isWaiting = (state.name === "stream" || state.name === "file") && store.getState().screen === "none";
  if (!isWaiting || mayRest) return undefined;
  const { buffered } = element;
  return streamOf(playing)?.fetched() ?? Array.from({ length: buffered.length }, (_, n) => buffered.end(n)).join(" ");
}

/** Playing on a television: what does it is loaded where the browser could know of one. */
function offerScreens(
  video: AppleVideo,
  given: ScreenParts,
): Pick<Engine, "offerScreen" | "showScreen" | "leaveScreen"> {
  let shown: Shown | undefined;
  return {
    offerScreen(addresses: ScreenAddresses): void {
      // Firefox has neither
      if (!("remote" in video || "webkitShowPlaybackTargetPicker" in video)) return;
      void import("./screen/show.ts").then(({ openShow }) => {
        if (!given.signal.aborted) shown = openShow(video, { ...given, addresses });
      });
    },
    showScreen: () => shown?.show(),
    leaveScreen: () => shown?.leave(),
  };
}

// One slow fragment may be an accident.

const enough = 2;

export function watchPace(onSlow: () => void) {
  let slow = 0;
  const count = () => {
    slow += 1;
    if (slow === enough) onSlow();
  };
  return {
    /** A fragment of the smallest size: how long it took to load, and how long it plays. */
    arrived(loadSeconds: number, playSeconds: number) {
      if (loadSeconds > playSeconds) count();
      else if (slow < enough) slow = 0;
    },
    /** Playing stopped because nothing more was loaded: all that is known where the browser loads by itself. */
    stalled: count,
  };
}
