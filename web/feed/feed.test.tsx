import { decodeQR } from "qr/decode.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Feed } from "#contract/feed.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { FeedButton } from "./feed-button.tsx";

const url = "https://archive.example/api/feed/abcdefghijklmnopqrstuvwxyz012345/everything.xml";
const atom_url = url.replace("everything.xml", "recordings.atom");
let feed: Feed | null;
let sent: string[];

beforeEach(async () => {
  await page.viewport(390, 800);
  feed = { url, atom_url, made_at: "2026-01-01T00:00:00Z", ended: false, devices: [], many: false };
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const call = `${init?.method ?? "GET"} ${input as string}`;
    sent.push(call);
    if (init?.method === "POST") feed = { ...(feed as Feed), url: url.replace("abc", "new"), ended: false };
    return Response.json({ feed });
  });
});
afterEach(() => vi.restoreAllMocks());

async function open(of = "everything") {
  const screen = await show(<FeedButton of={of} />, { user: viewer });
  await screen.getByRole("button", { name: "Podcast feed" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Podcast feed" })).toBeVisible();
  return screen;
}

test("the address is shown to copy, to open in apps, and as a QR code that a camera reads", async () => {
  const screen = await open();
  await expect.element(screen.getByRole("textbox", { name: "Address of the feed" })).toHaveValue(url);
  await expect.element(screen.getByRole("textbox", { name: "Address for a feed reader" })).toHaveValue(atom_url);
  const overcast = screen.getByRole("link", { name: "Overcast" });
  await expect
    .element(overcast)
    .toHaveAttribute("href", `overcast://x-callback-url/add?url=${encodeURIComponent(url)}`);
  const code = screen.getByRole("img", { name: "QR code of the address" }).element() as HTMLImageElement;
  expect(await readCode(code)).toBe(url);
  await expectAccessible();
});

test("resetting asks first, and then shows the new address", async () => {
  const screen = await open("favourites");
  await screen.getByRole("button", { name: "Reset the address" }).click();
  expect(sent).toEqual(["GET /api/user/feed?of=favourites"]);
  await expect.element(screen.getByRole("button", { name: "Keep it" })).toHaveFocus();
  await screen.getByRole("button", { name: "Yes, reset it" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "Address of the feed" }))
    .toHaveValue(url.replace("abc", "new"));
  expect(sent).toContain("POST /api/user/feed?of=favourites");
});

test("without an address one is made by a button, and an ended one is explained", async () => {
  feed = null;
  const screen = await open();
  await expect.element(screen.getByText("You have no address yet.")).toBeVisible();
  feed = { url, atom_url, made_at: "2026-01-01T00:00:00Z", ended: true, devices: [], many: false };
  await screen.getByRole("button", { name: "Make an address" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "Address of the feed" }))
    .toHaveValue(url.replace("abc", "new"));
});

test("many devices are told, with a way to end it", async () => {
  const device = { app: "AntennaPod", seen_at: new Date().toISOString() };
  feed = { ...(feed as Feed), devices: [device], many: true };
  const screen = await open();
  await expect.element(screen.getByText(/Many devices use this address/)).toBeVisible();
  await expect.element(screen.getByText(/AntennaPod, /)).toBeVisible();
});

/** As a camera does: from its pixels. */
async function readCode({ src }: HTMLImageElement): Promise<string> {
  const picture = new Image(400, 400);
  picture.src = src;
  await picture.decode();
  const paper = new OffscreenCanvas(440, 440).getContext("2d") as OffscreenCanvasRenderingContext2D;
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, 440, 440);
  paper.drawImage(picture, 20, 20, 400, 400);
  return decodeQR(paper.getImageData(0, 0, 440, 440));
}
