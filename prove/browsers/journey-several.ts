// One browser, several people: what it remembers of one is not shown to the next, and is back when the first returns.
import { findInPage } from "./find.ts";
import { logOut, signInAs } from "./journey-people.ts";
import { jump, openLong, pause } from "./journey-playing.ts";
import type { Person } from "./person.ts";
import { long, type Stage } from "./stage.ts";

export async function nextPersonJourney(person: Person, stage: Stage): Promise<void> {
  const unfinished = { role: "heading", name: "Continue watching" } as const;
  const [first, second] = [await stage.makePerson("patron-gold"), await stage.makePerson("patron-gold")];
  await signInAs(person, "patron-gold", first);
  await openLong(person);
  await jump(person, 5);
  await pause(person);
  await person.visit("/");
  await person.see(unfinished);
  for (const [account, isFirst] of [
    [second, false],
    [first, true],
  ] as const) {
    await person.press(logOut);
    await person.see({ role: "button", name: "Login with Patreon" });
    await person.miss(unfinished);
    await signInAs(person, "patron-gold", account);
    await person.see({ role: "link", name: long });
    if (isFirst) await person.see(unfinished);
    else if (await person.driver.run(findInPage, unfinished)) throw new Error("the next person sees what was watched");
  }
}
