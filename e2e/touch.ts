// What a finger does: Playwright knows only taps.
import type { Locator, Page } from "@playwright/test";

/** One finger, in small moves. */
export async function swipe(page: Page, on: Locator, { dx = 0, dy = 0 }: { dx?: number; dy?: number }): Promise<void> {
  const box = await on.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const fingers = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
    fingers.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + dx * share, y: y + dy * share }],
    });
  await send("touchStart", 0);
  for (let step = 1; step <= 8; step += 1) await send("touchMove", step / 8);
  await send("touchEnd", 1);
  await fingers.detach();
}
