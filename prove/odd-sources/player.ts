// The archive's own page in a real browser: a recording plays to its end, and every seek shows the right frame.
import { setTimeout as sleep } from "node:timers/promises";
import { chromium as playwright, type Page } from "playwright";
import { chromium } from "#scripts/chromium.ts";
import { lastPictureSlackSeconds } from "#server/media/fragments/judge.ts";
import { createRandom } from "#server/testing/random.ts";
import { columns, readFrame, rows } from "./clock.ts";
import { pictureError, tellPicture, toleranceAt } from "./compare.ts";
import type { Recipe, Truth } from "./model.ts";
import type { Member } from "./served.ts";

/** Chromium chooses the picture after a seek by how long pictures stand on average, which is wrong where that varies. */
const moreTolerance = 0.08;
const endTolerance = 0.3;
const longestStallMs = 3000;
const openMs = 20_000;
const seekMs = 5000;
const seeks = 3;
const [width, height] = [columns * 8, rows * 8];

export interface Watched {
  recipe: Recipe;
  truth: Truth;
  /** Its own pictures, with the B-frames that they have. */
  isCopied: boolean;
}

interface Player extends AsyncDisposable {
  watch(id: string, watched: Watched): Promise<string[]>;
}

export async function openPlayer({ url, browser }: Member): Promise<Player> {
  const program = await playwright.launch({
    executablePath: chromium(),
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
  return {
    async watch(id, watched) {
      const context = await program.newContext({ viewport: { width: 800, height: 600 } });
      try {
        await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url })));
        const page = await context.newPage();
        await page.goto(`${url}/video/${id}`);
        return (await watchPage(page, watched)).map((fault) => `in the browser: ${fault}`);
      } finally {
        await context.close();
      }
    },
    [Symbol.asyncDispose]: () => program.close(),
  };
}

/** Functions that control the page's video element from here. */
const helpers = `(() => {
  const video = document.querySelector("video");
  const canvas = new OffscreenCanvas(${width}, ${height});
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const until = (is, ms) => new Promise((resolve) => {
    const began = performance.now();
    const look = () => is() ? resolve(true) : performance.now() - began > ms ? resolve(false) : setTimeout(look, 20);
    look();
  });
  video.muted = true;
  globalThis.odd = {
    time: () => video.currentTime,
    read() {
      brush.drawImage(video, 0, 0, ${width}, ${height});
      const { data } = brush.getImageData(0, 0, ${width}, ${height});
      return Array.from({ length: ${width * height} }, (_, n) => data[n * 4 + 1]);
    },
    async seek(at) {
      video.pause();
      video.currentTime = at;
      return until(() => !video.seeking && video.readyState >= 2, ${seekMs});
    },
    async goOn() {
      const from = video.currentTime;
      video.playbackRate = 1;
      video.play().catch(() => {});
      const went = await until(() => video.ended || video.currentTime > from + 0.2, ${longestStallMs});
      video.pause();
      return went;
    },
    async toTheEnd(rate) {
      let [last, lastAt, stall] = [-1, performance.now(), 0];
      video.playbackRate = rate;
      video.play().catch(() => {});
      await until(() => {
        const now = performance.now();
        if (video.currentTime !== last) [last, lastAt] = [video.currentTime, now];
        stall = Math.max(stall, now - lastAt);
        return video.ended || stall > 15000;
      }, 120000);
      return { ended: video.ended, at: video.currentTime, duration: video.duration, stall };
    },
  };
  return true;
})()`;

interface Ended {
  ended: boolean;
  at: number;
  duration: number;
  stall: number;
}

async function watchPage(page: Page, watched: Watched): Promise<string[]> {
  const { recipe, truth } = watched;
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`the page fails: ${String(error).slice(0, 150)}`));
  if (!(await waitForPicture(page))) return [...faults, "nothing is shown"];
  await page.evaluate(helpers);
  for (const at of chooseSeeks(recipe, truth)) faults.push(...(await checkSeek(page, watched, at)));
  if (!(await page.evaluate<boolean>("odd.seek(0)"))) faults.push("it does not go back to the beginning");
  const rate = Math.min(16, Math.max(2, truth.seconds / 3));
  const { ended, at, duration, stall } = await page.evaluate<Ended>(`odd.toTheEnd(${rate})`);
  if (!ended) faults.push(`it stops at ${at.toFixed(2)} s and does not end (${truth.seconds.toFixed(2)} s)`);
  else if (Math.abs(at - truth.seconds) > endTolerance + truth.slack)
    faults.push(`it ends at ${at.toFixed(2)} s instead of ${truth.seconds.toFixed(2)} s`);
  if (Math.abs(duration - truth.seconds) > endTolerance + truth.slack)
    faults.push(`length: ${duration.toFixed(2)} s is shown`);
  if (ended && stall > longestStallMs) faults.push(`it stood still for ${Math.round(stall)} ms`);
  return faults;
}

