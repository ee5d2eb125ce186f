// The player in the hand, in Chromium: what taps and other gestures do, and what they must not do while the controls are hidden.
import { type Point, way } from "#server/testing/fingers.ts";
import type { Hand } from "./chromium.ts";
import type { Size } from "./driver.ts";
import { signIn } from "./journey-people.ts";
import { openLong } from "./journey-playing.ts";
import type { Person } from "./person.ts";
import type { Stage } from "./stage.ts";

interface TouchJourney {
  size: Size;
  walk: (person: Person, hand: Hand, stage: Stage) => Promise<void>;
}

const upright = { width: 390, height: 844 };
const sideways = { width: 844, height: 390 };

export const touchJourneys: Readonly<Record<string, TouchJourney>> = {
  "a tap on hidden controls shows them and does nothing else": { size: upright, walk: tapHidden },
  "sideways, a tap on hidden controls shows them and does nothing else": { size: sideways, walk: tapHidden },
  "double taps skip ten seconds, and add up": { size: upright, walk: skip },
  "a long press plays at double speed": { size: upright, walk: hurry },
  "swiping and spreading fingers fill the screen and leave it": { size: upright, walk: fillScreen },
  "dragging on the picture moves by seconds": { size: upright, walk: scrub },
  "everything that is tapped is large enough for a thumb": { size: { width: 360, height: 780 }, walk: measureTargets },
  "sideways, the picture has the whole screen": { size: sideways, walk: measurePicture },
};

/** Everything that a tap could change by mistake. */
const read = ({ driver }: Person) =>
  driver.run(() => {
    const video = document.querySelector("video");
    const player = document.querySelector<HTMLElement>("section[aria-label=Player]");
    if (!video || !player) throw new Error("there is no player");
    const { left, top, width, height } = player.getBoundingClientRect();
    const { paused, muted, playbackRate, currentTime } = video;
    return {
      time: currentTime,
      areHidden: player.dataset["idle"] === "true",
      isUsable: player.querySelector("[inert]") === null,
      picture: { left, top, width, height },
      isFull: document.fullscreenElement !== null,
      state: JSON.stringify({
        paused,
        muted,
        playbackRate,
        path: location.href,
        open: document.querySelectorAll(":popover-open, dialog[open], :fullscreen").length,
      }),
    };
  });

const jumpTo = (person: Person, seconds: number) =>
  person.driver.run((to) => void (document.querySelector("video")!.currentTime = to), seconds);

/** Plays from there, and waits until the controls are hidden. */
async function watch(person: Person, stage: Stage, from = 5) {
  await signIn(person, stage, "patron-gold");
  await openLong(person);
  await jumpTo(person, from);
  return untilHidden(person, from);
}

async function untilHidden(person: Person, from: number) {
  return person.until("the controls are hidden while it plays", async () => {
    const now = await read(person);
    return now.areHidden && !now.isUsable && now.time > from ? now : null;
  });
}

async function tapHidden(person: Person, hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  const controls = await person.driver.run(() =>
    Array.from(document.querySelectorAll("section[aria-label=Player] :is(button, [role=slider])"), (control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return {
        name: control.getAttribute("aria-label") ?? "big button",
        x: left + width / 2,
        y: top + height / 2,
        width,
      };
    }).filter(({ width }) => width > 2),
  );
  const bar = controls.find(({ name }) => name === "Position");
  const far = { name: "the far end of the seek bar", x: picture.left + picture.width * 0.9, y: bar?.y ?? 0 };
  for (const { name, ...point } of [...controls.filter((one) => one !== bar), far]) {
    await jumpTo(person, 5);
    const before = await untilHidden(person, 5);
    const start = performance.now();
    await hand.tap(point);
    await person.until(`a tap on ${name} shows the controls`, async () => !(await read(person)).areHidden);
    await person.until("they can be used", async () => (await read(person)).isUsable);
    const after = await read(person);
    const passed = (performance.now() - start) / 1000;
    if (after.state !== before.state) throw new Error(`a tap on ${name} changed ${before.state} to ${after.state}`);
    if (after.time < before.time || after.time > before.time + passed + 1)
      throw new Error(`a tap on ${name} jumped from ${before.time} to ${after.time}`);
  }
}

async function skip(person: Person, hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  const y = picture.top + picture.height - 20;
  const before = (await read(person)).time;
  await hand.taps({ x: picture.left + picture.width * 0.85, y }, 4);
  const after = await person.until("it is 30 s further", async () => {
    const { time, state } = await read(person);
    return time > before + 29.5 && state.includes('"open":0') ? time : null;
  });
  await untilHidden(person, 5);
  await hand.taps({ x: picture.left + picture.width * 0.15, y }, 3);
  await person.until("it is 20 s earlier", async () => (await read(person)).time < after - 5);
}

async function hurry(person: Person, hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  const isAt = (rate: number) => async () => (await read(person)).state.includes(`"playbackRate":${rate},`);
  await hand.down(middleOf(picture));
  await person.until("it plays at double speed", isAt(2));
  await hand.up();
  await person.until("it plays at its own speed", isAt(1));
}

async function fillScreen(person: Person, hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  const { x, y } = middleOf(picture);
  const becomes = (isFull: boolean) =>
    person.until(`the screen is ${isFull ? "filled" : "left"}`, async () => (await read(person)).isFull === isFull);
  await hand.drag([way({ x, y }, { x: x + 5, y: y - 90 })]);
  await becomes(true);
  await hand.drag([way({ x, y: 400 }, { x: x + 5, y: 520 })]);
  await becomes(false);
  await hand.drag([way({ x: x - 30, y }, { x: x - 120, y }), way({ x: x + 30, y }, { x: x + 120, y })]);
  await becomes(true);
}

async function scrub(person: Person, hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  const { y } = middleOf(picture);
  const before = (await read(person)).time;
  await hand.drag([way({ x: 80, y: y - 40 }, { x: 300, y: y - 40 }, 30)]);
  await person.until("it is some seconds further", async () => (await read(person)).time > before + 8);
}

async function measureTargets(person: Person, hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  await hand.tap({ x: picture.left + picture.width * 0.85, y: picture.top + 75 });
  await person.until("the controls can be used", async () => (await read(person)).isUsable);
  const small = await person.driver.run(() =>
    Array.from(
      document.querySelectorAll("section[aria-label=Player] :is(button, [data-held], label, input)"),
      (target) => ({
        name: target.getAttribute("aria-label") ?? target.className,
        box: target.getBoundingClientRect(),
      }),
    )
      .filter(({ box }) => box.width > 2 && (box.height < 43.5 || box.width < 35.5))
      .map(({ name, box }) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)} px`),
  );
  if (small.length > 0) throw new Error(`too small for a thumb: ${small.join(", ")}`);
  for (const name of ["Back 10 seconds", "Forward 10 seconds"]) await person.see({ role: "button", name });
}

async function measurePicture(person: Person, _hand: Hand, stage: Stage): Promise<void> {
  const { picture } = await watch(person, stage);
  const { width, height } = sideways;
  if (picture.width < width - 1 || picture.height < height - 1 || Math.abs(picture.top) > 1)
    throw new Error(`the picture is only ${JSON.stringify(picture)}`);
}

function middleOf({ left, top, width, height }: Awaited<ReturnType<typeof read>>["picture"]): Point {
  return { x: left + width / 2, y: top + height / 2 };
}
