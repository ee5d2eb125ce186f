import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Clips, x264 } from "#server/testing/clips.ts";
import { expect, signIn } from "./journey.ts";
import { makeSound, takeIn, takeInReady, test as journey, untilState } from "./own-recordings.ts";
import type { OwnServer } from "./own-server.ts";
import { audioOnly, media, openRecording, position, untilPlaying } from "./player.ts";
import { openHand, type Point, way } from "#server/testing/fingers.ts";
import { scaled } from "#server/testing/proof.ts";

const [threeHours, song, nextSong] = ["Three hours of it", "A first song", "A second song"];

/** A server with a recording of three hours and two songs; a picture every two seconds is enough for it. */
const test = journey.extend<object, { ready: void }>({
  ready: [
    async ({ server, clips }, provide) => {
      await takeInAll(server, clips);
      await provide();
    },
    { scope: "worker", auto: true, timeout: 300_000 },
  ],
});
test.use({ hasTouch: true, isMobile: true, wakesControls: false });

async function takeInAll(server: OwnServer, clips: Clips): Promise<void> {
  const long = await clips.make("long.mp4", `-f lavfi -i testsrc2=s=128x72:r=0.5:d=10800 ${x264} -g 4`);
  const description = "0:00:10 Overture\n1:30:00 Night drive\n2:30:00 Encore";
  await describe(long, { title: threeHours, date: "2026-05-03T20:00:00Z", description });
  const id = await takeIn(server, long);
  for (const [title, date] of [
    [song, "2026-05-02T20:00:00Z"],
    [nextSong, "2026-05-01T20:00:00Z"],
  ] as const) {
    const file = await makeSound(clips, title, 30);
    await describe(file, { title, date });
    await takeInReady(server, file);
  }
  await untilState(server, id, "published");
}

function describe(file: string, said: { title: string; date: string; description?: string }): Promise<void> {
  return writeFile(`${file}.json`, JSON.stringify(said));
}

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const areHidden = (page: Page) => player(page).evaluate((element) => element.dataset["idle"] === "true");
const isFullscreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);
const middleOf = async (page: Page, name: string): Promise<Point> => centre(await boxOf(page, name));
const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

interface Box extends Point {
  width: number;
  height: number;
}
async function boxOf(page: Page, name: string): Promise<Box> {
  const box = await player(page).getByRole("button", { name, exact: true }).boundingBox();
  if (!box) throw new Error(`no button ${name}`);
  return box;
}
async function pictureOf(page: Page): Promise<Box> {
  const box = await player(page).boundingBox();
  if (!box) throw new Error("no player");
  return box;
}

/** How often the controls were shown from now on: on a busy machine they may be hidden again before anybody looks. */
async function countShown(page: Page): Promise<() => Promise<number>> {
  await player(page).evaluate((element) => {
    element.dataset["shown"] = "0";
    new MutationObserver(() => {
      if (element.dataset["idle"] === "false") element.dataset["shown"] = String(Number(element.dataset["shown"]) + 1);
    }).observe(element, { attributeFilter: ["data-idle"] });
  });
  return () => player(page).evaluate((element) => Number(element.dataset["shown"]));
}

/** What was said about skips from now on: it is shown for less than a second. */
async function collectSkips(page: Page): Promise<() => Promise<string[]>> {
  await player(page).evaluate((element) => {
    const said: string[] = [];
    new MutationObserver(() => {
      const text = /\d+ seconds/.exec(element.querySelector("[data-side]")?.textContent ?? "")?.[0];
      if (text !== undefined && text !== said.at(-1)) said.push(text);
      element.dataset["said"] = JSON.stringify(said);
    }).observe(element, { childList: true, subtree: true, characterData: true });
  });
  return () => player(page).evaluate((element) => JSON.parse(element.dataset["said"] ?? "[]") as string[]);
}

/** Plays from there, in the middle of a long recording, with the controls hidden. */
async function watch(page: Page, { from = 600 } = {}) {
  await signIn(page, "patron-gold");
  await openRecording(page, threeHours);
  await untilPlaying(page);
  await page.locator("video").evaluate((video: HTMLVideoElement, to) => void (video.currentTime = to), from);
  await expect.poll(async () => (await media(page)).time).toBeGreaterThan(from);
  await expect.poll(() => areHidden(page)).toBe(true);
  return { hand: await openHand(page), picture: await pictureOf(page) };
}

