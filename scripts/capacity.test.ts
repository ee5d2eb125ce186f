import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { benchmarksFile, readResults, writeDocument } from "../bench/report.ts";
import { assumptions, playDay, reckon, type Assumed, type Costs } from "./capacity-model.ts";
import { scaleFile, withSums } from "./capacity.ts";

const usual = Object.fromEntries(Object.entries(assumptions).map(([name, [value]]) => [name, value])) as Assumed;
/** Round numbers, not measured ones: what is tested here is the arithmetic. */
const costs: Costs = {
  arrive: 4000,
  arriveBehind: 3000,
  door: 50,
  listPerVideo: 0.01,
  listKnown: 50,
  video: 300,
  savePosition: 300,
  signIn: 5000,
  playlist: 100,
  small: 150,
  ownSecondsPerGigabyte: 0.4,
  accelSecondsPerGigabyte: 0.15,
  accelSmall: 100,
  prepareSecondsPerMinute: 30,
  listKilobytes: 50,
  pageKilobytes: 120,
  idleMegabytes: 120,
  viewerKibibytes: 300,
  databasePerVideo: 1000,
  databasePerMember: 1000,
};

it("the documents hold the last results (else run: npm run bench -- --document)", () => {
  const results = readResults();
  expect(readFileSync(benchmarksFile, "utf8")).toBe(writeDocument(results));
  const text = readFileSync(scaleFile, "utf8");
  expect(text).toBe(withSums(text, results));
});

it("the same assumptions give the same day, and ten times the members ten times the bytes", () => {
  const day = playDay({ ...usual, members: 20_000 }, costs);
  expect(playDay({ ...usual, members: 20_000 }, costs)).toEqual(day);
  const larger = playDay({ ...usual, members: 200_000 }, costs);
  expect(larger.terabytes / day.terabytes).toBeGreaterThan(9.5);
  expect(larger.terabytes / day.terabytes).toBeLessThan(10.5);
});

it("the bytes of a day are those of the minutes that were watched", () => {
  const assumed = { ...usual, members: 100_000, premiereShare: 0, knownShare: 1 };
  const { terabytes } = playDay(assumed, costs);
  const minutes = 100_000 * assumed.activeShare * assumed.visits * assumed.watchShare * assumed.watchMinutes;
  expect(terabytes / ((minutes * 60 * assumed.mbits) / 8e6)).toBeCloseTo(1, 1);
});

it("who sends the bytes decides how many cores, and what is full first decides how many machines", () => {
  const needs = reckon({ ...usual, members: 1_000_000 }, costs);
  expect(needs.webCores.nginx).toBeLessThan(needs.webCores.archive);
  expect(needs.webCores.bucket).toBeLessThan(needs.webCores.nginx);
  expect(needs.limit).toBe("link");
  expect(reckon({ ...usual, members: 1_000_000, linkGbits: 1000 }, costs).limit).toBe("processor");
  expect(reckon({ ...usual, members: 100 }, costs)).toMatchObject({ machines: 1, limit: "one is enough" });
});

it("an argument that is none is refused with the list of those there are", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/capacity.ts", "--nonsense=1"], { encoding: "utf8" });
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/--nonsense=1: write --name=number; there are members, /);
});
