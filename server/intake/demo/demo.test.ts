import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCopy } from "#server/media/facts/decide.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { openTools, type Tools } from "#server/media/ffmpeg/run.ts";
import { measureSound, type Measured } from "#server/media/ffmpeg/sound.ts";
import { jobOf, steps } from "#server/prepare/steps.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { demoJob } from "./add.ts";
import { demoRecordings, findOriginal } from "./recordings.ts";

interface Original {
  title: string;
  description: string;
  facts: Facts;
  measured: Measured;
}

const slow = 120_000;

describe("the demo's originals", () => {
  const originals: Original[] = [];
  const titlesOf = (wanted: (original: Original) => boolean) => originals.filter(wanted).map(({ title }) => title);

  beforeAll(async () => {
    const tools = await openTools();
    for (const recording of demoRecordings) originals.push(await readOriginal(tools, recording));
  }, slow);

  it("are eight files, 4 MB at most together, and none besides", () => {
    expect(demoRecordings).toHaveLength(8);
    const folder = path.dirname(findOriginal(demoRecordings[0] ?? { name: "" }));
    expect(readdirSync(folder).toSorted()).toEqual(demoRecordings.map(({ name }) => name).toSorted());
    const bytes = demoRecordings.reduce((sum, recording) => sum + statSync(findOriginal(recording)).size, 0);
    expect(bytes).toBeLessThanOrEqual(4_000_000);
  });

  it("can all be copied as they are: nothing is encoded before they can be watched", () => {
    const plans = originals.map(({ title, facts }) => [title, planCopy(facts)] as const);
    for (const [title, { video, audio }] of plans)
      expect([title, video, audio?.how]).toEqual([title, !title.startsWith("Voice Memo"), "copy"]);
  });

  it("show each thing once that the page shows differently", () => {
    expect(titlesOf(({ facts }) => (facts.captions ?? []).length > 0)).toEqual(["Night Bus Home"]);
    expect(titlesOf(({ facts }) => facts.video === null)).toEqual(["Voice Memo: Idea for a Chorus"]);
    expect(titlesOf(({ facts }) => typeof facts.cover === "number")).toEqual(["Voice Memo: Idea for a Chorus"]);
    expect(titlesOf(({ facts: { video } }) => video !== null && video.height > video.width)).toEqual([
      "From the Side of the Stage",
    ]);
    expect(titlesOf(({ description }) => /^\d+:\d\d /m.test(description))).toEqual(["Long Drift"]);
  });

  it("last long enough for every entry of the set list, and have pictures that move", () => {
    for (const { title, description, facts } of originals) {
      expect([title, facts.durationSeconds >= 25]).toEqual([title, true]);
      if (facts.video) expect([title, facts.video.framesPerSecond >= 12]).toEqual([title, true]);
      for (const [, minutes, seconds] of description.matchAll(/^(\d+):(\d\d) /gm))
        expect(Number(minutes) * 60 + Number(seconds)).toBeLessThan(facts.durationSeconds - 20);
    }
  });

  it("sound different: no waveform is flat, and no two are alike", () => {
    for (const { title, measured } of originals) {
      const heights = readHeights(measured);
      const spread = Math.max(...heights) - Math.min(...heights.slice(2, -6));
      expect([title, spread >= 8, new Set(heights).size >= 6]).toEqual([title, true, true]);
    }
    for (const one of originals)
      for (const other of originals)
        if (one !== other) expect(differenceOf(one.measured, other.measured)).toBeGreaterThan(1);
  });
});

/** From 0 to 15, evenly over the recording. */
const readHeights = ({ digits }: Measured) => Array.from(digits, (digit) => parseInt(digit, 16));

function differenceOf(one: Measured, other: Measured): number {
  const heights = readHeights(other);
  const gaps = readHeights(one).map((height, index) => Math.abs(height - (heights[index] ?? 0)));
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

async function readOriginal(tools: Tools, recording: (typeof demoRecordings)[number]): Promise<Original> {
  const { title, description } = recording.said;
  const source = findOriginal(recording);
  const facts = await probe(tools, source);
  if (!facts.audio) throw new Error(`${title} has no sound`);
  const measured = await measureSound({ tools, source, limitSeconds: 60 }, facts.audio);
  return { title, description, facts, measured };
}

describe("the first start of the demo", () => {
  let archive: Awaited<ReturnType<typeof openTestArchive>>;
  beforeAll(async () => {
    archive = await openTestArchive({ env: { DEMO_CONTENT: "on" } });
  }, slow);
  afterAll(() => archive[Symbol.asyncDispose]());

  it("makes all eight watchable by every member before it refines any of them", { timeout: slow }, async () => {
    const { db } = archive.parts;
    const isReady = async () => {
      const rows = await db.selectFrom("video").select("id").where("state", "=", "published").execute();
      return rows.length === demoRecordings.length;
    };
    await expect.poll(isReady, { timeout: slow, interval: 50 }).toBe(true);
    const jobs = await db.selectFrom("job").select(["kind", "priority"]).execute();
    const prioritiesOf = (kinds: readonly string[]) =>
      jobs.filter(({ kind }) => kinds.includes(kind)).map(({ priority }) => priority);
    const watchable = prioritiesOf([jobOf("first")]);
    const refining = prioritiesOf(steps.filter((step) => step !== "first").map(jobOf));
    expect(watchable).toHaveLength(demoRecordings.length);
    expect(Math.min(...prioritiesOf([demoJob]))).toBeGreaterThan(Math.max(...watchable));
    expect(Math.min(...watchable)).toBeGreaterThan(Math.max(...refining));
    const hidden = await db.selectFrom("video").select("id").where("hidden", "=", true).execute();
    expect(hidden).toEqual([]);
  });

  it("has songs, one of them in four recordings", { timeout: slow }, async () => {
    const { db } = archive.parts;
    const countTitles = async () => {
      const played = await db
        .selectFrom("performance_song")
        .innerJoin("song", "song.id", "performance_song.song_id")
        .select("song.title")
        .execute();
      return Object.fromEntries(
        Map.groupBy(played, ({ title }) => title)
          .entries()
          .map(([title, all]) => [title, all.length]),
      );
    };
    const expected = { "First tide": 3, Lanterns: 4, "Slow water": 1, "Last tide": 1 };
    await expect.poll(countTitles, { timeout: slow, interval: 50 }).toEqual(expected);
  });
});
