// What a writer does, and what is allowed to happen then: which of its bytes must still exist afterwards, and which contents
// are a complete file.
import { randomBytes } from "node:crypto";
import { toKey } from "#server/intake/folder/byte-name.ts";
import { makeWave } from "#server/testing/clips.ts";
import type { Random } from "#server/testing/random.ts";

export type Step =
  | { act: "open"; name: string; flags: "w" | "a" | "r+" }
  /** Bytes in base64; `isKept` unless a later step is meant to remove them. */
  | { act: "write"; data: string; isKept: boolean }
  | { act: "truncate"; bytes: number }
  | { act: "pause"; ms: number; closed?: Buffer }
  | { act: "rename"; name: string; to: string }
  | { act: "close" }
  | { act: "die" };

/** What the writer reports about a step. */
export interface Done {
  began: number;
  ended: number;
  isDone: boolean;
}

export interface Plan {
  kind: Kind;
  steps: Step[];
  /** Contents that may be published at any time. Those that existed during a long pause while the file was closed may be, too. */
  complete: Buffer[];
}

export const stillMs = 1200;
const briefly = (random: Random): Step => ({ act: "pause", ms: random.below(200) });
/** Long enough for a closed file to be taken in, even on a busy machine. */
const long = (random: Random): Step => ({ act: "pause", ms: stillMs * 2 + random.below(800) });
const pause = (random: Random): Step => (random.chance(0.5) ? long(random) : briefly(random));

const makePiece = () => Buffer.concat([Buffer.from("TAIL"), randomBytes(300)]);
const makeStart = () => makeWave(makePiece());
const write = (data: Buffer, isKept = true): Step => ({ act: "write", data: data.toString("base64"), isKept });
const open = (name: string, flags: "w" | "a" | "r+" = "w"): Step => ({ act: "open", name, flags });
const close: Step = { act: "close" };

/** Pieces with pauses between them, one of them long, while the file stays open. */
function writeSlowly(pieces: readonly Buffer[], random: Random): Step[] {
  const longBefore = 1 + random.below(pieces.length - 1);
  return pieces.flatMap((piece, index) => [index === longBefore ? long(random) : briefly(random), write(piece)]);
}

const kinds = {
  "written slowly": (name, random) => {
    const pieces = [makeStart(), makePiece(), makePiece()];
    return { steps: [open(name), ...writeSlowly(pieces, random), close], complete: [Buffer.concat(pieces)] };
  },
  "renamed when complete": (name, random) => {
    const pieces = [makeStart(), makePiece()];
    const hidden = hide(name, random);
    const rename: Step = { act: "rename", name: hidden, to: name };
    return { steps: [open(hidden), ...writeSlowly(pieces, random), close, rename], complete: [Buffer.concat(pieces)] };
  },
  "renamed too early": (name, random) => {
    const [start, ...rest] = [makeStart(), makePiece(), makePiece()];
    const hidden = hide(name, random);
    const rename: Step = { act: "rename", name: hidden, to: name };
    const steps = [open(hidden), write(start), rename, ...writeSlowly(rest, random), close];
    return { steps, complete: [Buffer.concat([start, ...rest])] };
  },
  "renamed onto another": (name, random) => {
    const [first, second] = [makeStart(), makeStart()];
    const hidden = hide(name, random);
    const steps = [open(name), write(first, false), close, pause(random), open(hidden), write(second), close];
    return { steps: [...steps, { act: "rename", name: hidden, to: name }], complete: [first, second] };
  },
  "closed briefly": (name, random) => closeAndGoOn(name, 200 + random.below(300)),
  "closed for long": (name, random) => closeAndGoOn(name, stillMs * 2 + random.below(500)),
  "written anew": (name, random) => {
    const [first, second] = [makeStart(), makeStart()];
    const begin: Step = { act: "truncate", bytes: 0 };
    const again: Step[] = random.chance(0.5)
      ? [pause(random), begin, close, { act: "pause", ms: 0 }, open(name, "w")]
      : [
          close,
          { act: "pause", ms: random.below(300), closed: first },
          open(name, "r+"),
          begin,
          close,
          open(name, "a"),
        ];
    return {
      steps: [open(name), write(first, false), ...again, ...writeSlowly([second], random), close],
      complete: [second],
    };
  },
  "cut at the end": (name, random) => {
    const [start, piece] = [makeStart(), makePiece()];
    const steps = [open(name), write(start), write(piece, false), pause(random)];
    return { steps: [...steps, { act: "truncate", bytes: start.length }, close], complete: [start] };
  },
  "killed in the middle": (name, random) => {
    const pieces = [makeStart(), makePiece()];
    const steps = [open(name), ...writeSlowly(pieces, random), { act: "die" } as const, write(makePiece())];
    return { steps, complete: [Buffer.concat(pieces)] };
  },
  "killed before its rename": (name, random) => {
    const steps = [
      open(hide(name, random)),
      ...writeSlowly([makeStart(), makePiece()], random),
      { act: "die" } as const,
    ];
    return { steps, complete: [] };
  },
  "no recording": (name, random) => ({
    steps: [open(name), ...writeSlowly([makePiece()], random), close],
    complete: [],
  }),
} satisfies Record<string, (name: string, random: Random) => { steps: Step[]; complete: Buffer[] }>;

export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as Kind[];

export function makePlan(number: number, kind: Kind, random: Random): Plan {
  return { kind, ...kinds[kind](makeName(number, random), random) };
}

function closeAndGoOn(name: string, ms: number): { steps: Step[]; complete: Buffer[] } {
  const [start, piece] = [makeStart(), makePiece()];
  const between: Step = { act: "pause", ms, closed: start };
  const steps = [open(name), write(start), close, between, open(name, "a"), write(piece), close];
  return { steps, complete: [Buffer.concat([start, piece])] };
}

/** A name that the server ignores. */
function hide(name: string, random: Random): string {
  if (name.length > 240) return `.${name.slice(0, 20)}`;
  return random.pick([`.${name}`, `${name}.part`, `${name}.tmp`]);
}

function makeName(number: number, random: Random): string {
  const name = random.pick([
    Buffer.from(`Song ${number}.wav`),
    Buffer.from(`caf\xe9 ${number}.wav`, "latin1"),
    Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from(`${number}.wav`)]),
    Buffer.from(`${number} ${"x".repeat(251 - String(number).length - 1)}.wav`),
    Buffer.from(`two\nlines ${number}.wav`),
    Buffer.from(`🎸 ${number}.wav`),
    Buffer.from(`no kind ${number}`),
  ]);
  return toKey(name);
}
