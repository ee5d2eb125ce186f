// Plays on a television, by AirPlay or by the browser's Remote Playback, without a script of others. What hls.js plays cannot be sent
// there, and a television has no cookie: so the element gets a plain address of its own meanwhile, or another if that does not play.
import type { Screen } from "#contract/screen.ts";
import { ApiProblem } from "#web/api.ts";
import type { AppleVideo } from "#web/player/engine/elements.ts";
import type { Lent, ScreenAddresses, ScreenParts } from "#web/player/engine/shape.ts";
import silence from "./silence.m4a?no-inline";

/** What people read when it fails. */
const words = {
  unplayable: "That screen can’t play this recording. It plays here again.",
  noneFound: "No screen was found. It has to be switched on, and on the same network as this device.",
  unsupported: "This browser can’t send this recording to a screen.",
} as const;

export interface Shown {
  show(): void;
  leave(): void;
}

/** A television shows its own logo for some seconds first. */
const patienceMs = 15_000;
/** Browsers show their dialog only for some seconds after a click. */
const readyMs = 4000;

export function openShow(
  video: AppleVideo,
  { signal, tell, lend, addresses }: ScreenParts & { addresses: ScreenAddresses },
): Shown {
  const isAirPlay = "webkitShowPlaybackTargetPicker" in video;
  let turn: Turn | null = null;

  interface Turn {
    screen: Screen;
    /** Not tried yet. */
    left: Lent[];
    stop: AbortController;
  }

  async function begin(): Promise<Turn | null> {
    tell({ screen: "asking", screenProblem: null });
    const screen = await addresses.make().catch((problem: unknown) => {
      finish(problem instanceof ApiProblem ? problem.message : words.unsupported);
      return null;
    });
    if (!screen || signal.aborted) return null;
    const list = { url: screen.hls, offset: 0 };
    // Chromecasts load a playlist of fragmented MP4 for ever, without an error; AirPlay takes it, and chooses the size itself
    const left = isAirPlay ? [list, screen.file] : [screen.file, list];
    turn = { screen, left: left.filter((lent) => lent !== null), stop: new AbortController() };
    return turn;
  }

  /** Back to this device, at the same position. */
  function finish(screenProblem: string | null = null): void {
    const over = turn;
    turn = null;
    over?.stop.abort();
    tell({ screen: "none", screenProblem });
    if (!signal.aborted) lend(null);
    // otherwise it ends by itself
    if (over) addresses.end(over.screen.token).catch(() => undefined);
  }

  /** Plays one address after the other until one plays. */
  async function play(mine: Turn): Promise<void> {
    for (;;) {
      tell({ screen: "opening" });
      if (await hasPlayed(video, AbortSignal.any([mine.stop.signal, signal]))) return tell({ screen: "on" });
      if (turn !== mine) return;
      const next = mine.left.shift();
      if (!next) break;
      lend(next);
    }
    disconnect();
    finish(words.unplayable);
  }

  function disconnect(): void {
    video.disableRemotePlayback = true;
    // a connection ends with it; the next one has to be possible
    setTimeout(() => (video.disableRemotePlayback = false), 1000);
  }

  async function askWhere(): Promise<void> {
    const mine = await begin();
    if (!mine) return;
    const first = mine.left.shift();
    if (!first) return finish(words.unsupported);
    lend(first);
    await hasMetadata(video, AbortSignal.any([signal, AbortSignal.timeout(readyMs)]));
    if (turn !== mine) return;
    try {
      await video.remote.prompt();
    } catch (problem) {
      if (turn === mine) finish(explain(problem));
    }
  }

  const onConnected = async () => {
    // by the browser's own menu: then there is no turn yet
    const mine = turn ?? (await begin());
    if (!mine) return disconnect();
    const first = mine.left.length === (mine.screen.file ? 2 : 1) ? mine.left.shift() : undefined;
    if (first) lend(first);
    await play(mine);
  };
  const onGone = () => turn && finish();

  watchScreens(video, { signal, tell: (hasScreens) => tell({ hasScreens }), onConnected, onGone });
  signal.addEventListener("abort", () => finish());
  return {
    show() {
      tell({ screenProblem: null });
      if (isAirPlay) video.webkitShowPlaybackTargetPicker?.();
      else if (!turn) void askWhere();
    },
    leave() {
      if (!turn) return tell({ screenProblem: null });
      disconnect();
      finish();
    },
  };
}

/** False when it has failed, or nothing has moved for long although it should. */
async function hasPlayed(video: HTMLVideoElement, stop: AbortSignal): Promise<boolean> {
  // while somebody was still choosing a screen
  if (video.error) return false;
  const over = new AbortController();
  const until = { signal: AbortSignal.any([stop, over.signal]) };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let since = performance.now();
  let from = Number.NaN;
  const timer = setInterval(() => {
    // what is paused does not have to move
    if (video.paused) since = performance.now();
    else if (performance.now() - since > patienceMs) resolve(false);
  }, 500);
  const onTime = () => {
    if (Number.isNaN(from)) from = video.currentTime;
    if (!video.paused && !video.seeking && Math.abs(video.currentTime - from) > 0.3) resolve(true);
  };
  video.addEventListener("timeupdate", onTime, until);
  video.addEventListener("error", () => resolve(false), until);
  until.signal.addEventListener("abort", () => resolve(false));
  const outcome = await promise;
  clearInterval(timer);
  over.abort();
  return outcome;
}

function hasMetadata(video: HTMLVideoElement, until: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (video.readyState > 0) resolve();
  video.addEventListener("loadedmetadata", () => resolve(), { once: true, signal: until });
  until.addEventListener("abort", () => resolve());
  return promise;
}

/** Null when somebody has only closed the dialog. */
function explain(problem: unknown): string | null {
  const name = problem instanceof Error ? problem.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  return name === "NotFoundError" ? words.noneFound : words.unsupported;
}

interface Watching {
  signal: AbortSignal;
  tell(hasScreens: boolean): void;
  onConnected(): void;
  onGone(): void;
}

/** Whether there is a screen, and whether the element plays there: AirPlay's events in Safari, Remote Playback elsewhere. */
function watchScreens(video: AppleVideo, given: Watching): void {
  if ("webkitShowPlaybackTargetPicker" in video) watchAirPlay(video, given);
  else watchRemote(video, given);
}

function watchAirPlay(video: AppleVideo, { signal, tell, onConnected, onGone }: Watching): void {
  const onAvailability = (event: Event) =>
    tell((event as Event & { availability?: string }).availability === "available");
  video.addEventListener("webkitplaybacktargetavailabilitychanged", onAvailability, { signal });
  video.addEventListener(
    "webkitcurrentplaybacktargetiswirelesschanged",
    () => (video.webkitCurrentPlaybackTargetIsWireless ? onConnected() : onGone()),
    { signal },
  );
}

function watchRemote(video: HTMLVideoElement, { signal, tell, onConnected, onGone }: Watching): void {
  video.remote.addEventListener("connect", onConnected, { signal });
  video.remote.addEventListener("disconnect", onGone, { signal });
  // browsers find no television for what hls.js plays: so they are also asked for a plain file, a tenth of a second of silence
  const plain = document.createElement("video");
  plain.preload = "metadata";
  plain.muted = true;
  plain.src = silence;
  const found = new Map<HTMLVideoElement, boolean>();
  for (const element of [video, plain])
    element.remote
      .watchAvailability((isAvailable) => {
        found.set(element, isAvailable);
        tell([...found.values()].includes(true));
      })
      // a device that may not search all the time: no button
      .catch(() => undefined);
  signal.addEventListener("abort", () => plain.removeAttribute("src"));
}
