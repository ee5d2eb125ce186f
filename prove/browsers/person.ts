// A person at a browser: looks for things by their names, presses them, types, and waits for what should happen.
import { setTimeout as sleep } from "node:timers/promises";
import type { Driver } from "./driver.ts";
import { type Found, findInPage, type Wanted } from "./find.ts";

/** For a busy machine; what is waited for is there long before. */
const patienceMs = 60_000;

export interface Person {
  driver: Driver;
  /** A path of the archive. */
  visit(path: string): Promise<void>;
  /** As by the browser's own button. */
  reload(): Promise<void>;
  /** Waits until it is visible. */
  see(wanted: Wanted): Promise<Found>;
  /** Waits until it is gone. */
  miss(wanted: Wanted): Promise<void>;
  /** Waits until a click reaches it, and clicks. */
  press(wanted: Wanted): Promise<void>;
  /** Replaces the text of a field. */
  rewrite(wanted: Wanted, text: string): Promise<void>;
  /** Waits until the answer is neither false nor undefined nor null. */
  until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>>;
}

export function createPerson(driver: Driver, url: string): Person {
  const until: Person["until"] = async (what, look) => {
    const giveUpAt = performance.now() + patienceMs;
    let last: unknown;
    do {
      try {
        last = await look();
        if (last !== false && last !== undefined && last !== null) return last as never;
      } catch (error) {
        // a page that is just being left does not answer
        last = error;
      }
      await sleep(50);
    } while (performance.now() < giveUpAt);
    throw new Error(`not within ${patienceMs / 1000} s: ${what} (${String(last)})`);
  };
  const look = (wanted: Wanted) => driver.run(findInPage, wanted);
  const see = (wanted: Wanted) => until(`${tell(wanted)} is visible`, () => look(wanted));
  const press = async (wanted: Wanted) => {
    const place = await until(`${tell(wanted)} can be pressed`, async () => {
      const found = await look(wanted);
      if (found?.coveredBy) throw new Error(`it is covered by: ${found.coveredBy}`);
      return found?.isDisabled ? null : found;
    });
    await driver.click(place);
  };
  return {
    driver,
    until,
    see,
    press,
    visit: (path) => driver.open(url + path),
    reload: async () => driver.open(await driver.run(() => location.href)),
    miss: async (wanted) => void (await until(`${tell(wanted)} is gone`, async () => (await look(wanted)) === null)),
    async rewrite(wanted, text) {
      await press(wanted);
      await driver.press("Control+a");
      await driver.type(text);
      await until(`${tell(wanted)} has the text ${text}`, async () => (await look(wanted))?.value === text);
    },
  };
}

function tell({ role, name, inside }: Wanted): string {
  return `${role} “${name}”${inside === undefined ? "" : ` of “${inside}”`}`;
}
