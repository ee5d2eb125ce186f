// Hands the touches on the picture to the recogniser, and runs what it recognises. A mouse is not its business.
import { type PointerEvent, type TouchEvent, useEffect, useRef, useState } from "react";

interface Gestures {
  /** A gesture lasts from the first touch until no further tap can belong to it. */
  isBusy: boolean;
  surface: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
    onTouchEnd: (event: TouchEvent) => void;
  };
}

/** `run` gets the width of the picture, too. It may be called later than it was made: it must not rely on old values. */
export function useGestures(run: (act: Act, width: number) => void): Gestures {
  const hand = useRef(restingHand);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = (touch: Touch, width: number) => {
    const { hand: next, acts } = feel(hand.current, touch, width);
    const { phase } = next;
    const isNew = phase !== hand.current.phase;
    hand.current = next;
    for (const act of acts) run(act, width);
    if (!isNew) return;
    clearTimeout(timer.current);
    const patience = patienceMs(next);
    setBusy(phase.is !== "rest" || patience > 0);
    if (phase.is === "pressed") {
      timer.current = setTimeout(() => take({ on: "wait", at: phase.from.at + holdMs }, width), holdMs);
    } else if (patience > 0) timer.current = setTimeout(() => setBusy(false), patience);
  };
  const handle = (kind: "down" | "move" | "up", event: PointerEvent) => {
    if (!isFinger(event)) return;
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const { pointerId: id, clientX, clientY, timeStamp: at } = event;
    take({ on: kind, id, x: clientX - left, y: clientY - top, at }, width);
  };
  return {
    isBusy,
    surface: {
      onPointerDown: (event) => handle("down", event),
      onPointerMove: (event) => handle("move", event),
      onPointerUp: (event) => handle("up", event),
      onPointerCancel: (event) => {
        if (isFinger(event)) take({ on: "cancel", id: event.pointerId }, event.currentTarget.clientWidth);
      },
      // else the browser makes a click of the tap, and it lands on whatever the tap has just revealed
      onTouchEnd: (event) => {
        if (event.cancelable) event.preventDefault();
      },
    },
  };
}

export function isFinger({ pointerType }: { pointerType: string }): boolean {
  return pointerType === "touch" || pointerType === "pen";
}

/** Where a finger is, in pixels from the top left corner of the picture, and when, in milliseconds. */
interface Finger {
  id: number;
  x: number;
  y: number;
  at: number;
}

export type Touch =
  | ({ on: "down" | "move" | "up" } & Finger)
  | { on: "cancel"; id: number }
  /** Time has passed, and nothing else. */
  | { on: "wait"; at: number };

export type Act =
  /** Told for the first tap of several, too: it must not wait for a second one. */
  | { do: "tap" }
  /** `total` counts all the taps of one series. */
  | { do: "skip"; seconds: number; total: number }
  | { do: "hurry" | "stop-hurrying" }
  | { do: "start-scrub" }
  /** Pixels to the right since the last one, and how far the finger is above or below its start. */
  | { do: "scrub"; dx: number; away: number }
  | { do: "end-scrub"; isWanted: boolean }
  | { do: "swipe"; to: "up" | "down" }
  | { do: "pinch"; to: "in" | "out" };

type Side = "left" | "middle" | "right";
interface Series {
  side: Side;
  last: Finger;
  count: number;
}
type Phase =
  | { is: "rest"; series: Series | null }
  | { is: "pressed"; from: Finger; series: Series | null }
  | { is: "held"; from: Finger; series: Series | null }
  | { is: "scrubbing"; from: Finger }
  | { is: "swiping"; from: Finger }
  | { is: "pinching"; spread: number }
  /** Lasts until all fingers are lifted. */
  | { is: "ignoring" };

export interface Hand {
  fingers: readonly Finger[];
  phase: Phase;
}
/**
 * Recognises gestures on the picture: touches go in, acts come out. Pure, so every sequence of touches can be tested.
 */
export const restingHand: Hand = { fingers: [], phase: { is: "rest", series: null } };

const slopPixels = 12;
const nearPixels = 64;
const swipePixels = 48;
const pinchRatio = 1.25;
const holdMs = 500;
const skipSeconds = 10;
/** How long after a tap another one belongs to it: longer in a series, where the next tap is expected. */
const [secondTapMs, nextTapMs] = [300, 700];

/** How long after this tap the next one may still belong to it. */
export function patienceMs(hand: Hand): number {
  const series = hand.phase.is === "rest" ? hand.phase.series : null;
  if (!series) return 0;
  return series.count > 1 ? nextTapMs : secondTapMs;
}

interface Step {
  hand: Hand;
  acts: Act[];
}

/** `width` is the picture's. */
export function feel(hand: Hand, touch: Touch, width: number): Step {
  if (touch.on === "wait") return waited(hand, touch.at);
  const before = hand.fingers.find(({ id }) => id === touch.id);
  const others = hand.fingers.filter(({ id }) => id !== touch.id);
  if (touch.on === "down") return pressed(hand, [...others, asFinger(touch)], touch);
  if (!before) return { hand, acts: [] };
  if (touch.on === "move") return moved(hand, [...others, asFinger(touch)], { before, now: touch });
  if (touch.on === "cancel") return { hand: settle(others), acts: breakOff(hand.phase) };
  return lifted(hand, others, { now: touch, width });
}

