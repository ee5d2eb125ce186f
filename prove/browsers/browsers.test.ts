// The main journeys and the layout of the page, in Chromium, in Debian's Firefox and in WebKitGTK.
// BROWSERS=Firefox chooses browsers, BROWSERS_WIDTHS=360,1440 sizes; BROWSERS_PICTURES=<folder> keeps pictures of all views.
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publish, scaled } from "#server/testing/proof.ts";
import { openPhone } from "./chromium.ts";
import { chooseEngines, openEngine } from "./engines.ts";
import { editJourney, hideJourney, searchJourney } from "./journey-library.ts";
import { loginsJourney, notFoundJourney } from "./journey-people.ts";
import {
  audioOnlyJourney,
  captionsJourney,
  loopJourney,
  playingJourney,
  resumeJourney,
  walkJourney,
} from "./journey-playing.ts";
import { nextPersonJourney } from "./journey-several.ts";
import { touchJourneys } from "./journey-touch.ts";
import { uploadJourney } from "./journey-upload.ts";
import { createPerson, type Person } from "./person.ts";
import { openStage, type Stage } from "./stage.ts";
import { measureViews, sizes, views } from "./views.ts";

const journeys: Record<string, (person: Person, stage: Stage) => Promise<void>> = {
  "members log in with Patreon and with Twitch, and log out": loginsJourney,
  "the next person in the same browser sees nothing of the one before": nextPersonJourney,
  "the list is searched without regard to accents and case": searchJourney,
  "a recording plays: the clock advances, video is decoded, seeks go forward and back": playingJourney,
  "a recording continues where it stopped, and a seek to before that place plays": resumeJourney,
  "Audio Only plays without a byte of video": audioOnlyJourney,
  "what plays goes on through other pages, with and without its pictures": walkJourney,
  "captions are shown, and again after a reload": captionsJourney,
  "a loop repeats": loopJourney,
  "an editor changes title and date, and undoes that": editJourney,
  "an editor hides a recording, and undoes that": hideJourney,
  "an upload continues after a reload, with its real speed and the title that was shown": uploadJourney,
  "an unknown address is not found": notFoundJourney,
};

const engines = chooseEngines();
const isFull = scaled(0, 1) > 0 || process.env["BROWSERS"] !== undefined;
const widths = process.env["BROWSERS_WIDTHS"]?.split(",").map(Number);
const chosenSizes = sizes.filter(({ width }) => widths?.includes(width) ?? true);
const counts = { journeys: 0, views: 0, faults: 0, engines: engines.length };
/** For a machine that is very busy. */
const timeout = 3_600_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, timeout);
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
  publish("browsers", counts);
});

describe.each(engines)("%s", (engine) => {
  it.each(isFull ? Object.entries(journeys) : [])("%s", { timeout }, async (_name, journey) => {
    await using driver = await openEngine(engine);
    await driver.resize({ width: 1280, height: 800 });
    await expect(journey(createPerson(driver, stage.url), stage)).resolves.toBeUndefined();
    counts.journeys += 1;
  });

  it("nothing covers the header, no text is cut off, and nothing is larger than its content", { timeout }, async () => {
    await using driver = await openEngine(engine);
    const folder = process.env["BROWSERS_PICTURES"];
    const few = { sizes: sizes.slice(0, 1), names: ["list", "message", "not found"] };
    const measured = await measureViews(createPerson(driver, stage.url), stage, {
      ...(isFull ? { sizes: chosenSizes, names: Object.keys(views) } : few),
      pictures: folder === undefined ? undefined : path.join(folder, engine),
    });
    counts.views += measured.views;
    counts.faults += measured.faults.length;
    expect(measured.faults).toEqual([]);
  });
});

describe.runIf(isFull && engines.includes("Chromium"))("Chromium with touch", () => {
  it.each(Object.entries(touchJourneys))("%s", { timeout }, async (_name, { size, walk }) => {
    const { driver, hand } = await openPhone(size);
    await using person = {
      ...createPerson(driver, stage.url),
      [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose](),
    };
    await expect(walk(person, hand, stage)).resolves.toBeUndefined();
    counts.journeys += 1;
  });
});
