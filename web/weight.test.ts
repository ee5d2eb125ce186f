// The promise about the first visit: JavaScript and CSS of the home page stay within 150 kB brotli, without the schema library.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const dist = path.join(import.meta.dirname, "dist");
const budget = 150_000;

test("the first visit loads at most 150 kB of JavaScript and CSS", () => {
  const sizes = firstVisit().map((file) => ({ file: path.relative(dist, file), bytes: statSync(`${file}.br`).size }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = sizes.map(({ file, bytes }) => `${String(bytes).padStart(7)}  ${file}`).join("\n");
  console.log(`first visit, brotli: ${total} of ${budget} bytes\n${table}`);
  expect(total).toBeLessThanOrEqual(budget);
});

test("zod does not reach the first visit", () => {
  const withZod = firstVisit().filter((file) => /ZodError|\$ZodType/.test(readFileSync(file, "utf8")));
  expect(withZod.map((file) => path.relative(dist, file))).toEqual([]);
});

/** What index.html names, and what those scripts import before they can run. */
function firstVisit(): string[] {
  const index = path.join(dist, "index.html");
  if (!existsSync(index))
    throw new Error("web/dist is missing: build the page first, with `npm test` or `vite build web`.");
  const found = new Set<string>();
  const waiting = [...readFileSync(index, "utf8").matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    ([, address]) => path.join(dist, address ?? ""),
  );
  for (const file of waiting) {
    if (found.has(file)) continue;
    found.add(file);
    if (file.endsWith(".js")) waiting.push(...staticImports(file));
  }
  return [...found];
}

function staticImports(file: string): string[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g)].map(([, address]) =>
    path.join(path.dirname(file), address ?? ""),
  );
}
