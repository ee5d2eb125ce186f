import { expect, it } from "vitest";
import { makeConcert } from "#server/testing/sound/concert.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { findGaps } from "./gaps.ts";
import { openPeakReader, type Heard } from "./peaks.ts";

const rate = 48_000;

function listen(chunks: readonly Buffer[]): Heard {
  const reader = openPeakReader(rate);
  for (const chunk of chunks) reader.add(chunk);
  return reader.end();
}

it(
  "most borders of computed concerts are found within a second, and few are wrong",
  { timeout: unscaled(300_000, 1_800_000) },
  () => {
    const sum = { borders: 0, starts: 0, ends: 0, wrong: 0 };
    const isNear = (one: number, other: number) => Math.abs(one - other) <= 1;
    for (let concert = 0; concert < scaled(1, 20); concert += 1) {
      const { chunks, songs } = makeConcert(seed * 1000 + concert, unscaled(4, 12));
      const heard = listen(chunks);
      const gaps = findGaps(heard);
      sum.borders += songs.length;
      sum.starts += songs.filter(({ start }) => gaps.some(({ to }) => isNear(to, start))).length;
      sum.ends += songs.filter(({ end }) => gaps.some(({ from }) => isNear(from, end))).length;
      const inside = gaps.filter(({ to }) => to < heard.seconds - 1);
      sum.wrong += inside.filter(({ to }) => !songs.some(({ start }) => isNear(start, to))).length;
    }
    console.log(
      `of ${sum.borders} songs, found within 1 s: ${sum.starts} starts, ${sum.ends} ends; ${sum.wrong} wrong`,
    );
    expect(sum.starts / sum.borders).toBeGreaterThanOrEqual(0.75);
    expect(sum.ends / sum.borders).toBeGreaterThanOrEqual(0.75);
    expect(sum.wrong / sum.borders).toBeLessThan(0.25);
    publish("borders", sum);
  },
);

it("silence and noise alone have no borders to suggest inside them", () => {
  expect(findGaps(listen([Buffer.alloc(rate * 2 * 5)]))).toEqual([]);
  expect(findGaps(listen([]))).toEqual([]);
  const noise = Buffer.from(Int16Array.from({ length: rate * 60 }, (_, at) => ((at * 7919) % 8000) - 4000).buffer);
  expect(findGaps(listen([noise]))).toEqual([]);
});
