// Writes docs/benchmarks.md from the last results.
import { findReason } from "./reasons.ts";
import type { Goal, Spread } from "./notes.ts";
import type { Result } from "./results.ts";

export const benchmarksFile = "docs/benchmarks.md";

/** The sections of the document, in their order. */
const titles: Record<string, string> = {
  list: "The list: `GET /api/video/list`",
  levels: "The list with six levels, against one",
  growth: "Growth: 10 to 100,000 recordings",
  search: "Search among 100,000 recordings, against 1,000",
  songs: "A song that was played 10,000 times, against one played 10 times",
  "sign-in": "Signing in, from the first request to the last",
  serving: "Files sent by the archive itself",
  accel: "Files sent by nginx or Caddy after our permission check",
  visit: "One visit as a whole",
  writes: "Readers beside 300 writes a second, on SQLite",
  memory: "Memory, idle and with 200 viewers",
  rest: "A server at rest",
  page: "The page: size and start",
  "first-sight": "First sight on a slow phone",
  home: "The home page with 10,000 and 100,000 recordings",
  player: "Watching",
  "player-memory": "Watching for a long time",
  preparing: "Preparing recordings",
  import: "Importing many recordings",
  encoders: "Encoders for the smaller sizes",
  policies: "Smaller sizes in an archive of 400 recordings, choice by choice",
};

export function writeDocument(results: ReadonlyMap<string, Result>): string {
  const parts = Object.keys(titles).map((bench) => describeBench(bench, results.get(bench)));
  return [head, ...parts].join("\n");
}

const head = `# Benchmarks

How fast the archive is, compared with bare servers, nginx and plain ffmpeg. \`npm run bench\` writes this document from its last
results in \`bench/results\`, so do not edit it; \`npm run bench -- list\` runs one benchmark and changes only that section.

- **Ratios** compare with another program (column "against") in the same run on the same machine, in rounds that take turns. Each is
  a median; its quartiles are beside it.
- **Processor time** is counted by the operating system for the server alone, so it hardly depends on what else was running.
  Throughput does.
- **The load average** shows how busy the machine was. When it is above the number of cores, a met or missed throughput goal says
  little.
- **Absolute numbers** are valid for that machine only. [scale.md](scale.md) uses them to estimate how large a machine you need.
`;

/** The ending of figures that also have a processor time: printLoads notes both. */
const callEnding = ", rate";

function describeBench(bench: string, result: Result | undefined): string {
  const title = `## ${titles[bench]}\n`;
  if (!result) return `${title}\nNot measured yet: \`npm run bench -- ${bench}\`.\n`;
  const { date, machine, load, goals, figures } = result;
  const lines = [title, `${date}, ${machine}; load average ${load.before} before, ${load.after} after.`, ""];
  if (goals.length > 0) {
    lines.push("| what | against | ratio | quartiles | goal | met |", "|---|---|---|---|---|---|");
    lines.push(...goals.map(describeGoal), "");
  }
  if (goals.length === 0) lines.push(`Its goal was ${result.isReached ? "met" : "missed"}.`, "");
  const calls = figures
    .filter(({ name }) => name.endsWith(callEnding))
    .map(({ name }) => name.slice(0, -callEnding.length));
  if (calls.length > 0) {
    const valueOf = (name: string) => show(figures.find((figure) => figure.name === name)?.value ?? Number.NaN);
    lines.push("| call | requests/s | µs of processor each |", "|---|---|---|");
    lines.push(
      ...calls.map((call) => `| ${call} | ${valueOf(call + callEnding)} | ${valueOf(`${call}, processor`)} |`),
      "",
    );
  }
  const others = figures.filter(
    ({ name }) => !calls.some((call) => name.startsWith(`${call}, `) && /, (rate|processor)$/.test(name)),
  );
  if (others.length > 0) {
    lines.push("| figure | measured |", "|---|---|");
    lines.push(...others.map(({ name, value, unit }) => `| ${name} | ${show(value)} ${unit} |`), "");
  }
  return lines.join("\n");
}

function describeGoal({ name, goal, measured, isReached }: Goal): string {
  const [what = "", anchor = "-"] = name.replace(/^-- /, "").split(" / ");
  const hasGoal = goal !== "none";
  const reason = isReached ? undefined : findReason(name);
  const met = hasGoal ? (isReached ? "yes" : ["no", reason].filter(Boolean).join(": ")) : "";
  return `| ${[what, anchor, show(measured.median), quartiles(measured), hasGoal ? goal : "", met].join(" | ")} |`;
}

function quartiles({ low, high, median }: Spread): string {
  return low === median && high === median ? "" : `${show(low)} to ${show(high)}`;
}

function show(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 20 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4;
  return value.toLocaleString("en-GB", { maximumFractionDigits: digits });
}
