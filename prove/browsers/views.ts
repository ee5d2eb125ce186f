// What the page looks like in its states: each is opened at every size, measured, and photographed where that is asked for.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Size } from "./driver.ts";
import { signIn } from "./journey-people.ts";
import { jump, openLong, pause, showCaptions } from "./journey-playing.ts";
import { measureCaptions } from "./measure-captions.ts";
import { measurePage } from "./measure.ts";
import type { Person } from "./person.ts";
import { caption, hidden, long, type Stage } from "./stage.ts";

export const sizes: readonly Size[] = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

type View = (person: Person) => Promise<void>;

const tools = { role: "button", name: "Edit metadata", inside: hidden } as const;

/** Of an editor who is signed in. A view may begin where the one before it has ended. */
export const views: Readonly<Record<string, View>> = {
  async list(person) {
    await person.visit("/");
    // the pointer is over a card, which shows what an editor can do with it
    await person.driver.move(await person.see(tools));
  },
  async message(person) {
    await person.press({ role: "button", name: "Unhide", inside: hidden });
    await person.see({ role: "button", name: "Undo" });
    await person.press({ role: "button", name: "Hide", inside: hidden });
    await person.see({ role: "link", name: `[HIDDEN] ${hidden}` });
  },
  async "edit dialog"(person) {
    await person.press(tools);
    await person.see({ role: "dialog", name: "Edit metadata" });
  },
  async account(person) {
    await person.visit("/");
    await person.press({ role: "link", name: "Account" });
    await person.see({ role: "heading", name: "Account" });
  },
  async player(person) {
    await person.visit("/");
    await openLong(person);
    await jump(person, 1);
    // its controls stay while it is paused
    await pause(person);
  },
  async captions(person) {
    await showCaptions(person);
  },
  async "settings menu"(person) {
    await person.press({ role: "button", name: "Speed, quality and captions" });
    await person.see({ role: "option", name: "1.5×" });
  },
  async library(person) {
    // the menu of the view before
    await person.driver.press("Escape");
    await person.press({ role: "link", name: "Library" });
    await person.see({ role: "button", name: "Queue" });
  },
  async queue(person) {
    await person.press({ role: "button", name: "Queue" });
    await person.see({ role: "region", name: "Queue" });
  },
  async songs(person) {
    await person.visit("/songs");
    await person.see({ role: "heading", name: "Songs" });
  },
  async search(person) {
    await person.visit("/search?q=evening");
    await person.see({ role: "link", name: long, begins: true });
  },
  async upload(person) {
    await person.visit("/studio/upload");
    await person.see({ role: "button", name: "Choose files" });
  },
  async storage(person) {
    await person.visit("/studio/storage");
    await person.see({ role: "heading", name: "Added per month" });
  },
  async "not found"(person) {
    await person.visit("/404");
    await person.see({ role: "button", name: "Log out" });
  },
};

interface Measured {
  views: number;
  faults: string[];
}

/** Opens all of them at all of these sizes. Pictures go into this folder, if one is given. */
export async function measureViews(
  person: Person,
  stage: Stage,
  { sizes, names, pictures }: { sizes: readonly Size[]; names: readonly string[]; pictures?: string | undefined },
): Promise<Measured> {
  const measured: Measured = { views: 0, faults: [] };
  await signIn(person, stage, "patron-editor");
  for (const size of sizes) {
    const at = `${size.width}x${size.height}`;
    await person.driver.resize(size);
    for (const name of names) {
      measured.views += 1;
      const faults = await openAndMeasure(person, name);
      const told = faults.map((fault) => `${name} at ${at}: ${fault}`);
      // at once: a run that is ended early has told what it found
      for (const fault of told) console.log(fault);
      measured.faults.push(...told);
      if (pictures === undefined) continue;
      await mkdir(pictures, { recursive: true });
      await writeFile(path.join(pictures, `${name.replaceAll(" ", "-")}-${at}.png`), await person.driver.takePicture());
    }
  }
  return measured;
}

async function openAndMeasure(person: Person, name: string): Promise<string[]> {
  try {
    await views[name]?.(person);
    await person.driver.run(rest);
    return await settle(() => measure(person, name));
  } catch (error) {
    return [String(error)];
  }
}

async function measure({ driver }: Person, view: string): Promise<string[]> {
  const ofCaptions = view === "captions" ? await driver.run(measureCaptions, caption) : [];
  return [...(await driver.run(measurePage)), ...ofCaptions];
}

/** Until what fades in is there, and is painted; some animations follow the scrolling and never end. Runs in the page. */
async function rest(): Promise<void> {
  const mostMs = 1000;
  const paint = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await paint();
  const ended = document.getAnimations().map(({ finished }) => finished);
  await Promise.race([Promise.allSettled(ended), new Promise((resolve) => setTimeout(resolve, mostMs))]);
  await paint();
}

/** A fault counts if it stays. */
async function settle(measure: () => Promise<string[]>): Promise<string[]> {
  const giveUpAt = performance.now() + 3000;
  for (;;) {
    const faults = await measure();
    if (faults.length === 0 || performance.now() > giveUpAt) return faults;
  }
}
