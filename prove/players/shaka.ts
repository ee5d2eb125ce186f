// Shaka Player in Chromium plays a recording to its end, faster than normal.
import { chromium as playwright } from "playwright";
import { chromium } from "#scripts/chromium.ts";
import { checkEnd } from "./ends.ts";
import type { Player } from "./player.ts";

const script = "node_modules/shaka-player/dist/shaka-player.compiled.js";
const mostRate = 4;
const stallMs = 30_000;

export async function openShaka(): Promise<AsyncDisposable & { play: Player }> {
  const program = await playwright.launch({
    executablePath: chromium(),
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
  return {
    async play({ address, cookie, truth }) {
      const context = await program.newContext({ bypassCSP: true });
      try {
        const { origin: url } = new URL(address);
        await context.addCookies(cookie.split("; ").map((one) => readCookie(one, url)));
        const page = await context.newPage();
        // any page at the archive's own address would do
        await page.route(`${url}/empty`, (route) =>
          route.fulfill({ contentType: "text/html", body: "<title></title>" }),
        );
        await page.goto(`${url}/empty`);
        await page.addScriptTag({ path: script });
        const { at, duration, isEnded, pictures, soundBytes, errors } = await page.evaluate<Played>(watch(address));
        return [
          ...errors.map((error) => `an error event: ${error}`),
          ...(isEnded ? [] : [`it stops at ${at.toFixed(2)} s`]),
          ...checkEnd("what it plays", at, truth),
          ...checkEnd("the length it shows", duration, truth),
          ...(pictures > 0 ? [] : ["no picture is decoded"]),
          ...(soundBytes > 0 ? [] : ["no sound is decoded"]),
        ];
      } finally {
        await context.close();
      }
    },
    [Symbol.asyncDispose]: () => program.close(),
  };
}

function readCookie(text: string, url: string): { name: string; value: string; url: string } {
  const split = text.indexOf("=");
  return { name: text.slice(0, split), value: text.slice(split + 1), url };
}

interface Played {
  at: number;
  duration: number;
  isEnded: boolean;
  pictures: number;
  soundBytes: number;
  errors: string[];
}

/** The code that runs in the page; it gives up when playing makes no progress for a while. */
function watch(address: string): string {
  return `(async () => {
    shaka.polyfill.installAll();
    const video = document.createElement("video");
    video.muted = true;
    document.body.append(video);
    const player = new shaka.Player();
    const errors = [];
    const tell = (error) => errors.push("code " + error.code + " " + JSON.stringify(error.data ?? String(error)).slice(0, 200));
    player.addEventListener("error", ({ detail }) => tell(detail));
    try {
      await player.attach(video);
      await player.load(${JSON.stringify(address)});
      video.playbackRate = ${mostRate};
      await video.play();
    } catch (error) {
      tell(error);
    }
    let [last, movedAt] = [-1, performance.now()];
    while (errors.length === 0 && !video.ended && performance.now() - movedAt < ${stallMs}) {
      if (video.currentTime !== last) [last, movedAt] = [video.currentTime, performance.now()];
      await new Promise((go) => setTimeout(go, 50));
    }
    const found = {
      at: video.currentTime,
      duration: video.duration,
      isEnded: video.ended,
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
      soundBytes: video.webkitAudioDecodedByteCount,
      errors,
    };
    await player.destroy();
    return found;
  })()`;
}
