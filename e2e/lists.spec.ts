// Lists of a member: all performances of a song one after the other in Audio Only, favourites, playlists that are shared,
// and a queue that survives a reload and follows to another device.
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { makePictures, takeInReady } from "./own-recordings.ts";
import { audioOnly, countPictures, media, position, untilAfter } from "./player.ts";
import { shared } from "./stage.ts";
import { screens } from "./screens.ts";

// one of them is hidden while it is in the bar
test.use({ expectedErrors: /404 \(Not Found\)|Could not load video/ });

interface Played {
  title: string;
  start: number;
  end: number;
}

/** A recording with video and a set list. Returns its id. */
async function addNight(title: string, date: string, songs: readonly Played[]): Promise<string> {
  await using clips = await openClips();
  const file = await makePictures(clips, title, 24);
  await writeFile(`${file}.json`, JSON.stringify({ date }));
  const id = await takeInReady(shared, file);
  const editor = createBrowser(shared.url);
  await editor.signIn("patron-editor");
  const blank = { id: null, part: null, talk: null, guest: null, note: null, segue: false, debut: false };
  const entries = songs.map(({ title: song, start, end }) => ({
    ...{ ...blank, start, end },
    songs: [{ id: null, title: song, is_cover: false, artist: null }],
  }));
  const saved = await editor.ask(`PUT /api/video/v/${id}/set-list`, { set_list: { revision: 0, entries } });
  expect(saved.status).toBe(200);
  return id;
}

async function hide(id: string): Promise<void> {
  const editor = createBrowser(shared.url);
  await editor.signIn("patron-editor");
  expect((await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).status).toBe(200);
}

const upNext = (page: Page) => page.getByRole("navigation", { name: "Up next" });
const setList = (page: Page) => page.getByRole("region", { name: "Set list" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Add to…" });
const entries = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Play from/ });
const titles = (page: Page) =>
  entries(page).evaluateAll((all) => all.map((one) => one.querySelector("bdi")?.textContent));

