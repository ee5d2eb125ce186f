// Turns encoded tracks and the moves of a recipe into what is written: which packets, with which times, in which parts.
import type { Arranged, Coded, Edit, Move, Part, Recipe, Unit } from "./model.ts";

export function arrange(recipe: Recipe, coded: { pictures: Coded; sound: Coded | null }): Arranged {
  const isBoxed = recipe.container === "mp4" || recipe.container === "mov";
  const hasEdits = isBoxed && recipe.layout !== "fragments" && !recipe.moves.some((move) => move.do === "no edit list");
  const isLeadTold = hasEdits || recipe.byFfmpeg || (recipe.audio?.codec === "opus" && !isBoxed);
  const isContent = ({ content }: Unit) => isLeadTold || content > -1e-6;
  const whole: Part = {
    pictures: coded.pictures.units.map((unit) => ({ ...unit })),
    sound: (coded.sound?.units ?? []).filter(isContent).map((unit) => ({ ...unit })),
  };
  let parts = [whole];
  for (const move of recipe.moves) parts = parts.flatMap((part) => apply(part, move));
  for (const part of parts) part.pictures = setDecodeTimes(part.pictures);
  const start = recipe.moves.find((move) => move.do === "start")?.at ?? 0;
  if (recipe.moves.some((move) => move.do === "no edit list"))
    for (const { pictures, sound } of parts) for (const units of [pictures, sound]) shift(units, -earliest(units));
  else if (!hasEdits) for (const part of parts) keepAfter(part, start, recipe.container === "ts" ? 0.5 : 0);
  return { parts, edits: hasEdits ? makeEdits(recipe, whole, start) : null };
}

function apply(part: Part, move: Move): Part[] {
  if (move.do === "late") shift(part[move.track], move.seconds);
  if (move.do === "end early") {
    const units = part[move.track];
    const limit = Math.max(...units.map(({ at, seconds }) => at + seconds)) - move.seconds;
    part[move.track] = units.slice(
      0,
      units.findIndex(({ at }) => at >= limit),
    );
  }
  if (move.do === "hole") for (const track of move.tracks) makeHole(part, track, move);
  if (move.do === "no first key frame") {
    const next = part.pictures.findIndex(({ isKey }, index) => index > 0 && isKey);
    part.pictures = part.pictures
      .map((unit, index) => (index < next ? { ...unit, isBroken: true } : unit))
      .slice(Math.min(move.pictures, next));
  }
  if (move.do !== "part") return [part];
  const first = part.pictures.findIndex(({ at, isKey }) => isKey && at >= move.at);
  const cut = part.pictures[first];
  if (!cut) return [part];
  const isBefore = ({ at, seconds }: Unit) => at + seconds / 2 < cut.at;
  const before = { pictures: part.pictures.slice(0, first), sound: part.sound.filter(isBefore) };
  const after = { pictures: part.pictures.slice(first), sound: part.sound.filter((unit) => !isBefore(unit)) };
  const begins = Math.min(earliest(after.pictures), earliest(after.sound));
  for (const units of [after.pictures, after.sound]) shift(units, move.to - begins);
  return [before, after];
}

function makeHole(part: Part, track: "pictures" | "sound", { at, seconds, how }: Extract<Move, { do: "hole" }>): void {
  const units = part[track];
  if (how === "shift") {
    for (const unit of units) if (unit.at + (track === "sound" ? unit.seconds / 2 : 0) >= at) shift([unit], seconds);
    return;
  }
  if (track === "sound") {
    part.sound = units.filter((unit) => unit.at + unit.seconds < at || unit.at >= at + seconds);
    return;
  }
  const from = units.findIndex((unit) => unit.at >= at);
  const key = units.findIndex((unit, index) => index > from && unit.isKey && unit.at >= at + seconds);
  const rest = key < 0 ? [] : units.slice(key);
  // a frame that is stored after a key frame but shown before it needs the dropped frames
  const follows = rest.findIndex((unit, index) => index > 0 && unit.at > (rest[0]?.at ?? 0));
  part.pictures = [...units.slice(0, from), ...rest.slice(0, 1), ...(follows < 0 ? [] : rest.slice(follows))];
}

function shift(units: readonly Unit[], seconds: number): void {
  for (const unit of units) {
    unit.at += seconds;
    unit.decodeAt += seconds;
  }
}

function earliest(units: readonly Unit[]): number {
  return Math.min(Infinity, ...units.map(({ at, decodeAt }) => Math.min(at, decodeAt)));
}

/** Frames are decoded in the order they are stored, each as late as possible before it is shown. */
function setDecodeTimes(pictures: readonly Unit[]): Unit[] {
  const shown = pictures.map(({ at }) => at).toSorted((a, b) => a - b);
  const rank = new Map(shown.map((at, index) => [at, index]));
  const depth = Math.max(0, ...pictures.map(({ at }, index) => index - (rank.get(at) ?? 0)));
  const interval = pictures[0]?.seconds ?? 0.04;
  return pictures.map((unit, index) => ({
    ...unit,
    decodeAt: index >= depth ? (shown[index - depth] ?? 0) : (shown[0] ?? 0) - (depth - index) * interval,
  }));
}

/** Moves a part so that it has no time before this one, and begins where the recipe says. */
function keepAfter(part: Part, start: number, least: number): void {
  for (const units of [part.pictures, part.sound]) shift(units, start);
  const missing = start + least - Math.min(earliest(part.pictures), earliest(part.sound));
  if (missing > 0) for (const units of [part.pictures, part.sound]) shift(units, missing);
}

/** The edit lists of the recipe, or lists that show both tracks completely, without the encoder's lead-in. */
function makeEdits(recipe: Recipe, { pictures, sound }: Part, start: number): NonNullable<Arranged["edits"]> {
  const offset = start > 0 ? [{ from: null, seconds: start }] : [];
  const given = recipe.moves.find((move) => move.do === "edits");
  if (given) return { pictures: [...offset, ...given.pictures], sound: [...offset, ...given.sound] };
  const begins = (units: readonly Unit[]) => Math.min(Infinity, ...units.map(({ at }) => at));
  const soundFrom = sound[0] ? sound[0].at - Math.min(0, sound[0].content) : Infinity;
  const zero = Math.min(begins(pictures), soundFrom);
  const edit = (units: readonly Unit[], from: number): Edit[] => {
    const until = Math.max(...units.map(({ at, seconds }) => at + seconds));
    const wait = from - zero > 1e-4 ? [{ from: null, seconds: from - zero }] : [];
    return units.length === 0 ? [] : [...offset, ...wait, { from, seconds: until - from }];
  };
  return { pictures: edit(pictures, begins(pictures)), sound: edit(sound, soundFrom) };
}
