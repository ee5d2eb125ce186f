// What a person must see and hear, calculated only from what was written into the file.
import type { Arranged, Edit, Heard, Part, Recipe, Shown, Truth, Unit } from "./model.ts";

/** In TS and FLV, a jump this long means that recording was paused, not that the music was. */
const jumpSeconds = 10;

export function findTruth(recipe: Recipe, { parts, edits }: Arranged): Truth {
  const whole = join(parts, recipe.container === "ts" || recipe.container === "flv");
  const pictures = edits ? cut(listShown(whole.pictures), edits.pictures) : listShown(whole.pictures);
  const sound = edits ? cut(listHeard(whole.sound), edits.sound) : listHeard(whole.sound);
  const all = [...pictures, ...sound];
  const zero = Math.min(...all.map(({ at }) => at));
  const end = Math.max(...all.map(({ until }) => until));
  const moved = <T extends { at: number; until: number }>(one: T) => ({
    ...one,
    at: one.at - zero,
    until: one.until - zero,
  });
  return {
    seconds: end - zero,
    pictures: stand(pictures.map(moved), end - zero),
    sound: sound.map(moved),
    slack: findSlack(recipe, pictures, sound),
  };
}

/** A part whose times go back, or too far ahead, directly follows the one before. */
function join(parts: readonly Part[], closesJumps: boolean): Part {
  const whole: Part = { pictures: [], sound: [] };
  let [offset, end] = [0, -Infinity];
  for (const { pictures, sound } of parts) {
    const units = [...pictures, ...sound];
    const begins = Math.min(...units.map(({ at }) => at)) + offset;
    const isBreak = begins < end - 0.05 || (closesJumps && begins - end >= jumpSeconds);
    if (isBreak && end > -Infinity) offset += end - begins;
    end = Math.max(end, ...units.map(({ at, seconds }) => at + seconds + offset));
    const move = (unit: Unit) => ({ ...unit, at: unit.at + offset });
    whole.pictures.push(...pictures.map(move));
    whole.sound.push(...sound.map(move));
  }
  return whole;
}

function listShown(units: readonly Unit[]): Shown[] {
  const sorted = units.filter(({ isBroken }) => !isBroken).toSorted((a, b) => a.at - b.at);
  return sorted.map(({ at, seconds, content }, index) => ({
    at,
    until: sorted[index + 1]?.at ?? at + seconds,
    frame: content,
    interval: seconds,
  }));
}

/** Consecutive packets are one range; an encoder's lead-in is not heard. */
function listHeard(units: readonly Unit[]): Heard[] {
  const heard: Heard[] = [];
  for (const { at, seconds, content } of units) {
    const lead = Math.max(0, -content);
    if (lead >= seconds) continue;
    const last = heard.at(-1);
    const isNext = last && Math.abs(last.until - at) < 0.002 && Math.abs(last.content + at - last.at - content) < 0.002;
    if (isNext) last.until = at + seconds;
    else heard.push({ at: at + lead, until: at + seconds, content: content + lead });
  }
  return heard;
}

/** What an edit list shows, at the times it gives. */
function cut<T extends Shown | Heard>(stretches: readonly T[], edits: readonly Edit[]): T[] {
  const left: T[] = [];
  let time = 0;
  for (const { from, seconds } of edits) {
    if (from !== null)
      for (const one of stretches) {
        const [at, until] = [Math.max(one.at, from), Math.min(one.until, from + seconds)];
        if (until - at < 1e-4) continue;
        const piece = { ...one, at: time + at - from, until: time + until - from };
        if ("content" in piece) piece.content += at - one.at;
        else piece.isCut = at > one.at;
        left.push(piece);
      }
    time += seconds;
  }
  return left;
}

/** A frame is shown until the next one; the first from the beginning, the last until the end. */
function stand(pictures: readonly Shown[], seconds: number): Shown[] {
  return pictures.map((one, index) => ({
    ...one,
    at: index === 0 ? 0 : one.at,
    until: pictures[index + 1]?.at ?? seconds,
  }));
}

/** If a container states neither the encoder's lead-in nor the length of the last frame, several readings are correct. */
function findSlack(recipe: Recipe, pictures: readonly Shown[], sound: readonly Heard[]): number {
  const isTold = recipe.container === "mp4" || recipe.container === "mov";
  const lead = recipe.byFfmpeg && !isTold ? 0.03 : 0;
  const last = pictures.at(-1);
  const endsLast = last && last.until > Math.max(0, ...sound.map(({ until }) => until));
  // before a joint, nothing says how much of the last audio packet is to be heard
  const joint = recipe.audio && recipe.moves.some((move) => move.do === "part") ? 0.02 : 0;
  return 0.002 + lead + joint + (endsLast && !isTold ? last.interval : 0);
}
