// The list: searching it, editing a recording with its date, hiding one and undoing that.
import { hidden, type Stage } from "./stage.ts";
import { findInPage } from "./find.ts";
import type { Person } from "./person.ts";
import { signIn } from "./journey-people.ts";

export async function searchJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await person.see({ role: "link", name: "Café at midnight" });
  await person.driver.press("/");
  await person.driver.type("CAFE");
  const isAsked = () => person.driver.run(() => location.pathname === "/search" && /q=CAFE/i.test(location.search));
  await person.until("the address has the search", isAsked);
  await person.see({ role: "link", name: "Café at midnight", begins: true });
}

export async function editJourney(person: Person, stage: Stage): Promise<void> {
  const before = await addCopy(stage, "Evening to edit");
  await signIn(person, stage, "patron-editor");
  await person.press({ role: "button", name: "Edit metadata", inside: before });
  await person.see({ role: "dialog", name: "Edit metadata" });
  await person.rewrite({ role: "textbox", name: "Title" }, `${before}, edited`);
  const date = { role: "textbox", name: "Upload time (in your local timezone)" } as const;
  await person.see(date);
  // browsers differ in how a date is typed: it is set as their own picker would
  await person.driver.run(() => {
    const field = document.querySelector("input[type=datetime-local]") as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "2024-05-02T21:30");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await person.press({ role: "button", name: "Save" });
  await person.see({ role: "link", name: `${before}, edited` });
  const moment = await person.driver.run(() => new Date("2024-05-02T21:30").toISOString());
  const saved = (await stage.list()).find(({ title }) => title === `${before}, edited`);
  if (saved?.add_date !== moment) throw new Error(`saved ${saved?.add_date} instead of ${moment}`);
  await person.press({ role: "button", name: "Undo" });
  await person.see({ role: "link", name: before });
  await person.see({ role: "status", name: "Change undone." });
  if (await person.driver.run(findInPage, { role: "button", name: "Undo" }))
    throw new Error("undoing is told as one more change that could be undone");
}

export async function hideJourney(person: Person, stage: Stage): Promise<void> {
  const title = await addCopy(stage, "Evening to hide");
  const isHidden = async () => (await stage.list()).find((video) => video.title === title)?.hidden;
  await signIn(person, stage, "patron-editor");
  await person.see({ role: "link", name: `[HIDDEN] ${hidden}` });
  await person.press({ role: "button", name: "Hide", inside: title });
  await person.see({ role: "link", name: `[HIDDEN] ${title}` });
  if (!(await isHidden())) throw new Error("the archive does not say that it is hidden");
  await person.press({ role: "button", name: "Undo" });
  await person.see({ role: "link", name: title });
  if (await isHidden()) throw new Error("the archive says that it is still hidden");
}

/** A recording that only this journey changes. */
const addCopy = (stage: Stage, title: string) => stage.addSound(`${title} ${crypto.randomUUID().slice(0, 8)}`);
