// The player: frames and clock, seeks in both directions, Audio Only without video, captions, a loop.
import { findInPage } from "./find.ts";
import { signIn } from "./journey-people.ts";
import type { Person } from "./person.ts";
import { caption, long, type Stage } from "./stage.ts";

const playButton = { role: "button", name: "Play" } as const;

/** What the player shows; whole seconds. */
const read = (person: Person) =>
  person.driver.run(() => {
    const video = document.querySelector("video");
    const bar = document.querySelector("[role=slider][aria-label=Position]");
    return {
      time: Number(bar?.getAttribute("aria-valuenow") ?? -1),
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
    };
  });

/** Opens it from the list, and presses Play where the browser does not start by itself. */
export async function openLong(person: Person): Promise<void> {
  await person.press({ role: "link", name: long });
  await person.see({ role: "region", name: "Player" });
  await play(person);
}

async function play(person: Person): Promise<void> {
  let first: number | undefined;
  await person.until("the clock advances", async () => {
    const { time } = await read(person);
    if (time >= 0) first ??= time;
    if (first !== undefined && time > first) return true;
    const button = await person.driver.run(findInPage, playButton);
    if (button && !button.coveredBy) await person.driver.click(button);
    return false;
  });
}

export async function pause(person: Person): Promise<void> {
  await person.driver.press("k");
  await person.see(playButton);
}

/** Jumps to tenths of the recording with the keys 0 to 9, and sees that it plays on from there. */
export async function jump(person: Person, tenths: number): Promise<void> {
  const to = Math.floor((61 * tenths) / 10);
  await person.driver.press(String(tenths));
  await person.until(`the clock is at ${to} s and advances`, async () => {
    const { time } = await read(person);
    return time > to && time < to + 9;
  });
}

export async function playingJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await openLong(person);
  const { frames } = await read(person);
  await person.until("video is decoded", async () => (await read(person)).frames > frames + 10);
  for (const tenths of [7, 2, 8, 0, 5]) await jump(person, tenths);
}

/** Nothing before the place where it continues has been loaded: a seek there has to load it. */
export async function resumeJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await openLong(person);
  await jump(person, 8);
  // which also saves the position
  await pause(person);
  await person.reload();
  await person.until("it continues where it stopped", async () => (await read(person)).time >= 48);
  await play(person);
  await jump(person, 1);
}

export async function audioOnlyJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await person.press({ role: "switch", name: "Audio Only" });
  const sent = stage.watchBytes();
  await openLong(person);
  await person.until("it plays for five seconds", async () => (await read(person)).time >= 5);
  await jump(person, 6);
  const kinds = [...sent()];
  const bytes = (fits: (kind: string) => boolean) =>
    kinds.filter(([kind]) => fits(kind)).reduce((sum, [, count]) => sum + count, 0);
  const video = bytes((kind) => kind.startsWith("video-") && kind.endsWith(".mp4"));
  if (video > 0) throw new Error(`${video} bytes of video were sent: ${JSON.stringify(kinds)}`);
  if (bytes((kind) => /audio/.test(kind)) === 0) throw new Error(`no audio was sent: ${JSON.stringify(kinds)}`);
}

/** Through the pages and back to its own: one element, which nothing interrupts, with pictures and in Audio Only. */
export async function walkJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await openLong(person);
  await walk(person);
  await person.press({ role: "switch", name: "Audio Only" });
  await person.visit("/");
  await openLong(person);
  await walk(person);
}

async function walk(person: Person): Promise<void> {
  await jump(person, 1);
  await person.driver.run(() => {
    const [element] = Array.from(document.querySelectorAll<HTMLMediaElement>("video, audio")).filter(
      (one) => !one.paused,
    );
    const interrupted: string[] = [];
    for (const event of ["pause", "seeking", "emptied", "ended", "error"])
      element?.addEventListener(event, () => interrupted.push(event));
    Object.assign(globalThis, { watched: { element, interrupted } });
  });
  const look = () =>
    person.driver.run(() => {
      const { element, interrupted } = (
        globalThis as unknown as { watched: { element?: HTMLMediaElement; interrupted: string[] } }
      ).watched;
      const playing = Array.from(document.querySelectorAll<HTMLMediaElement>("video, audio")).filter(
        (one) => !one.paused,
      );
      const isSame = playing.length === 1 && playing[0] === element;
      return {
        time: element?.currentTime ?? 0,
        interrupted: isSame ? interrupted : [...interrupted, "another element"],
      };
    });
  for (const page of ["Library", "Songs", "Home"]) {
    await person.press({ role: "link", name: page });
    await person.see({ role: "button", name: "Stop, and close the player" });
    const { time } = await look();
    await person.until(`it goes on in ${page}`, async () => (await look()).time > time + 1);
    const { interrupted } = await look();
    if (interrupted.length > 0) throw new Error(`in ${page} it was interrupted: ${interrupted.join(", ")}`);
  }
  await person.press({ role: "link", name: long });
  await person.see({ role: "region", name: "Player" });
  const { time } = await look();
  await person.until("it goes on in its own page", async () => (await look()).time > time + 1);
  const { interrupted } = await look();
  if (interrupted.length > 0) throw new Error(`in its own page it was interrupted: ${interrupted.join(", ")}`);
}

export async function captionsJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await openLong(person);
  await showCaptions(person);
  await person.reload();
  await person.see({ role: "region", name: "Player" });
  await play(person);
  await untilCaptions(person);
}

/** They may be on already: that is remembered. */
export async function showCaptions(person: Person): Promise<void> {
  const { isOn } = await person.see({ role: "button", name: "Captions" });
  if (!isOn) await person.driver.press("c");
  await untilCaptions(person);
}

/** The browser draws them, or the page does. */
async function untilCaptions(person: Person): Promise<void> {
  await person.until("the captions are shown", () =>
    person.driver.run((text) => {
      const tracks = Array.from(document.querySelector("video")?.textTracks ?? []);
      const shown = tracks
        .filter(({ mode }) => mode === "showing")
        .flatMap(({ activeCues }) => Array.from(activeCues ?? []));
      const player = document.querySelector("section[aria-label=Player]");
      return shown.some((cue) => (cue as VTTCue).text === text) || player?.textContent?.includes(text) === true;
    }, caption),
  );
}

export async function loopJourney(person: Person, stage: Stage): Promise<void> {
  await signIn(person, stage, "patron-gold");
  await openLong(person);
  const path = await person.driver.run(() => location.pathname);
  await person.visit(`${path}?a=10&b=11`);
  await person.see({ role: "region", name: "Player" });
  await person.driver.run(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { jumps: seen });
    // in the capturing phase: the event does not bubble, and the element may be another one later
    document.addEventListener("seeking", ({ target }) => seen.push((target as HTMLMediaElement).currentTime), true);
  });
  await person.until("it can be played", async () => (await read(person)).time >= 0);
  await person.until("it jumps back twice", async () => {
    const button = await person.driver.run(findInPage, playButton);
    if (button && !button.coveredBy) await person.driver.click(button);
    const jumps = await person.driver.run(() => (globalThis as unknown as { jumps: number[] }).jumps);
    return jumps.filter((time) => Math.abs(time - 10) < 1).length >= 2;
  });
}
