// npm run demo-originals: composes, paints and encodes what the demo shows, all of it or what is named, for example
// `npm run demo-originals -- waltz`. The results are kept in the repository, so that a first start need not make them.
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeOriginal } from "./demo-originals/encode.ts";
import { originals } from "./demo-originals/originals.ts";

const folder = fileURLToPath(new URL("../server/intake/demo/originals/", import.meta.url));
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const original of originals) {
  if (wanted.length > 0 && !wanted.some((word) => original.name.includes(word))) continue;
  await makeOriginal(original, folder + original.name);
  console.log(`${original.name}: ${(statSync(folder + original.name).size / 1000).toFixed(0)} kB`);
}