for (const size of screens("phone"))
  test(`a member plays all performances of a song without video, hearts one, and shares a playlist, at ${size.width} px`, async ({
    page,
    browser,
  }) => {
    test.slow();
    const mark = crypto.randomUUID().slice(0, 8);
    const [river, rain] = [`River ${mark}`, `Rain ${mark}`];
    const newer = await addNight(`Newer ${mark}`, "2019-05-01T20:00:00Z", [{ title: river, start: 5, end: 12 }]);
    const older = await addNight(`Older ${mark}`, "2019-04-01T20:00:00Z", [
      { title: river, start: 12, end: 18 },
      { title: rain, start: 18, end: 22 },
    ]);
    await page.setViewportSize(size);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, "patron-gold");
    await audioOnly(page).click();
    const pictures = countPictures(page);

    await page.goto(`/search?q=${encodeURIComponent(river)}`);
    await page.getByRole("region", { name: "Best match" }).getByRole("link", { name: river }).click();
    await expect(page.getByRole("button", { name: "Play all" })).toBeVisible();
    await expectAccessible(page, "song-to-play");
    const early = watchEarly(page, { of: older, on: newer });
    await page.getByRole("button", { name: "Play all" }).click();
    await expect(page).toHaveURL(new RegExp(`/video/${newer}\\?queue=0`));
    await expect(upNext(page).getByText("1 of 2")).toBeVisible();
    await untilAfter(page, 5);
    // from the end of one excerpt to the start of the next, in another recording, whose audio is there before
    await expect.poll(() => early.length).toBeGreaterThan(0);
    await expect(page).toHaveURL(new RegExp(`/video/${older}\\?queue=1`));
    await untilAfter(page, 12);
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(river);
    // it was the last one: it stops at its end
    await expect.poll(async () => (await media(page)).isPaused).toBe(true);
    expect((await media(page)).time).toBeLessThan(20);
    await expect(upNext(page).getByText("This is the last one.")).toBeVisible();
    expect(pictures()).toBe(0);

    // the address and the server know where it was
    await page.keyboard.press("p");
    await expect.poll(async () => (await media(page)).time).toBeLessThan(13);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await untilAfter(page, 13);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect.poll(async () => (await media(page)).isPaused).toBe(true);
    const stoppedAt = (await media(page)).time;
    await page.reload();
    await expect(upNext(page).getByText("2 of 2")).toBeVisible();
    await expect.poll(async () => Math.abs((await media(page)).time - stoppedAt)).toBeLessThan(0.2);
    expect((await media(page)).isPaused).toBe(true);
    await expectAccessible(page, "queue");
    await page.keyboard.press("p");
    await page.keyboard.press("p");
    await expect(page).toHaveURL(new RegExp(`/video/${newer}\\?queue=0`));
    await expect(setList(page).locator("[aria-current=true]")).toContainText(river);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.keyboard.press("h");
    await expect(page.getByText(`“${river}” is in your favourites.`)).toBeVisible();

    const other = await browser.newContext({ viewport: size, baseURL: new URL(page.url()).origin });
    const phone = await other.newPage();
    await signIn(phone, "patron-gold");
    await phone.getByRole("link", { name: "Library" }).click();
    await expect(phone.getByRole("heading", { name: "Library", level: 1 })).toBeVisible();
    await expectAccessible(phone, "lists");
    await phone.getByRole("link", { name: /Continue the play queue/ }).click();
    await expect(phone).toHaveURL(new RegExp(`/video/${newer}\\?queue=0`));
    await upNext(phone).getByRole("button", { name: "Leave the play queue" }).click();
    await expect(phone).toHaveURL(new RegExp(`/video/${newer}$`));
    await other.close();

    await page.goto(`/video/${older}`);
    await chooseFor(page, rain, "Add to playlist");
    await dialog(page).getByRole("textbox", { name: "New playlist" }).fill(`Best ${mark}`);
    await dialog(page).getByRole("button", { name: "Create playlist" }).click();
    const box = dialog(page).getByRole("checkbox", { name: `Best ${mark}` });
    await expect(box).toBeChecked();
    await expectAccessible(page, "add-to-playlist");
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await page.goto(`/video/${newer}`);
    await expect(setList(page).getByRole("button", { name: `Remove ${river} from favourites` })).toBeVisible();
    for (const title of [river, `Newer ${mark}`]) {
      await chooseFor(page, title, "Add to playlist");
      await box.click();
      await expect(box).toBeChecked();
      await dialog(page).getByRole("button", { name: "Done" }).click();
    }
    await page.goto("/lists");
    await page.getByRole("link", { name: `Best ${mark}` }).click();
    await expect(entries(page)).toHaveCount(3);
    expect(await titles(page)).toEqual([rain, river, `Newer ${mark}`]);
    await page.getByRole("button", { name: `Move ${rain}`, exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => titles(page)).toEqual([river, rain, `Newer ${mark}`]);
    await drag(page, `Move Newer ${mark}`, `Move ${river}`);
    await expect.poll(() => titles(page)).toEqual([`Newer ${mark}`, river, rain]);
    // downwards, with a real pointer that is held at the lower edge of a low window
    await page.setViewportSize({ width: size.width, height: 300 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("button", { name: `Move Newer ${mark}`, exact: true }).hover();
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.mouse.down();
    await page.mouse.move(size.width / 2, 296, { steps: 4 });
    await expect.poll(() => titles(page)).toEqual([river, rain, `Newer ${mark}`]);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled);
    await page.mouse.up();
    await page.setViewportSize(size);
    await drag(page, `Move Newer ${mark}`, `Move ${river}`);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual([`Newer ${mark}`, river, rain]);
    await chooseFor(page, `Best ${mark}`, "Share");
    await expect(page.getByText("Link copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await expectAccessible(page, "list");

    await hide(newer);
    const context = await browser.newContext({ viewport: size, baseURL: new URL(page.url()).origin });
    const friend = await context.newPage();
    await signIn(friend, "twitch-tier1");
    await friend.goto(link);
    await expect(friend.getByRole("heading", { level: 1, name: `Best ${mark}` })).toBeVisible();
    expect(await titles(friend)).toEqual([rain]);
    await expect(friend.getByText("Playlist · shared by another member")).toBeVisible();
    await expect(friend.getByText("1 song · 4 sec")).toBeVisible();
    await expect(friend.getByRole("button", { name: /^Move / })).toHaveCount(0);
    await expectAccessible(friend, "shared-list");
    await friend.getByRole("button", { name: "Save to my library" }).click();
    await expect(friend.getByText(`Saved as your playlist “Best ${mark}”.`)).toBeVisible();
    await entries(friend).click();
    await expect(friend).toHaveURL(new RegExp(`/video/${older}\\?queue=`));
    await context.close();

    await page.reload();
    await expect.poll(() => titles(page)).toEqual([rain]);
    await chooseFor(page, `Best ${mark}`, "Delete playlist");
    await expect(page.getByText(`“Best ${mark}” was deleted.`)).toBeVisible();
    await expect(page.getByRole("link", { name: `Best ${mark}` })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name: `Best ${mark}` })).toBeVisible();
  });

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36",
};

