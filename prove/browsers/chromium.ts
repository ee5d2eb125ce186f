// Chromium, driven by Playwright: with a mouse, or as a phone with fingers.
import { type BrowserContextOptions, chromium as playwright } from "playwright";
import { chromium } from "#scripts/chromium.ts";
import { openHand } from "#server/testing/fingers.ts";
import { createRun, type Driver, type Size } from "./driver.ts";

export type Hand = Awaited<ReturnType<typeof openHand>>;

export async function openChromium(): Promise<Driver> {
  return (await openPage({})).driver;
}

export async function openPhone(viewport: Size): Promise<{ driver: Driver; hand: Hand }> {
  const { page, driver } = await openPage({ viewport, hasTouch: true, isMobile: true });
  return { driver, hand: await openHand(page) };
}

async function openPage(options: BrowserContextOptions) {
  const program = await playwright.launch({
    executablePath: chromium(),
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
  const context = await program.newContext({ locale: "en-GB", timezoneId: "Europe/Berlin", ...options });
  const page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.accept());
  const driver: Driver = {
    open: async (address) => void (await page.goto(address)),
    run: createRun((expression) => page.evaluate<string>(expression)),
    move: ({ x, y }) => page.mouse.move(x, y),
    click: ({ x, y }) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    chooseFile: (selector, file) => page.setInputFiles(selector, file),
    resize: (size) => page.setViewportSize(size),
    takePicture: () => page.screenshot(),
    [Symbol.asyncDispose]: () => program.close(),
  };
  return { page, driver };
}
