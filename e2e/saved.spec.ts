// Saved on this device: recordings play without a connection, only for whom they were saved, and only as long as that member may
// listen. Console errors are expected: a page without a connection logs what it could not load.
import type { BrowserContext, Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { addSound } from "./own-recordings.ts";
import { idOf, long, openRecording, position } from "./player.ts";
import { screens } from "./screens.ts";
import { url } from "./stage.ts";

test.use({ serviceWorkers: "allow", expectedErrors: /./ });

for (const size of screens("phone")) {
  test(`a saved recording plays without a connection and tells its position later, at ${size.width}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, "patron-gold");
    const id = await saveOne(page, long);
    await page.goto("/lists");
    await expect.poll(() => page.evaluate(listSeen)).toEqual(expect.arrayContaining(["user", "videos", "lists"]));

    await context.setOffline(true);
    // the library is there as it was last seen, and what is not saved says so
    await page.goto("/");
    await expect(page.getByRole("status").filter({ hasText: "No connection" })).toBeVisible();
    const cards = page.getByRole("article");
    await expect(cards.filter({ hasText: long }).first()).toHaveAttribute("data-away", "false");
    await expect(cards.filter({ hasText: "needs a connection" }).first()).toBeVisible();
    await cards
      .filter({ hasText: long })
      .first()
      .getByRole("button", { name: `More for ${long}` })
      .click();
    await page.getByRole("menuitem", { name: "Add to favourites" }).click();
    await expect(page.getByText(/There is no connection: it is kept here/)).toBeVisible();
    await expectAccessible(page, "last-seen");
    await page.goto("/lists");
    await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
    await page.getByRole("button", { name: "New playlist" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("For the tunnel");
    await page.getByRole("button", { name: "Create playlist" }).click();
    await expect(page.getByRole("heading", { name: "For the tunnel" })).toBeVisible();
    // or it lies over the times of the player, and their contrast is judged
    await page.getByRole("button", { name: "Close message" }).click();
    await page.goBack();
    await expect(page.getByRole("link", { name: /^For the tunnel/ })).toBeVisible();
    await page.getByRole("status").getByRole("link", { name: "Saved on this device" }).click();
    await expect(page.getByRole("heading", { name: "Saved on this device" })).toBeVisible();
    await expect(page.getByText(/plays offline until/)).toBeVisible();
    await expectAccessible(page, "saved");
    // it has played before the page was loaded again: until then it waits in the bar
    await page.getByRole("link", { name: new RegExp(`^${long} ?Audio`) }).click();
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await page.keyboard.press("k");
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await expectAccessible(page, "saved-player");
    for (const [key, seconds] of [
      ["2", 12],
      ["8", 48],
      ["5", 30],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => timeOf(page)).toBeGreaterThan(seconds);
      expect(await timeOf(page)).toBeLessThan(seconds + 10);
    }
    const shown = await page.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title,
      state: navigator.mediaSession.playbackState,
    }));
    expect(shown).toEqual({ title: long, state: "playing" });
    await page.keyboard.press("k");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

    await context.setOffline(false);
    const told = async () => {
      const answer = await page.request.get("/api/user/positions");
      const { positions } = (await answer.json()) as { positions: { id: string; seconds: number }[] };
      return positions.find((one) => one.id === id)?.seconds ?? 0;
    };
    await expect.poll(told).toBeGreaterThan(30);
    expect(await told()).toBeLessThan(45);
    const liked = async () => (await page.request.get("/api/user/favourites")).json() as Promise<{ videos: string[] }>;
    await expect.poll(async () => (await liked()).videos).toContain(id);
    // made once
    const lists = async () => (await page.request.get("/api/lists")).json() as Promise<{ lists: { title: string }[] }>;
    const made = async () => (await lists()).lists.filter(({ title }) => title === "For the tunnel").length;
    await expect.poll(made).toBe(1);
  });
}

for (const size of screens("desk")) {
  test(`saved captions are shown, and the next saved recording plays by itself, at ${size.width} @long`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size);
    const line = "The river sings the lower part";
    const first = await addSound({ seconds: 12, captions: `1\n00:00:00,200 --> 00:00:11,000\n${line}\n` });
    const second = await addSound();
    await signIn(page, "patron-gold");
    await saveOne(page, first);
    await page.goto("/");
    const next = await saveOne(page, second);

    await context.setOffline(true);
    await page.goto("/saved");
    // nobody knows who is logged in
    await expect(page.getByText(/plays offline until/)).toHaveCount(2);
    await expect(page.getByRole("button", { name: /^Login/ })).toHaveCount(0);
    await page.getByRole("link", { name: new RegExp(`^${first} ?Audio`) }).click();
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await page.keyboard.press("c");
    await expect(page.getByText(line)).toBeVisible();
    await expectAccessible(page, "saved-captions");
    await page.waitForURL(`**/saved/${next}`);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Saved on this device" })).toBeVisible();
  });
}

for (const size of screens("phone")) {
  test(`a saved video plays without a connection, with its pictures, and in Audio Only, at ${size.width} @long`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, "patron-gold");
    const id = await saveOne(page, long, /^With video \(/);
    expect((await page.evaluate(listFiles)).filter(isOfRecording).map((path) => path.split("/").at(-1))).toEqual([
      "about.json",
      "picture",
      "video.mp4",
    ]);

    await context.setOffline(true);
    await page.goto(`/saved/${id}`);
    await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
    for (const [key, seconds] of [
      ["8", 48],
      ["2", 12],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => timeOf(page)).toBeGreaterThan(seconds);
      await expect.poll(() => page.evaluate(readPicture, seconds)).toEqual({ width: 320, isPainted: true });
    }
    await expectAccessible(page, "saved-video");
    await page.keyboard.press("a");
    await expect.poll(() => page.evaluate(readPicture, 0)).toEqual({ width: 0, isPainted: false });
    const before = await timeOf(page);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(before);
    await page.keyboard.press("a");
    await expect.poll(() => page.evaluate(readPicture, before)).toMatchObject({ isPainted: true });
  });
}

test("logging out deletes what is saved, and the next person in this browser finds nothing", async ({
  page,
  context,
}) => {
  await signIn(page, "patron-gold");
  const id = await saveOne(page, "Strings alone");
  expect((await page.evaluate(listFiles)).filter(isOfRecording)).toEqual(
    ["about.json", "audio.m4a", "picture"].map((name) => expect.stringContaining(`/${id}/${name}`)),
  );
  // a wrong tap deletes nothing
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 recording saved on this device");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect((await page.evaluate(listFiles)).filter(isOfRecording).length).toBe(3);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByRole("button", { name: "Log out and delete" }).click();
  await expect(page.getByRole("button", { name: /^Login/ }).first()).toBeVisible();
  expect(await page.evaluate(listFiles)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("stagedoor-saved"))).toBeNull();

  // without a logout: the login of somebody else in the same browser
  await signIn(page, "patron-gold");
  await saveOne(page, "Strings alone");
  await context.clearCookies();
  await signIn(page, "twitch-tier1");
  await expect.poll(() => page.evaluate(listFiles)).toEqual([]);
  await page.goto(`/saved/${id}`);
  await expect(page.getByRole("heading", { name: "Nothing is saved yet" })).toBeVisible();
  await context.setOffline(true);
  await page.goto("/saved");
  await expect(page.getByRole("heading", { name: "Nothing is saved yet" })).toBeVisible();
  // the service worker keeps nothing of anybody, and answers for no media
  expect((await page.evaluate(listKept)).filter((address) => address.startsWith("/api/"))).toEqual([]);
  expect(await page.evaluate((one) => fetch(`/api/media/${one}/audio.m4a`).catch(() => "refused"), id)).toBe("refused");
});

test("a recording that is hidden disappears when there is a connection again @long", async ({ page, context }) => {
  const title = await addSound();
  await signIn(page, "patron-gold");
  const id = await saveOne(page, title);
  await context.setOffline(true);
  await page.goto("/saved");
  await expect(page.getByText(title).first()).toBeVisible();
  const editor = createBrowser(url);
  await editor.signIn("patron-editor");
  expect((await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).status).toBe(200);
  await context.setOffline(false);
  await expect(page.getByText(`deleted from this device: “${title}”`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing is saved yet" })).toBeVisible();
  expect(await page.evaluate(listFiles)).toEqual([]);
});

test("saving is paused and goes on where it stopped, and a full browser is told @long", async ({ page, context }) => {
  const title = await addSound({ seconds: 40 });
  await signIn(page, "patron-gold");
  await openRecording(page, title);
  const allow = await limitRoom(page, context);
  await allow(1000);
  await page.getByRole("button", { name: "Save on this device" }).click();
  await page.getByRole("link", { name: "Not saved: see why" }).click();
  await expect(page.getByText("This browser has no space left.")).toBeVisible();
  await expectAccessible(page, "saved-full");

  await allow(null);
  // the beginning arrives, the rest does not
  const ranges: (string | undefined)[] = [];
  await page.route("**/audio.m4a*", async (route) => {
    ranges.push(route.request().headers()["range"]);
    await route.continue();
  });
  const slow = await context.newCDPSession(page);
  const line = { offline: false, latency: 0, uploadThroughput: -1 };
  await slow.send("Network.emulateNetworkConditions", { ...line, downloadThroughput: 100_000 });
  await page.getByRole("button", { name: `Save again: ${title}` }).click();
  await expect(page.getByText(/^Saving: \d{3} kB/)).toBeVisible();
  await page.getByRole("button", { name: `Pause saving ${title}` }).click();
  await expect(page.getByRole("button", { name: `Continue saving ${title}` })).toBeVisible();
  await slow.send("Network.emulateNetworkConditions", { ...line, downloadThroughput: -1 });
  await page.getByRole("button", { name: `Continue saving ${title}` }).click();
  await expect(page.getByText(/plays offline until/)).toBeVisible();
  expect(ranges.at(0)).toBeUndefined();
  expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
  await page.getByRole("button", { name: `Delete ${title} from this device` }).click();
  await expect(page.getByRole("heading", { name: "Nothing is saved yet" })).toBeVisible();
  expect(await page.evaluate(listFiles)).toEqual([]);
});

/** Opens the recording from the list, saves it, and returns its id. */
async function saveOne(page: Page, title: string, what: string | RegExp = "Only the audio"): Promise<string> {
  await openRecording(page, title);
  await page.getByRole("button", { name: "Save on this device" }).click();
  // it asks nothing where there is only audio, as long as the small video is not prepared
  const asked = page.getByRole("menuitem", { name: what });
  const isBegun = page.getByRole("link", { name: /^(Sav|Waiting to be saved)/ });
  await expect(asked.or(isBegun).first()).toBeVisible();
  if (await asked.isVisible()) await asked.click();
  await expect(page.getByRole("link", { name: "Saved on this device" })).toBeVisible();
  // and the page that plays it
  await expect.poll(() => page.evaluate(listKept)).toContainEqual(expect.stringMatching(/^\/assets\/saved-pages-/));
  return idOf(page);
}

/** Whether the video plays after that second and has painted a picture that is not black. */
function readPicture(seconds: number): { width: number; isPainted: boolean } {
  const video = document.querySelector("video");
  if (!video || video.currentTime <= seconds || video.videoWidth === 0) return { width: 0, isPainted: false };
  const canvas = Object.assign(document.createElement("canvas"), { width: 16, height: 9 });
  const drawing = canvas.getContext("2d");
  drawing?.drawImage(video, 0, 0, 16, 9);
  const { data = [] } = drawing?.getImageData(0, 0, 16, 9) ?? {};
  return { width: video.videoWidth, isPainted: data.some((value, index) => index % 4 < 3 && value > 40) };
}

async function timeOf(page: Page): Promise<number> {
  return Number(await position(page).getAttribute("aria-valuenow"));
}

/** As on a device with that much room; null: as it is. */
async function limitRoom(page: Page, context: BrowserContext) {
  const session = await context.newCDPSession(page);
  return (quotaSize: number | null) =>
    session.send("Storage.overrideQuotaForOrigin", { origin: url, ...(quotaSize !== null && { quotaSize }) });
}

/** The paths of everything in the browser's caches. */
async function listKept(): Promise<string[]> {
  const lists = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(lists)).flat().map((request) => new URL(request.url).pathname);
}

/** The paths of everything in the browser's private file system. */
/** What the library is remembered of. */
async function listSeen(): Promise<string[]> {
  try {
    let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("saved");
    const [person = ""] = await Array.fromAsync(folder.keys());
    folder = await (await folder.getDirectoryHandle(person)).getDirectoryHandle("library");
    const file = await (await folder.getFileHandle("seen.json")).getFile();
    return (JSON.parse(await file.text()) as { key: string[] }[]).map(({ key }) => key[0] ?? "");
  } catch {
    return [];
  }
}

/** The library as it was last seen is beside them. */
const isOfRecording = (path: string) => !path.includes("/library/");

async function listFiles(): Promise<string[]> {
  const found: string[] = [];
  const look = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") await look(handle, `${path}/${name}`);
      else found.push(`${path}/${name}`);
    }
  };
  await look(await navigator.storage.getDirectory(), "");
  return found.toSorted();
}
