// Fingers on a touch screen, as the browser gets them from a phone: with their own times, however busy this machine is.
import type { Page } from "playwright";

export interface Point {
  x: number;
  y: number;
}

export async function openHand(page: Page) {
  const session = await page.context().newCDPSession(page);
  let now = Date.now();
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      timestamp: now / 1000,
    });
  /** Lets this time pass for the fingers; it is not waited for. */
  const pass = (ms: number) => {
    now += ms;
  };
  const tap = async (point: Point) => {
    await send("touchStart", [point]);
    pass(50);
    await send("touchEnd", []);
    pass(100);
  };
  return {
    tap: (point: Point) => {
      now = Math.max(now, Date.now());
      return tap(point);
    },
    async taps(point: Point, count: number) {
      now = Math.max(now, Date.now());
      for (let n = 0; n < count; n += 1) await tap(point);
    },
    /** Each finger's way, point by point; all lifted at the end. */
    async drag(ways: Point[][]) {
      now = Math.max(now, Date.now());
      const length = Math.max(...ways.map((way) => way.length));
      for (let n = 0; n < length; n += 1) {
        await send(
          n === 0 ? "touchStart" : "touchMove",
          ways.map((way) => way[Math.min(n, way.length - 1)]!),
        );
        pass(16);
      }
      await send("touchEnd", []);
      pass(1000);
    },
    async down(point: Point) {
      now = Math.max(now, Date.now());
      await send("touchStart", [point]);
    },
    async move(point: Point) {
      now = Math.max(now, Date.now());
      await send("touchMove", [point]);
    },
    async up() {
      now = Math.max(now, Date.now());
      await send("touchEnd", []);
    },
  };
}

/** From one point to another in small steps. */
export function way(from: Point, to: Point, steps = 8): Point[] {
  return Array.from({ length: steps + 1 }, (_, n) => ({
    x: from.x + ((to.x - from.x) * n) / steps,
    y: from.y + ((to.y - from.y) * n) / steps,
  }));
}
