import { expect, test } from "vitest";
import { type Act, feel, type Hand, patienceMs, restingHand, type Touch } from "./use-gestures.ts";

const width = 390;

/** A tap of one finger, 60 ms long. */
const tap = (x: number, at: number): Touch[] => [down(x, 100, at), up(x, 100, at + 60)];
const down = (x: number, y: number, at: number, id = 1): Touch => ({ on: "down", id, x, y, at });
const move = (x: number, y: number, at: number, id = 1): Touch => ({ on: "move", id, x, y, at });
const up = (x: number, y: number, at: number, id = 1): Touch => ({ on: "up", id, x, y, at });
const wait = (at: number): Touch => ({ on: "wait", at });

function run(touches: Touch[]): { acts: Act[]; hand: Hand } {
  let hand = restingHand;
  const acts: Act[] = [];
  for (const touch of touches) {
    const step = feel(hand, touch, width);
    hand = step.hand;
    acts.push(...step.acts);
  }
  return { acts, hand };
}

const forward = (total: number): Act => ({ do: "skip", seconds: 10, total });
const back = (total: number): Act => ({ do: "skip", seconds: -10, total });

test.each<[name: string, touches: Touch[], acts: Act[]]>([
  ["a tap", tap(200, 0), [{ do: "tap" }]],
  ["a tap that trembles", [down(200, 100, 0), move(205, 104, 30), up(205, 104, 60)], [{ do: "tap" }]],
  ["two slow taps are two taps", [...tap(350, 0), ...tap(350, 900)], [{ do: "tap" }, { do: "tap" }]],
  ["two quick taps on the right", [...tap(350, 0), ...tap(350, 200)], [{ do: "tap" }, forward(10)]],
  ["two quick taps on the left", [...tap(40, 0), ...tap(50, 200)], [{ do: "tap" }, back(10)]],
  [
    "each further tap adds ten seconds",
    [...tap(350, 0), ...tap(350, 200), ...tap(350, 700), ...tap(350, 1300)],
    [{ do: "tap" }, forward(10), forward(20), forward(30)],
  ],
  [
    "after a pause it starts again",
    [...tap(350, 0), ...tap(350, 200), ...tap(350, 2000), ...tap(350, 2200)],
    [{ do: "tap" }, forward(10), { do: "tap" }, forward(10)],
  ],
  ["more taps in the middle do nothing", [...tap(195, 0), ...tap(195, 150), ...tap(195, 300)], [{ do: "tap" }]],
  ["two quick taps far apart are two taps", [...tap(40, 0), ...tap(350, 200)], [{ do: "tap" }, { do: "tap" }]],
  [
    "a long press hurries until the finger is lifted",
    [down(200, 100, 0), wait(400), wait(500), move(230, 100, 900), up(230, 100, 1500)],
    [{ do: "hurry" }, { do: "stop-hurrying" }],
  ],
  [
    "a tap that the clock overtook is still a tap",
    [down(200, 100, 0), wait(520), up(200, 100, 80)],
    [{ do: "hurry" }, { do: "stop-hurrying" }, { do: "tap" }],
  ],
  ["a press that the clock missed does nothing", [down(200, 100, 0), up(200, 100, 800)], []],
  ["a long press that the system takes over", [down(200, 100, 0), wait(500), { on: "cancel", id: 1 }], hurried()],
  [
    "a drag to the side scrubs, and says how far up or down it is",
    [down(100, 100, 0), move(120, 102, 30), move(150, 60, 60), move(140, 200, 90), up(140, 200, 120)],
    [
      { do: "start-scrub" },
      { do: "scrub", dx: 30, away: 42 },
      { do: "scrub", dx: -10, away: 98 },
      { do: "end-scrub", isWanted: true },
    ],
  ],
  [
    "a drag that the system takes over changes nothing",
    [down(100, 100, 0), move(120, 100, 30), { on: "cancel", id: 1 }],
    [{ do: "start-scrub" }, { do: "end-scrub", isWanted: false }],
  ],
  [
    "a second finger ends a drag without changing anything",
    [down(100, 100, 0), move(120, 100, 30), down(300, 100, 50, 2), up(300, 100, 90, 2), up(120, 100, 99)],
    [{ do: "start-scrub" }, { do: "end-scrub", isWanted: false }],
  ],
  ["up", [down(200, 150, 0), move(203, 120, 30), up(204, 60, 80)], [{ do: "swipe", to: "up" }]],
  ["down", [down(200, 50, 0), move(203, 80, 30), up(204, 160, 80)], [{ do: "swipe", to: "down" }]],
  ["a short one is no swipe", [down(200, 150, 0), move(200, 130, 30), up(200, 120, 80)], []],
  [
    "two fingers apart",
    [
      down(150, 100, 0),
      down(250, 100, 20, 2),
      move(80, 100, 60),
      move(320, 100, 60, 2),
      up(320, 100, 90, 2),
      up(80, 100, 99),
    ],
    [{ do: "pinch", to: "out" }],
  ],
  [
    "two fingers together",
    [
      down(50, 100, 0),
      down(350, 100, 20, 2),
      move(180, 100, 60),
      move(220, 100, 60, 2),
      up(220, 100, 90, 2),
      up(180, 100, 99),
    ],
    [{ do: "pinch", to: "in" }],
  ],
  ["two fingers that rest", [down(50, 100, 0), down(350, 100, 20, 2), up(350, 100, 90, 2), up(50, 100, 99)], []],
  ["a finger nobody saw come", [move(200, 100, 0, 7), up(200, 100, 10, 7)], []],
])("%s", (_name, touches, acts) => {
  expect(run(touches).acts).toEqual(acts);
});

function hurried(): Act[] {
  return [{ do: "hurry" }, { do: "stop-hurrying" }];
}

test("after any sequence of touches, lifting every finger leads back to rest", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 300; round += 1) {
    const touches: Touch[] = [];
    for (let n = 0; n < 20; n += 1) {
      const [id, x, y, at] = [Math.ceil(random() * 3), random() * width, random() * 220, n * random() * 400];
      const on = (["down", "move", "up", "cancel", "wait"] as const)[Math.floor(random() * 5)] ?? "wait";
      touches.push({ on, id, x, y, at });
    }
    const lifted = [1, 2, 3].map((id) => up(0, 0, 9000, id));
    const { acts, hand } = run([...touches, ...lifted]);
    expect(hand.phase.is).toBe("rest");
    const count = (name: Act["do"]) => acts.filter((act) => act.do === name).length;
    expect(count("hurry")).toBe(count("stop-hurrying"));
    expect(count("start-scrub")).toBe(count("end-scrub"));
  }
});

test("only a tap keeps waiting for another one, longer in a series", () => {
  expect(patienceMs(run(tap(350, 0)).hand)).toBe(300);
  expect(patienceMs(run([...tap(350, 0), ...tap(350, 200)]).hand)).toBe(700);
  expect(patienceMs(run([down(200, 150, 0), move(203, 120, 30), up(204, 60, 80)]).hand)).toBe(0);
});
