// The promise about the first visit: JavaScript and CSS of the home page stay within 105 kB brotli, without the schema library.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const dist = path.join(import.meta.dirname, "dist");
const budget = 105_000;

test("the first visit loads at most 105 kB of JavaScript and CSS", () => {
  const picture = listAssets().filter((file) => path.basename(file).startsWith("front-page-"));
  expect(picture).toHaveLength(1);
  const files = [...firstVisit(), ...picture, ...picture.flatMap(stylesOf)];
  const sizes = files.map((file) => ({ file: path.relative(dist, file), bytes: statSync(`${file}.br`).size }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = sizes.map(({ file, bytes }) => `${String(bytes).padStart(7)}  ${file}`).join("\n");
  console.log(`first visit, brotli: ${total} of ${budget} bytes\n${table}`);
  expect(total).toBeLessThanOrEqual(budget);
});

const memberBudget = 115_000;

test("for a member the home page loads at most 115 kB in all", () => {
  const own = follow(listAssets().filter((file) => path.basename(file).startsWith("home-")));
  const files = [...new Set([...firstVisit(), ...own, ...own.flatMap(stylesOf)])];
  const total = files.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0);
  console.log(`a member's home page, brotli: ${total} of ${memberBudget} bytes`);
  expect(own.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(memberBudget);
});

const videoBudget = 122_000;

test("the video page adds at most 122 kB of JavaScript to that", () => {
  const known = new Set(firstVisit());
  const added = follow(listAssets().filter((file) => readFileSync(file, "utf8").includes("stagedoor-player"))).filter(
    (file) => !known.has(file),
  );
  const total = added.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0);
  console.log(`the video page adds, brotli: ${total} of ${videoBudget} bytes`);
  expect(added.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(videoBudget);
});

test("zod is in no part of the page: it tries eval, which the page's policy forbids", () => {
  const withZod = listAssets().filter((file) => /ZodError|\$ZodType/.test(readFileSync(file, "utf8")));
  expect(withZod.map((file) => path.relative(dist, file))).toEqual([]);
});

/** What index.html names, and what those scripts import before they can run. */
function firstVisit(): string[] {
  const index = path.join(dist, "index.html");
  if (!existsSync(index))
    throw new Error("web/dist is missing: build the page first, with `npm test` or `vite build web`.");
  const html = readFileSync(index, "utf8").replaceAll(/<!-- for the home page[\s\S]*?<!-- end -->/g, "");
  return follow(
    [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, address]) => path.join(dist, address ?? "")),
  );
}

/** These files, and what they import before they can run. */
function follow(files: string[]): string[] {
  const found = new Set<string>();
  const waiting = [...files];
  for (const file of waiting) {
    if (found.has(file)) continue;
    found.add(file);
    if (file.endsWith(".js")) waiting.push(...staticImports(file));
  }
  return [...found];
}

function listAssets(): string[] {
  const folder = path.join(dist, "assets");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(folder, name));
}

/** Vite names the styles of a script after it. */
function stylesOf(script: string): string[] {
  const stem = path.basename(script).replace(/-.{8}\.js$/, "");
  const folder = path.dirname(script);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".css") && name.replace(/-.{8}\.css$/, "") === stem)
    .map((name) => path.join(folder, name));
}

function staticImports(file: string): string[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g)].map(([, address]) =>
    path.join(path.dirname(file), address ?? ""),
  );
}
