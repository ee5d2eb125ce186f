// What smaller sizes cost under each choice of SMALLER_SIZES, and how often somebody misses one: an archive of 400 evenings,
// watched for a year. Plays are modelled (most are of what is new, the rest of few favourites; most lines are fast); what a
// minute of a recording costs was measured by `npm run bench -- import encoders`.
import { createRandom } from "#server/testing/random.ts";
import { noteFigure } from "./notes.ts";
import { printGoals } from "./ratios.ts";
import { readResults } from "./results.ts";

const recordings = 400;
const minutes = 90;
/** They were added evenly over so many years; the last one is the year that is watched. */
const years = 4;
/** In the year: of about 30 members, and of about 300. */
const plays = [3000, 30_000];
/** Of all plays, so many are of what was added in the last month. */
const shareOfNew = 0.5;
/** Of all plays, so many on a line that is too slow for the recording itself. */
const slowShare = 0.15;
/** Until a size that was asked for is there. */
const waitDays = 0.25;

interface Recording {
  /** In days, from the beginning of the year that is watched; negative before it. */
  addedAt: number;
}

interface Play {
  /** Which recording. */
  of: number;
  day: number;
  /** On a line that is too slow for the recording itself. */
  isSlow: boolean;
}

interface Costs {
  processor: number;
  kilobits: number;
}

interface Policy {
  name: string;
  /** On which day its smaller sizes are there, given the first play on a slow line; Infinity for never. */
  readyAt(recording: Recording, firstSlow: number): number;
}

const policies: readonly Policy[] = [
  { name: "always", readyAt: ({ addedAt }) => addedAt },
  { name: "newer than 12 months", readyAt: ({ addedAt }) => (addedAt >= -365 ? addedAt : Infinity) },
  { name: "when-asked", readyAt: (_, firstSlow) => firstSlow + waitDays },
  { name: "never", readyAt: () => Infinity },
];

export function benchPolicies(): Promise<boolean> {
  const costs = readCosts();
  const all = Array.from({ length: recordings }, (_, n): Recording => ({
    addedAt: 365 - ((n + 1) / recordings) * 365 * years,
  }));
  for (const count of plays) judge(all, play(all, count), costs);
  return Promise.resolve(printGoals([]));
}

function judge(all: readonly Recording[], played: readonly Play[], { processor, kilobits }: Costs): void {
  console.log(`\n${recordings} recordings of ${minutes} minutes, ${played.length} plays in a year\n`);
  for (const { name, readyAt } of policies) {
    const firstSlow = (n: number) => played.find(({ of, isSlow }) => of === n && isSlow)?.day ?? Infinity;
    const ready = all.map((recording, n) => readyAt(recording, firstSlow(n)));
    const made = ready.filter(Number.isFinite).length;
    const missed = played.filter(({ of, day, isSlow }) => isSlow && day < (ready[of] ?? Infinity)).length;
    const figures = {
      recordings: made,
      "processor hours": (made * minutes * processor) / 3600,
      GB: (made * minutes * 60 * kilobits) / 8e6,
      "of 100 plays without a size that fits": (missed / played.length) * 100,
    };
    for (const [unit, value] of Object.entries(figures)) noteFigure(`${played.length} plays, ${name}`, value, unit);
    const text = Object.entries(figures).map(
      ([unit, value]) => `${value.toFixed(unit === "recordings" ? 0 : 1)} ${unit}`,
    );
    console.log(`  ${name.padEnd(22)} ${text.join(", ")}`);
  }
}

/** Seconds of processor for a minute of a recording, and the rate of both sizes together. */
function readCosts(): Costs {
  const results = readResults();
  const find = (bench: string, wanted: string) => {
    const value = results.get(bench)?.figures.find(({ name }) => name === wanted)?.value;
    if (value === undefined) throw new Error(`Not measured yet: npm run bench -- ${bench}`);
    return value;
  };
  return {
    processor: find("import", "a minute of 1080p, step rungs, processor"),
    kilobits: find("encoders", "720 x264 veryfast 23, rate") + find("encoders", "480 x264 superfast 23, rate"),
  };
}

function play(all: readonly Recording[], count: number): Play[] {
  const random = createRandom(1);
  // the n-th favourite is played 1/n as often as the first; which they are has nothing to do with their age
  const favourites = random.shuffle([...all.keys()]);
  const weights = favourites.map((_, rank) => 1 / (rank + 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const favourite = () => {
    let left = (random.below(1e6) / 1e6) * whole;
    return favourites[weights.findIndex((weight) => (left -= weight) <= 0)] ?? 0;
  };
  return Array.from({ length: count }, (_, n) => (n / count) * 365).map((day) => {
    const recent = [...all.keys()].filter((n) => isBetween(all[n]?.addedAt, day - 30, day));
    let of = recent.length > 0 && random.chance(shareOfNew) ? random.pick(recent) : favourite();
    while (!isBetween(all[of]?.addedAt, -Infinity, day)) of = favourite();
    return { of, day, isSlow: random.chance(slowShare) };
  });
}

const isBetween = (value = 0, from: number, to: number) => value > from && value <= to;