const taps = scaled(30, 200);
for (const viewport of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
].slice(0, scaled(1, 2))) {
  test.describe(() => {
    test.use({ viewport });
    test(`at ${viewport.width} pixels, taps on hidden controls show them and change nothing else`, async ({ page }) => {
      const { hand, picture } = await watch(page);
      const timesShown = await countShown(page);
      const random = randomFrom(20_261_116);
      const before = { ...(await media(page)), at: Date.now() };
      const address = page.url();
      let last: Point = { x: -1000, y: -1000 };
      for (let n = 0; n < taps;) {
        const point = { x: 2 + random() * (picture.width - 4), y: picture.y + 2 + random() * (picture.height - 4) };
        // far enough from the last one to be another tap, not the second one of a double tap
        if (Math.hypot(point.x - last.x, point.y - last.y) < 100) continue;
        n += 1;
        const shown = await timesShown();
        await hand.tap(point);
        const told = `tap ${n} at ${point.x}, ${point.y}`;
        await expect.poll(timesShown, { message: told, intervals: [20] }).toBeGreaterThan(shown);
        // between the buttons at the top and those at the bottom, beside the big one
        last = { x: picture.width * (point.x < picture.width / 2 ? 0.85 : 0.15), y: picture.y + 75 };
        await hand.tap(last);
        await expect.poll(() => areHidden(page), { message: told, intervals: [20] }).toBe(true);
        const { isPaused, isMuted, rate } = await media(page);
        expect({ isPaused, isMuted, rate }).toEqual({ isPaused: false, isMuted: before.isMuted, rate: before.rate });
      }
      expect(page.url()).toBe(address);
      expect(await isFullscreen(page)).toBe(false);
      await expect(page.locator(":popover-open, dialog[open]")).toHaveCount(0);
      const seconds = (Date.now() - before.at) / 1000;
      const { time } = await media(page);
      expect(time - before.time).toBeLessThanOrEqual(seconds + 1);
      expect(time).toBeGreaterThanOrEqual(before.time);
    });
  });
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the first tap only shows the controls, even on the big button; the next one uses it", async ({ page }) => {
    const { hand, picture } = await watch(page);
    const middle = centre(picture);
    await hand.tap(middle);
    await expect.poll(() => areHidden(page)).toBe(false);
    // as long as a double tap is possible, they only look like buttons
    await expect(player(page).locator("[inert]")).toHaveCount(0);
    expect((await media(page)).isPaused).toBe(false);
    await hand.tap(await middleOf(page, "Pause"));
    await expect.poll(async () => (await media(page)).isPaused).toBe(true);
  });

  test("hidden controls are out of reach for keyboard and screen reader, and a key brings them back @long", async ({
    page,
  }) => {
    await watch(page);
    await expect(page.getByRole("button", { name: "Show controls" })).toBeAttached();
    await expect(player(page).locator("[inert]").getByLabel("Position")).toHaveCount(1);
    await page.keyboard.press("Tab");
    expect(await areHidden(page)).toBe(false);
    await expect(player(page).locator("[inert]")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Show controls" })).toHaveCount(0);
  });

  test("double taps skip ten seconds, and each further tap ten more @long", async ({ page }) => {
    const { hand, picture } = await watch(page);
    const y = picture.y + picture.height - 20;
    const timeNow = async () => (await media(page)).time;
    const said = await collectSkips(page);
    let before = await timeNow();
    await hand.taps({ x: picture.x + picture.width * 0.85, y }, 4);
    await expect.poll(said).toEqual(["10 seconds", "20 seconds", "30 seconds"]);
    await expect.poll(timeNow).toBeGreaterThan(before + 29.5);
    // where the taps go, there are buttons until the controls are hidden again
    await expect.poll(() => areHidden(page)).toBe(true);
    before = await timeNow();
    await hand.taps({ x: picture.x + picture.width * 0.15, y }, 3);
    await expect.poll(said).toEqual(["10 seconds", "20 seconds", "30 seconds", "10 seconds", "20 seconds"]);
    await expect.poll(timeNow).toBeLessThan(before - 10);
    await expect(page.getByText("20 seconds", { exact: true })).toHaveCount(0);
    await expect.poll(() => areHidden(page)).toBe(true);
    const start = Date.now();
    before = await timeNow();
    await hand.taps(centre(picture), 3);
    expect((await media(page)).isPaused).toBe(false);
    expect(await isFullscreen(page)).toBe(false);
    expect(await timeNow()).toBeLessThanOrEqual(before + (Date.now() - start) / 1000 + 1);
  });

  test("a long press plays at double speed until it ends, and the chosen speed is kept @long", async ({ page }) => {
    const { hand, picture } = await watch(page);
    const rate = async () => (await media(page)).rate;
    await hand.down(centre(picture));
    await expect(page.getByText("2× speed")).toBeVisible();
    await expect.poll(rate).toBe(2);
    await hand.up();
    await expect.poll(rate).toBe(1);
    await expect(page.getByText("2× speed")).toHaveCount(0);
    const habits = await page.evaluate(() => localStorage.getItem("stagedoor-player"));
    expect(habits ?? "").not.toContain('"rate":2');
  });

  test("swiping up and spreading two fingers fill the screen, swiping down and pinching leave it", async ({ page }) => {
    const { hand, picture } = await watch(page);
    const { x, y } = centre(picture);
    await hand.drag([way({ x, y }, { x: x + 5, y: y - 90 })]);
    await expect.poll(() => isFullscreen(page)).toBe(true);
    await hand.drag([way({ x, y: 400 }, { x: x + 5, y: 520 })]);
    await expect.poll(() => isFullscreen(page)).toBe(false);
    await hand.drag([way({ x: x - 30, y }, { x: x - 120, y }), way({ x: x + 30, y }, { x: x + 120, y })]);
    await expect.poll(() => isFullscreen(page)).toBe(true);
    await hand.drag([
      way({ x: x - 120, y: 400 }, { x: x - 20, y: 400 }),
      way({ x: x + 120, y: 400 }, { x: x + 20, y: 400 }),
    ]);
    await expect.poll(() => isFullscreen(page)).toBe(false);
    await hand.tap({ x, y });
    await hand.tap(await whenUsable(page, "Full screen"));
    await expect.poll(() => isFullscreen(page)).toBe(true);
  });

  test("dragging on the picture moves by seconds, and by less above and below it", async ({ page }) => {
    const { hand, picture } = await watch(page);
    const { x, y } = centre(picture);
    await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
    const before = (await media(page)).time;
    await hand.drag([way({ x: 100, y: y - 60 }, { x: 215, y: y - 60 }, 23)]);
    // two minutes are as wide as the picture; the first pixels only start it
    await expect.poll(async () => (await media(page)).time - before).toBeGreaterThan(25);
    const [coarse, middle] = [(await media(page)).time - before, (await media(page)).time];
    expect(coarse).toBeLessThan(36);
    await hand.drag([
      [
        ...way({ x: 100, y: y - 60 }, { x: 120, y: y - 60 }, 4),
        ...way({ x: 120, y: y + 200 }, { x: 215, y: y + 200 }, 19),
      ],
    ]);
    await expect.poll(async () => (await media(page)).time).toBeGreaterThan(middle);
    expect((await media(page)).time - middle).toBeLessThan(coarse / 2);
    expect(x).toBeGreaterThan(0);
  });

  test("one hand listens from the home page to the next song @long", async ({ page }) => {
    await signIn(page, "patron-gold");
    await audioOnly(page).tap();
    await page.getByRole("article").filter({ hasText: song }).getByRole("link", { name: song }).last().tap();
    await expect(player(page)).toBeVisible();
    const height = page.viewportSize()?.height ?? 0;
    for (const name of ["Back 10 seconds", "Pause", "Forward 10 seconds", "Next recording"]) {
      await expect(player(page).getByRole("button", { name, exact: true })).toBeInViewport();
      expect((await middleOf(page, name)).y, `${name} is in the lower half`).toBeGreaterThan(height / 2);
    }
    const hand = await openHand(page);
    await hand.tap(await middleOf(page, "Next recording"));
    await expect(page).toHaveTitle(new RegExp(nextSong));
    await expect(player(page).getByRole("button", { name: "Pause", exact: true })).toBeInViewport();
  });
});

