// Programs we did not write play and check what we serve. They get only addresses and a member's cookie.
import { Parser } from "m3u8-parser";
import { expect, signIn, test } from "./journey.ts";
import { long, openRecording, idOf } from "./player.ts";

test.use({ bypassCSP: true });

test("m3u8-parser reads the playlists without a warning", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, "Harbour lights, first set");
  const read = async (address: string) => {
    const answer = await page.request.get(address);
    expect(answer.status()).toBe(200);
    const parser = new Parser();
    const warnings: unknown[] = [];
    parser.on("warn", (warning: unknown) => warnings.push(warning));
    parser.push(await answer.text());
    parser.end();
    expect(warnings).toEqual([]);
    return parser.manifest;
  };
  const folder = `/api/media/${idOf(page)}`;
  const { playlists = [], mediaGroups } = await read(`${folder}/master.m3u8`);
  // further sizes may still be in preparation
  expect(playlists[0]?.attributes.RESOLUTION).toEqual({ width: 860, height: 484 });
  expect(playlists.filter(({ attributes }) => attributes.RESOLUTION === undefined)).toEqual([]);
  const sounds = Object.values(mediaGroups?.AUDIO ?? {}).flatMap((group) => Object.values(group));
  expect(sounds).toHaveLength(1);
  for (const uri of [...playlists.map((list) => list.uri), ...sounds.map((sound) => sound.uri)]) {
    const { segments, endList } = await read(`${folder}/${uri}`);
    const seconds = segments.reduce((sum, { duration }) => sum + duration, 0);
    expect([endList, Math.round(seconds)]).toEqual([true, 24]);
    // relative addresses only
    expect(segments.every((segment) => !/^(\/|https?:)/.test(segment.uri))).toBe(true);
  }
});

test("Shaka Player plays a recording and seeks in it without an error @long", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  const id = idOf(page);
  await page.goto("/404");
  await page.addScriptTag({ path: "node_modules/shaka-player/dist/shaka-player.compiled.js" });
  const played = await page.evaluate(async (address) => {
    const { shaka } = globalThis as unknown as { shaka: Shaka };
    shaka.polyfill.installAll();
    const video = document.createElement("video");
    video.muted = true;
    document.body.append(video);
    const player = new shaka.Player();
    const errors: unknown[] = [];
    player.addEventListener("error", ({ detail }) => errors.push(detail));
    await player.attach(video);
    await player.load(address);
    const until = async (seconds: number) => {
      for (let tries = 0; tries < 1000 && video.currentTime < seconds; tries++)
        await new Promise((go) => setTimeout(go, 100));
      return video.currentTime;
    };
    await video.play();
    const first = await until(1);
    video.currentTime = 40;
    const later = await until(41);
    const { width, height } = player.getVariantTracks()[0] ?? {};
    const found = { first, later, duration: video.duration, width, height, errors };
    await player.destroy();
    return found;
  }, `/api/media/${id}/master.m3u8`);
  expect(played).toMatchObject({ width: 320, height: 180, errors: [] });
  expect(played.first).toBeGreaterThanOrEqual(1);
  expect(played.later).toBeGreaterThanOrEqual(41);
  expect(Math.round(played.duration)).toBe(61);
});

interface Shaka {
  polyfill: { installAll(): void };
  Player: new () => {
    addEventListener(kind: "error", listen: (event: { detail: unknown }) => void): void;
    attach(video: HTMLVideoElement): Promise<void>;
    load(address: string): Promise<void>;
    getVariantTracks(): { width: number; height: number }[];
    destroy(): Promise<void>;
  };
}
