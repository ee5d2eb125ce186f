// `npm run bench`: runs every benchmark, or only those that are named, and writes the documents.
// With --document nothing is measured: the documents are written again from the last results.
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { writeScale } from "#scripts/capacity.ts";
import { benchGrowth, benchLevels, benchList, benchSignIn } from "./list.ts";
import { benchFirstSight, benchHome, benchPage } from "./page.ts";
import { benchPlayer, benchPlayerMemory } from "./player.ts";
import { benchImport, benchPreparing } from "./preparing.ts";
import { benchmarksFile, readResults, takeNotes, writeDocument, writeResult } from "./report.ts";
import { benchMemory, benchRest, benchWrites } from "./running.ts";
import { benchSearch, benchSongs } from "./search.ts";
import { benchAccel, benchServing, benchVisit } from "./sending.ts";

const benches: Record<string, () => Promise<boolean>> = {
  list: benchList,
  levels: benchLevels,
  growth: benchGrowth,
  search: benchSearch,
  songs: benchSongs,
  "sign-in": benchSignIn,
  serving: benchServing,
  accel: benchAccel,
  visit: benchVisit,
  writes: benchWrites,
  memory: benchMemory,
  rest: benchRest,
  page: benchPage,
  "first-sight": benchFirstSight,
  home: benchHome,
  player: benchPlayer,
  "player-memory": benchPlayerMemory,
  preparing: benchPreparing,
  import: benchImport,
};

const wanted = process.argv.slice(2).filter((word) => word !== "--document");
const isOnlyDocument = process.argv.includes("--document");
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark called ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
  process.exit(1);
}
console.log(
  `Load average: ${loadavg()[0]?.toFixed(1)}. Ratios are medians, with [quartiles], of rounds that take turns.`,
);
for (const [name, bench] of Object.entries(benches)) {
  if (isOnlyDocument || (wanted.length > 0 && !wanted.includes(name))) continue;
  const load = loadavg()[0] ?? 0;
  try {
    const isReached = await bench();
    writeResult(name, { ...takeNotes(), isReached, loadBefore: load });
    if (!isReached) process.exitCode = 1;
  } catch (error) {
    // the other benchmarks can still run
    takeNotes();
    console.error(`\n${name} could not be measured:`, error);
    process.exitCode = 1;
  }
  writeDocuments();
}
if (isOnlyDocument) writeDocuments();

function writeDocuments(): void {
  const results = readResults();
  writeFileSync(benchmarksFile, writeDocument(results));
  writeScale(results);
}
