// The queue, whatever is done with it and by which means: operations by chance, compared with a model after each one; the
// same after a reload and on a second device.
import type { BrowserContext, Locator, Page, Request, Response } from "@playwright/test";
import { scaled } from "#server/testing/proof.ts";
import { expect, signIn, test } from "./journey.ts";
import { long, openRecording, untilPlaying } from "./player.ts";
import { swipe } from "./touch.ts";

const operations = scaled(10, 40);
const titles = ["Café at midnight", "Harbour lights, first set", "Harbour lights, second set", "Strings alone", long];

const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const panel = (page: Page) => page.getByRole("region", { name: "Queue", exact: true });
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Places" }).getByRole("link", { name });

/** What plays, and what comes after it. */
interface Model {
  current: string;
  after: string[];
}

/** As it is shown. It stays open, or is closed again. */
async function readQueue(page: Page): Promise<string[]> {
  const rows = panel(page).getByRole("listitem").locator("bdi");
  return (await rows.allTextContents()).filter((_, index) => index % 2 === 0);
}

async function openPanel(page: Page): Promise<void> {
  if ((await panel(page).count()) === 0) await bar(page).getByRole("button", { name: "Queue", exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

async function closePanel(page: Page): Promise<void> {
  if ((await panel(page).count()) > 0) await panel(page).getByRole("button", { name: "Close the queue" }).click();
  await expect(panel(page)).toHaveCount(0);
}

/** Linear congruential: the same walk for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

interface Placed {
  place: number;
  title: string;
}
const isPost = (request: Request) => request.method() === "POST";

interface Hands {
  /** On the page that lists what can be added. */
  add: (page: Page, title: string, way: "Play next" | "Add to queue") => Promise<void>;
  press: (button: Locator) => Promise<void>;
}

/** One operation: how it changes the model, and how it is done. */
async function operate(page: Page, model: Model, pick: (below: number) => number, hands: Hands): Promise<string> {
  const { after } = model;
  const what = after.length < 2 ? pick(2) : pick(7);
  const title = titles[pick(titles.length)] ?? long;
  if (what <= 1) {
    const way = what === 0 ? "Play next" : "Add to queue";
    await closePanel(page);
    await hands.add(page, title, way);
    if (title !== model.current) {
      const others = after.filter((one) => one !== title);
      model.after = way === "Play next" ? [title, ...others] : [...others, title];
    }
    return `${way} ${title}`;
  }
  await openPanel(page);
  const from = pick(after.length);
  const moved = after[from] ?? "";
  const row = panel(page).getByRole("listitem").nth(from);
  if (what === 2 || what === 3) {
    const to = Math.min(after.length - 1, Math.max(0, from + (what === 2 ? -1 : 1)));
    await panel(page)
      .getByRole("button", { name: `Move ${moved}`, exact: true })
      .press(what === 2 ? "ArrowUp" : "ArrowDown");
    model.after = after.toSpliced(from, 1).toSpliced(to, 0, moved);
    return `move ${moved} from ${from} to ${to} by key`;
  }
  if (what === 4) {
    await hands.press(row.getByRole("button", { name: `More for ${moved}` }));
    await hands.press(page.getByRole("menuitem", { name: "Remove from this list" }));
    model.after = after.toSpliced(from, 1);
    return `remove ${moved}`;
  }
  if (what === 5) {
    const isStart = (answer: Response) => answer.url().endsWith("/api/user/queue") && isPost(answer.request());
    const started = page.waitForResponse(isStart);
    await hands.press(panel(page).getByRole("button", { name: "Shuffle" }));
    const { queue } = (await (await started).json()) as { queue: { place: number; entries: Placed[] } };
    model.after = queue.entries.filter((entry) => entry.place > queue.place).map((entry) => entry.title);
    expect(model.after.toSorted()).toEqual(after.toSorted());
    return `shuffle to ${model.after.join(", ")}`;
  }
  await closePanel(page);
  await hands.press(bar(page).getByRole("button", { name: "Next", exact: true }));
  const [next = model.current, ...rest] = after;
  await expect(bar(page).getByRole("link", { name: next })).toBeVisible();
  await pause(page);
  [model.current, model.after] = [next, rest];
  return `next is ${next}`;
}

/** Or a short recording would end meanwhile. */
async function pause(page: Page): Promise<void> {
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expect(bar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
}

async function walk(page: Page, context: BrowserContext, hands: Hands): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const pick = chance(seed);
  const model: Model = { current: long, after: [] };
  const done: string[] = [];
  while (done.length < operations) {
    done.push(await operate(page, model, pick, hands));
    await openPanel(page);
    const told = `seed ${seed}: ${done.slice(-6).join("; ")}`;
    await expect.poll(() => readQueue(page), { message: told }).toEqual(model.after);
  }
  await page.reload();
  await expect(bar(page).getByRole("link", { name: model.current })).toBeVisible();
  await openPanel(page);
  await expect.poll(() => readQueue(page), { message: `after a reload, seed ${seed}` }).toEqual(model.after);

  const other = await context.browser()?.newContext({ storageState: await context.storageState() });
  const second = await other?.newPage();
  if (!second) throw new Error("no second device");
  await second.goto("/lists");
  await second.getByRole("link", { name: /^Continue the play queue/ }).click();
  await expect(second.getByRole("heading", { level: 1, name: model.current })).toBeVisible();
  const next = second.getByRole("navigation", { name: "Up next" }).getByRole("listitem");
  await expect(next).toHaveCount(model.after.length);
  for (const [index, title] of model.after.entries()) await expect(next.nth(index)).toContainText(title);
  await other?.close();
}

async function begin(page: Page): Promise<void> {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("k");
}

const mouse: Hands = {
  async add(at, title, way) {
    await at
      .getByRole("article")
      .filter({ hasText: title })
      .last()
      .getByRole("button", { name: `More for ${title}` })
      .click();
    await at.getByRole("menuitem", { name: way }).press("Enter");
    await expect(at.getByRole("menu")).toHaveCount(0);
  },
  press: (button) => button.click(),
};

test(`${operations} operations by mouse and keys leave the queue that was meant`, async ({ page, context }) => {
  await begin(page);
  await place(page, "Home").click();
  await walk(page, context, mouse);
});

test("two devices change one queue at once, and both show what came of it @long", async ({ page, context }) => {
  await begin(page);
  await place(page, "Home").click();
  await mouse.add(page, "Strings alone", "Add to queue");
  const other = await context.browser()?.newContext({ storageState: await context.storageState() });
  const second = await other?.newPage();
  if (!second) throw new Error("no second device");
  await second.goto("/");
  await expect(second.getByRole("article").first()).toBeVisible();
  await Promise.all([
    mouse.add(page, "Café at midnight", "Play next"),
    mouse.add(second, "Harbour lights, first set", "Add to queue"),
  ]);
  // a panel may have been read before the other device was done
  const shown = async (at: Page) => {
    await closePanel(at);
    await openPanel(at);
    return readQueue(at);
  };
  const both = async () => [await shown(page), await shown(second)];
  const three = ["Café at midnight", "Strings alone", "Harbour lights, first set"];
  await expect.poll(both).toEqual([three, three]);
  const move = (at: Page, title: string, key: "ArrowUp" | "ArrowDown") =>
    panel(at)
      .getByRole("button", { name: `Move ${title}`, exact: true })
      .press(key);
  await Promise.all([
    move(page, "Harbour lights, first set", "ArrowUp"),
    (async () => {
      await panel(second).getByRole("button", { name: "More for Café at midnight" }).click();
      await second.getByRole("menuitem", { name: "Remove from this list" }).click();
    })(),
  ]);
  const two = ["Harbour lights, first set", "Strings alone"];
  await expect.poll(both).toEqual([two, two]);
  await other?.close();
});

test.describe("with a finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(`${operations} operations by touch leave the queue that was meant @long`, async ({ page, context }) => {
    await begin(page);
    expect(await page.evaluate(likeAll, titles)).toBe(200);
    await place(page, "Library").click();
    await page.getByRole("link", { name: /^Favourites/ }).click();
    await walk(page, context, {
      async add(at, title, way) {
        const row = at.getByRole("main").getByRole("listitem").filter({ hasText: title });
        // away from messages, which come at the bottom
        await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
        await swipe(at, row, { dx: way === "Play next" ? -130 : 130 });
        const said = way === "Play next" ? `“${title}” plays next.` : `“${title}” is in the queue.`;
        await expect(at.getByText(said).last()).toBeVisible();
      },
      press: (button) => button.tap(),
    });
  });
});

/** In the page. */
async function likeAll(wanted: string[]): Promise<number> {
  const list = await fetch("/api/video/list");
  const { videos } = (await list.json()) as { videos: { id: string; title: string }[] };
  const idOf = (title: string) => videos.find((one) => one.title === title)?.id;
  const body = JSON.stringify({ add: wanted.map((title) => ({ video_id: idOf(title), performance_id: null })) });
  const headers = { "content-type": "application/json" };
  return (await fetch("/api/lists/favourites/entries", { method: "POST", headers, body })).status;
}
