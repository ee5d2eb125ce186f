// `npm run bench`: what is measured, and against what. Everything runs here and now, so look at the ratios.
import { loadavg } from "node:os";
import { benchList } from "./list.ts";
import { benchPreparing } from "./media-preparing.ts";
import { benchServing } from "./media-serving.ts";
import { benchPlayerMemory } from "./player-memory.ts";
import { benchPlayer } from "./player.ts";

const benches: Record<string, () => Promise<boolean>> = {
  list: benchList,
  preparing: benchPreparing,
  serving: benchServing,
  player: benchPlayer,
  "player-memory": benchPlayerMemory,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
  process.exit(1);
}
console.log(
  `Load before: ${loadavg()[0]?.toFixed(1)}. Ratios are medians of interleaved rounds, [quartiles] behind them.`,
);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) process.exitCode = (await bench()) ? process.exitCode : 1;
}
