// What the benches of the player run inside the page, as text: on this side there is no document to check it against.

/**
 * Notes when the click came, as the browser dates it, and the first animation frame in which a video stands visibly on the
 * page with a picture decoded. One that is decoded before it stands there counts from when it does.
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

/** Played on for a moment, then to a place that is not buffered, until its picture is there; in milliseconds. */
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
  if (target === undefined) throw new Error("all of it is buffered");
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

/** By clicking in the list. */
export const openFirst = `(() => {
  const link = document.querySelector('article a[href^="/video/"]');
  link?.click();
  return link !== null;
})()`;

/** A loop over the whole recording, so that it plays for as long as it is watched. */
export const startAgainAtTheEnd = `{
  const video = document.querySelector("video");
  video.addEventListener("timeupdate", () => { if (video.currentTime > video.duration - 3) video.currentTime = 0; });
}`;
export const playedSeconds = `document.querySelector("video").currentTime`;
/** How many seconds are held in memory, behind and ahead. */
export const heldSeconds = `(() => {
  const { buffered } = document.querySelector("video");
  return Array.from({ length: buffered.length }, (_, n) => buffered.end(n) - buffered.start(n)).reduce((a, b) => a + b, 0);
})()`;
