// Code that the player's benchmarks run inside the page, as text, because TypeScript knows no document here.

/**
 * Notes the time of the click, as the browser dates it, and of the first animation frame in which a video is visible on the
 * page with a decoded frame. A frame that is decoded before the video is visible counts from when it is visible.
 */
export const watchFirstFrame = `{
  addEventListener("click", (event) => { window.clicked = event.timeStamp; }, { capture: true });
  const isSeen = (video) =>
    video.isConnected && video.readyState >= 2 && video.videoWidth > 64 &&
    video.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const look = (video) => {
    if (isSeen(video)) window.firstFrame = performance.now();
    else requestAnimationFrame(() => look(video));
  };
  const create = document.createElement.bind(document);
  document.createElement = (...given) => {
    const element = create(...given);
    if (element instanceof HTMLVideoElement) element.requestVideoFrameCallback(() => look(element));
    return element;
  };
}`;

export const hasFirstFrame = `"firstFrame" in window`;
export const firstFrameMs = `window.firstFrame - window.clicked`;
export const isPlaying = `(document.querySelector("video")?.currentTime ?? 0) > 0.5`;

/** Plays for a moment, then seeks to a place that is not buffered. Returns the milliseconds until its frame is shown. */
export const seekSomewhere = (seconds: number) => `(async () => {
  const video = document.querySelector("video");
  const isBuffered = (time) =>
    Array.from({ length: video.buffered.length }, (_, n) => n).some(
      (n) => video.buffered.start(n) <= time && time <= video.buffered.end(n),
    );
  await video.play();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const places = Array.from({ length: 1000 }, () => Math.random() * ${seconds - 10});
  const target = places.find((place) => !isBuffered(place));
  if (target === undefined) throw new Error("the whole recording is buffered");
  const began = performance.now();
  video.currentTime = target;
  await new Promise((resolve) => {
    const look = (_, { mediaTime }) =>
      Math.abs(mediaTime - target) < 2 ? resolve() : video.requestVideoFrameCallback(look);
    video.requestVideoFrameCallback(look);
  });
  const took = performance.now() - began;
  video.pause();
  return took;
})()`;

/** Opens the recording by a click in the list. */
export const openFirst = `(() => {
  const link = document.querySelector('article a[href^="/video/"]');
  link?.click();
  return link !== null;
})()`;

/** Repeats the whole recording, so that it never ends during the benchmark. */
export const startAgainAtTheEnd = `{
  const video = document.querySelector("video");
  video.addEventListener("timeupdate", () => { if (video.currentTime > video.duration - 3) video.currentTime = 0; });
}`;
export const playedSeconds = `document.querySelector("video").currentTime`;
/** How many seconds are buffered, before and after the current position. */
export const heldSeconds = `(() => {
  const { buffered } = document.querySelector("video");
  return Array.from({ length: buffered.length }, (_, n) => buffered.end(n) - buffered.start(n)).reduce((a, b) => a + b, 0);
})()`;