function pressed(hand: Hand, fingers: readonly Finger[], now: Finger): Step {
  const { phase } = hand;
  const [first, second] = fingers;
  if (fingers.length === 1) {
    const isNext = phase.is === "rest" && phase.series && belongs(phase.series, now, patienceMs(hand));
    return {
      hand: { fingers, phase: { is: "pressed", from: asFinger(now), series: isNext ? phase.series : null } },
      acts: breakOff(phase),
    };
  }
  const isPinch = fingers.length === 2 && first && second && (phase.is === "pressed" || phase.is === "swiping");
  const next: Phase = isPinch ? { is: "pinching", spread: distance(first, second) } : { is: "ignoring" };
  return { hand: { fingers, phase: next }, acts: breakOff(phase) };
}

function moved(hand: Hand, fingers: readonly Finger[], { before, now }: { before: Finger; now: Finger }): Step {
  const { phase } = hand;
  if (phase.is === "scrubbing") {
    return {
      hand: { fingers, phase },
      acts: [{ do: "scrub", dx: now.x - before.x, away: Math.abs(now.y - phase.from.y) }],
    };
  }
  if (phase.is !== "pressed" || distance(phase.from, now) <= slopPixels) return { hand: { fingers, phase }, acts: [] };
  const [dx, dy] = [now.x - phase.from.x, now.y - phase.from.y];
  if (Math.abs(dy) > Math.abs(dx)) return { hand: { fingers, phase: { is: "swiping", from: phase.from } }, acts: [] };
  // the first pixels only said which way it goes
  return { hand: { fingers, phase: { is: "scrubbing", from: asFinger(now) } }, acts: [{ do: "start-scrub" }] };
}

function lifted(hand: Hand, others: readonly Finger[], { now, width }: { now: Finger; width: number }): Step {
  const { phase } = hand;
  if (phase.is === "pressed" || phase.is === "held") {
    const acts: Act[] = phase.is === "held" ? [{ do: "stop-hurrying" }] : [];
    // judged by the touch's own time: on a busy device the clock may have run ahead of it
    if (now.at - phase.from.at >= holdMs) return { hand: settle(others), acts };
    const { series, act } = tapped(phase.series, phase.from, { now, width });
    return { hand: { fingers: others, phase: { is: "rest", series } }, acts: act ? [...acts, act] : acts };
  }
  if (phase.is === "scrubbing") return { hand: settle(others), acts: [{ do: "end-scrub", isWanted: true }] };
  if (phase.is === "swiping") {
    const [dx, dy] = [now.x - phase.from.x, now.y - phase.from.y];
    const isSwipe = Math.abs(dy) >= swipePixels && Math.abs(dy) > Math.abs(dx);
    return { hand: settle(others), acts: isSwipe ? [{ do: "swipe", to: dy < 0 ? "up" : "down" }] : [] };
  }
  if (phase.is === "pinching") {
    const [other] = others;
    const ratio = other ? distance(other, now) / Math.max(1, phase.spread) : 1;
    const to = ratio >= pinchRatio ? "out" : ratio <= 1 / pinchRatio ? "in" : null;
    return { hand: settle(others), acts: to ? [{ do: "pinch", to }] : [] };
  }
  return { hand: settle(others), acts: [] };
}

function waited(hand: Hand, at: number): Step {
  const { phase } = hand;
  if (phase.is !== "pressed" || at - phase.from.at < holdMs) return { hand, acts: [] };
  return { hand: { ...hand, phase: { ...phase, is: "held" } }, acts: [{ do: "hurry" }] };
}

/** The first tap counts at once; in the middle, more of them do nothing. */
function tapped(series: Series | null, from: Finger, { now, width }: { now: Finger; width: number }) {
  if (!series) {
    const first: Series = { side: sideOf(from.x, width), last: asFinger(now), count: 1 };
    return { series: first, act: { do: "tap" } as Act };
  }
  const next: Series = { ...series, last: asFinger(now), count: series.count + 1 };
  if (series.side === "middle") return { series: next, act: null };
  const seconds = series.side === "left" ? -skipSeconds : skipSeconds;
  return { series: next, act: { do: "skip", seconds, total: series.count * skipSeconds } as Act };
}

function belongs({ last }: Series, now: Finger, patience: number): boolean {
  return now.at - last.at <= patience && distance(last, now) <= nearPixels;
}
function sideOf(x: number, width: number): Side {
  return x < width / 3 ? "left" : x > (width * 2) / 3 ? "right" : "middle";
}

/** What has begun and now ends without its finger being lifted. */
function breakOff(phase: Phase): Act[] {
  if (phase.is === "held") return [{ do: "stop-hurrying" }];
  if (phase.is === "scrubbing") return [{ do: "end-scrub", isWanted: false }];
  return [];
}
function settle(fingers: readonly Finger[]): Hand {
  return { fingers, phase: fingers.length > 0 ? { is: "ignoring" } : { is: "rest", series: null } };
}
function asFinger({ id, x, y, at }: Finger): Finger {
  return { id, x, y, at };
}
function distance(one: Finger, other: Finger): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
