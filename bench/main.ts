// `npm run bench`: runs every benchmark, or only those that are named, and writes the documents.
// With --document nothing is measured: the documents are written again from the last results.
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { writeScale } from "#scripts/capacity.ts";
import { benchmarksFile, writeDocument } from "./document.ts";
import { benchEncoders } from "./encoders.ts";
import { benchFirstSight } from "./first-sight.ts";
import { benchGrowth } from "./growth.ts";
import { benchImport } from "./import.ts";
import { benchHome } from "./home.ts";
import { benchLevels } from "./levels.ts";
import { benchList } from "./list.ts";
import { benchAccel } from "./media-accel.ts";
import { benchPreparing } from "./media-preparing.ts";
import { benchServing } from "./media-serving.ts";
import { benchMemory } from "./memory.ts";
import { takeNotes } from "./notes.ts";
import { benchPage } from "./page.ts";
import { benchPlayerMemory } from "./player-memory.ts";
import { benchPlayer } from "./player.ts";
import { benchPolicies } from "./policies.ts";
import { benchRest } from "./rest.ts";
import { readResults, writeResult } from "./results.ts";
import { benchSearch } from "./search.ts";
import { benchSignIn } from "./sign-in.ts";
import { benchSongs } from "./songs.ts";
import { benchVisit } from "./visit.ts";
import { benchWrites } from "./writes.ts";

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
  encoders: benchEncoders,
  policies: benchPolicies,
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