/** Where a button is, once a tap on it counts. */
async function whenUsable(page: Page, name: string): Promise<Point> {
  await expect(player(page).locator("[inert]")).toHaveCount(0);
  return middleOf(page, name);
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 844, height: 390 },
].slice(0, scaled(1, 2))) {
  test.describe(() => {
    test.use({ viewport });
    test(`at ${viewport.width} pixels, a finger on the seek bar hits a second of three hours`, async ({ page }) => {
      const { hand, picture } = await watch(page);
      await hand.tap({ x: picture.x + picture.width / 2, y: picture.y + 60 });
      await whenUsable(page, "Pause");
      const bar = await position(page).locator("..").boundingBox();
      if (!bar) throw new Error("no seek bar");
      expect(bar.height).toBeGreaterThanOrEqual(44);
      const target = 7321.5;
      let point = { x: bar.x + (bar.width * target) / 10_800 - 2, y: bar.y + bar.height / 2 };
      await hand.down(point);
      const chosen = player(page)
        .locator("[aria-hidden=true]")
        .getByText(/^\d:\d\d:\d\d(\.\d)?$/);
      const read = async () => readClock((await chosen.first().textContent()) ?? "");
      const moveBy = async (pixels: number) => {
        const before = await read();
        await hand.move((point = { ...point, x: point.x + pixels }));
        await expect.poll(read).not.toBe(before);
        return ((await read()) - before) / pixels;
      };
      // as a person does it: look, move, look again, and go further away from the bar where it has to be finer
      const away = bar.y > viewport.height / 2 ? -1 : 1;
      for (const distance of [60, 120, 180, 250]) {
        const there = { ...point, y: bar.y + bar.height / 2 + away * distance };
        for (const next of way(point, there, 5)) await hand.move((point = next));
        for (let tries = 0; tries < 8 && Math.abs(target - (await read())) > 0.2; tries += 1) {
          const perPixel = await moveBy(target > (await read()) ? 2 : -2);
          const left = (target - (await read())) / perPixel;
          if (Math.abs(left) >= 2) await moveBy(Math.max(-60, Math.min(60, left)));
          else break;
        }
      }
      await expect(page.getByText("Night drive", { exact: true })).toBeVisible();
      expect(Math.abs((await read()) - target)).toBeLessThanOrEqual(0.3);
      await hand.up();
      await expect.poll(async () => Math.abs((await media(page)).time - target)).toBeLessThanOrEqual(0.5);
    });

    test(`at ${viewport.width} pixels, every control is as large as a finger, apart from the others, and in the player`, async ({
      page,
    }) => {
      const { hand, picture } = await watch(page);
      await hand.tap({ x: picture.x + picture.width / 2, y: picture.y + 60 });
      await whenUsable(page, "Pause");
      // all at one moment: one more may come, and the controls hide after a while
      const read = await player(page)
        .getByRole("button")
        .evaluateAll((buttons) =>
          buttons.map((button) => ({
            name: button.ariaLabel ?? "",
            box: button.getBoundingClientRect().toJSON() as Box,
          })),
        );
      const shown = read.filter(({ box }) => box.width > 0);
      const names = shown.map(({ name }) => name);
      const boxes = shown.map(({ box }) => box);
      for (const { name, box } of shown) {
        expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(44);
        expect(box.x, name).toBeGreaterThanOrEqual(picture.x);
        expect(box.x + box.width, name).toBeLessThanOrEqual(picture.x + picture.width);
        expect(box.y, name).toBeGreaterThanOrEqual(picture.y);
        expect(box.y + box.height, name).toBeLessThanOrEqual(picture.y + picture.height);
      }
      for (const name of [
        "Previous song",
        "Back 10 seconds",
        "Pause",
        "Forward 10 seconds",
        "Next song",
        "Mute",
        "Full screen",
      ])
        expect(names).toContain(name);
      expect(names).not.toContain("Keyboard shortcuts");
      for (const [index, one] of boxes.entries())
        for (const [at, other] of boxes.entries())
          if (index < at) expect(overlap(one, other), `${names[index]} and ${names[at]}`).toBeLessThanOrEqual(0);
    });
  });
}

test.describe(() => {
  test.use({ viewport: { width: 844, height: 390 } });
  test("on a landscape phone the player has the whole screen, and the rest of the page is one tap away @long", async ({
    page,
  }) => {
    const { hand, picture } = await watch(page);
    expect(picture).toEqual({ x: 0, y: 0, width: 844, height: 390 });
    await hand.tap({ x: 422, y: 20 });
    await expect.poll(() => areHidden(page)).toBe(false);
    await hand.tap(await whenUsable(page, "Show details"));
    await expect(page.getByRole("heading", { level: 1, name: threeHours })).toBeInViewport();
    await expect(page.getByRole("banner")).toBeInViewport();
  });
});

function overlap(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.min(across, down) - 0.5;
}

function readClock(text: string): number {
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** The same numbers from 0 to 1 each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