/** Polls from here, because the page's Content Security Policy does not allow evaluating text inside it. */
async function waitForPicture(page: Page): Promise<boolean> {
  const giveUpAt = performance.now() + openMs;
  while (performance.now() < giveUpAt) {
    if (await page.evaluate<boolean>(`(document.querySelector("video")?.readyState ?? 0) >= 2`)) return true;
    await sleep(50);
  }
  return false;
}

/** One of them is in the longest gap, if there is one. */
function chooseSeeks({ seed, number }: Recipe, { pictures, sound, seconds }: Truth): number[] {
  const random = createRandom(seed * 13 + number);
  // for a moment the sound may go on after the last picture without one of its own: see docs/decisions/016-presentation-time.md
  const leastOf = (index: number) => (index === pictures.length - 1 ? lastPictureSlackSeconds : 0.2);
  const stills = pictures.filter(({ at, until, interval }, n) => until - at > interval * 2 + leastOf(n));
  const silences = sound.slice(1).map(({ at }, index) => ({ at: sound[index]?.until ?? 0, until: at }));
  const holes = [...stills, ...silences].filter(({ at, until }) => until - at > 0.2);
  const longest = holes.toSorted((a, b) => b.until - b.at - (a.until - a.at)).slice(0, 1);
  const into = longest.map(({ at, until }) => at + (until - at) * 0.6);
  const free = Array.from({ length: seeks - into.length }, () => (random.below(1000) / 1000) * (seconds - 0.4));
  return [...into, ...free];
}

async function checkSeek(page: Page, watched: Watched, at: number): Promise<string[]> {
  const { truth } = watched;
  const place = `after a seek to ${at.toFixed(2)} s`;
  if (!(await page.evaluate<boolean>(`odd.seek(${at})`))) return [`${place} nothing comes`];
  const giveUpAt = performance.now() + seekMs;
  const allowed = toleranceAt(truth, at) + moreTolerance;
  let frame: number | null;
  // the frame may be painted a moment after the seek is reported as done
  do frame = readFrame(Uint8Array.from(await page.evaluate<number[]>("odd.read()")), width, height);
  while (
    pictureError(truth, at, frame) > allowed &&
    !isNextAfterStill(watched, { at, frame }) &&
    performance.now() < giveUpAt
  );
  const error = pictureError(truth, at, frame);
  const faults: string[] = [];
  if (error > allowed && !isNextAfterStill(watched, { at, frame })) {
    const now = await page.evaluate<number>("odd.time()");
    const what = `picture ${frame} instead of ${tellPicture(truth, at)} (${Math.round(error * 1000)} ms away)`;
    faults.push(`${place} ${what}, and the player says ${now.toFixed(2)} s`);
  }
  if (!(await page.evaluate<boolean>("odd.goOn()"))) faults.push(`${place} it does not play on`);
  return faults;
}

/**
 * With B-frames a sample does not say how long its picture stands, so that Chromium takes one that stands for long to be over,
 * and shows the next one after a seek into it. The file is right; nothing in it could tell Chromium. What we encode has none there.
 */
function isNextAfterStill(
  { recipe: { video }, truth: { pictures }, isCopied }: Watched,
  { at, frame }: { at: number; frame: number | null },
): boolean {
  const index = pictures.findLastIndex((one) => one.at <= at);
  const [still, next] = [pictures[index], pictures[index + 1]];
  const isStill = still && still.until - still.at > stillSeconds && still.until - still.at <= longestStillSeconds;
  return Boolean(isCopied && video.bFrames > 0 && isStill && next?.frame === frame);
}

const stillSeconds = 0.2;
/** Longer ones are filled with pictures. */
const longestStillSeconds = 1.05;
