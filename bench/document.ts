// docs/benchmarks.md, made of the last results.import type { Goal, Spread } from "./notes.ts";
import { findReason } from "./reasons.ts";

import type { Result } from "./results.ts";
import type { Goal, Spread } from "./notes.ts";

export const benchmarksFile = "docs/benchmarks.md";

/** In the order of the document, with what each is about. */
export const titles: Record<string, string> = {
  list: "The list: `GET /api/video/list`",
  growth: "Growth: 10 to 100,000 videos",
  "sign-in": "Signing in, the whole way",
  serving: "Bytes, sent by the archive itself",
  accel: "Bytes, sent by nginx after our yes (X-Accel-Redirect)",
  memory: "Memory, idle and with 200 viewers",
  page: "The page: weight and start",
  home: "The home page with 10,000 and 100,000 videos",
  player: "Watching",
  "player-memory": "Watching for long",
  preparing: "Preparing recordings",
};

export function writeDocument(results: ReadonlyMap<string, Result>): string {
  const parts = Object.keys(titles).map((bench) => describeBench(bench, results.get(bench)));
  return [head, ...parts].join("\n");
}

const head = `# Benchmarks

Made by \`npm run bench\` of what it measured last; \`npm run bench -- list\` runs one and changes its part only. Do not
edit: the results lie in \`bench/results\`.

Every ratio is against an anchor in the same run on the same machine, in interleaved rounds; it is the median, and its
quartiles stand behind it. Processor time is what the operating system counted for the server, so it hardly depends on what
else was running; throughput does. The load average tells how quiet the machine was: above its number of cores a missed or
met throughput goal says little. Absolute numbers are of that machine, and only for orientation.
[scale.md](scale.md) reckons with them.
`;

/** Of a figure that has its processor time beside it: printLoads notes both. */
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
