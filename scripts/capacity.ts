// node scripts/capacity.ts: plays one day of an archive, minute by minute, and reckons what it needs from the costs that
// `npm run bench` measured. With --members=50000 --mbits=6 and so on it prints that one size; without arguments the tables
// of docs/scale.md are written.
import { readFileSync, writeFileSync } from "node:fs";
import { readCosts, readMeasured, type Measured } from "./capacity-costs.ts";
import { describeKnees } from "./capacity-knees.ts";
import { assumptions, deliveries, loadOf, reckon, type Assumed, type Costs, type Needs } from "./capacity-model.ts";

export const scaleFile = "docs/scale.md";
const marks = ["<!-- sums: made by scripts/capacity.ts -->", "<!-- end of sums -->"] as const;
const sizes = [
  { members: 1000, videos: 1000 },
  { members: 100_000, videos: 3000 },
  { members: 1_000_000, videos: 10_000 },
];
const usual = Object.fromEntries(Object.entries(assumptions).map(([name, [value]]) => [name, value])) as Assumed;

export function writeScale(results: Measured): void {
  const text = withSums(readFileSync(scaleFile, "utf8"), results);
  writeFileSync(scaleFile, text);
}

export function withSums(text: string, results: Measured): string {
  const [begin, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])];
  if (begin < 0 || end < begin) throw new Error(`${scaleFile} has lost the marks of its tables.`);
  return `${text.slice(0, begin)}${marks[0]}\n${writeTables(results)}\n${text.slice(end)}`;
}

function writeTables(results: Measured): string {
  const missing = new Set<string>();
  const costs = readCosts(results, missing);
  if (missing.size > 0) {
    const benches = [...missing].map((bench) => `\`npm run bench -- ${bench}\``).join(", ");
    return `Not everything has been measured yet; missing: ${benches}.`;
  }
  const dates = [...new Set([...results.values()].map(({ date, machine }) => `${date}, ${machine}`))];
  return [
    `Measured: ${dates.join("; ")}.`,
    "",
    "### One core",
    "",
    ...table(["with bytes sent by", "viewers at once", "what each costs"], describeCore(costs)),
    "",
    "### The sums",
    "",
    ...table(["", ...sizes.map(({ members }) => `${count(members)} members`)], describeSums(costs)),
    "",
    "### The knees",
    "",
    ...table(
      ["at", "what bends", "which knob moves it"],
      describeKnees(usual, costs).map(({ at, unit, what, knob }) => [`${count(at)} ${unit}`, what, knob]),
    ),
    "",
    "### What was measured and goes in",
    "",
    "Microseconds of processor for one call, unless the name says otherwise; database sizes are bytes.",
    "",
    ...table(
      ["cost", "value"],
      Object.entries(costs).map(([name, value]) => [`\`${name}\``, digits(value)]),
    ),
    "",
    "### What was assumed and goes in",
    "",
    ...table(
      ["argument", "value", "meaning"],
      Object.entries(assumptions).map(([name, [value, meaning]]) => [`\`--${name}\``, digits(value), meaning]),
    ),
  ].join("\n");
}

function describeCore(costs: Costs): string[][] {
  const one = loadOf(usual, costs, { visits: 0, starts: 0, watching: 1 });
  return deliveries.map((delivery) => [
    { archive: "the archive", nginx: "nginx (`ACCEL_PREFIX`)", bucket: "the bucket (`S3_DELIVERY=redirect`)" }[
      delivery
    ],
    count(usual.busyShare / one.cores[delivery]),
    `${digits(one.cores[delivery] * 1000)} ms of processor each second`,
  ]);
}

function describeSums(costs: Costs): string[][] {
  const all = sizes.map((size) => reckon({ ...usual, ...size }, costs));
  return describeNeeds().map(([name, show]) => [name, ...all.map(show)]);
}

function describeNeeds(): [string, (needs: Needs) => string][] {
  return [
    ["watching at once, at the peak", ({ peak }) => count(peak.watching)],
    ["requests a second, at the peak", ({ peak }) => count(peak.requestsPerSecond)],
    ["requests a day", ({ requests }) => count(requests)],
    ["Gbit/s, at the peak", ({ peak }) => digits(peak.gigabitsPerSecond)],
    ["TB sent in a month", ({ terabytes }) => digits(terabytes * 30)],
    ["writes to the database a second, at the peak", ({ peak }) => digits(peak.writesPerSecond)],
    ["database, GB", ({ databaseGigabytes }) => digits(databaseGigabytes)],
    ["media stored, TB", ({ storageTerabytes }) => digits(storageTerabytes)],
    ["cores for the web, the archive sends the bytes", ({ webCores }) => digits(webCores.archive)],
    ["cores, nginx sends them", ({ webCores }) => digits(webCores.nginx)],
    ["cores, the bucket sends them", ({ webCores }) => digits(webCores.bucket)],
    ["cores for preparing", ({ workerCores }) => digits(workerCores)],
    ["machines, if they send the bytes", ({ machines, limit }) => `${count(machines)} (${limit})`],
    ["servers, a month", ({ money }) => euros(money.servers)],
    ["traffic, a month", ({ money }) => euros(money.traffic)],
    ["storage, a month", ({ money }) => euros(money.storage)],
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-GB", { maximumSignificantDigits: 3 });
}

function digits(value: number): string {
  return value.toLocaleString("en-GB", { maximumSignificantDigits: 3 });
}

function euros(value: number): string {
  return `${value.toLocaleString("en-GB", { maximumSignificantDigits: 2 })} €`;
}

function readArguments(words: readonly string[]): Assumed {
  const given = words.map((word) => {
    const [, name = "", value = ""] = /^--(\w+)=(.+)$/.exec(word) ?? [];
    if (!Object.hasOwn(assumptions, name) || !Number.isFinite(Number(value)))
      throw new Error(`${word}: write --name=number; there are ${Object.keys(assumptions).join(", ")}.`);
    return [name, Number(value)] as const;
  });
  return { ...usual, ...Object.fromEntries(given) };
}

function printOne(words: readonly string[]): void {
  const assumed = readArguments(words);
  const missing = new Set<string>();
  const costs = readCosts(readMeasured(), missing);
  if (missing.size > 0) throw new Error(`Not measured yet: npm run bench -- ${[...missing].join(" ")}`);
  const needs = reckon(assumed, costs);
  for (const [name, [, meaning]] of Object.entries(assumptions))
    console.log(`  --${name.padEnd(16)}${digits(assumed[name as keyof Assumed]).padStart(10)}  ${meaning}`);
  console.log("");
  for (const [name, show] of describeNeeds()) console.log(`  ${name.padEnd(50)}${show(needs)}`);
}

if (import.meta.main) {
  if (process.argv.length > 2) printOne(process.argv.slice(2));
  else writeScale(readMeasured());
}