test(
  "on a phone in Audio Only the queue goes on from one plain audio file to the next",
  { tag: "@long" },
  async ({ browser }) => {
    test.slow();
    const mark = crypto.randomUUID().slice(0, 8);
    const river = `River ${mark}`;
    const newer = await addNight(`Newer ${mark}`, "2019-05-01T20:00:00Z", [{ title: river, start: 5, end: 9 }]);
    const older = await addNight(`Older ${mark}`, "2019-04-01T20:00:00Z", [{ title: river, start: 12, end: 22 }]);
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    const plain: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/audio.m4a")) plain.push(request.url());
    });
    await signIn(page, "patron-gold");
    await expect(page.getByRole("button", { name: `Add Newer ${mark} to favourites` })).toBeVisible();
    await page.getByRole("button", { name: `Add Newer ${mark} to favourites` }).scrollIntoViewIfNeeded();
    await expectAccessible(page, "hearts-on-cards");
    await audioOnly(page).click();
    const pictures = countPictures(page);
    await page.goto(`/search?q=${encodeURIComponent(river)}`);
    await page.getByRole("region", { name: "Best match" }).getByRole("link", { name: river }).click();
    await page.getByRole("button", { name: "Play all" }).click();
    await expect(page).toHaveURL(new RegExp(`/video/${older}\\?queue=1`));
    await expect.poll(async () => Number(await position(page).getAttribute("aria-valuenow"))).toBeGreaterThan(12);
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    for (const id of [newer, older]) expect(plain.some((address) => address.includes(id))).toBe(true);
    expect(pictures()).toBe(0);
    await context.close();
  },
);

async function chooseFor(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** From here on, every request for audio of one recording while the page of another is open. */
function watchEarly(page: Page, { of, on }: { of: string; on: string }): string[] {
  const early: string[] = [];
  page.on("request", (request) => {
    const isAudio = request.url().includes(`/api/media/${of}/`) && /audio\.m(p4|4a)/.test(request.url());
    if (isAudio && page.url().includes(on)) early.push(request.url());
  });
  return early;
}

async function drag(page: Page, what: string, onto: string): Promise<void> {
  const from = await page.getByRole("button", { name: what, exact: true }).boundingBox();
  const to = await page.getByRole("button", { name: onto, exact: true }).boundingBox();
  if (!from || !to) throw new Error(`${what} or ${onto} is not shown`);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 6 });
  await page.mouse.up();
}
