// What a first visit weighs, against the smallest page that React can make. How long it takes is measured by first-sight.ts.
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { buildPage } from "#scripts/build-page.ts";
import { keepEarly } from "#server/http/routes/early.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { printGoals } from "./ratios.ts";

const budgetKilobytes = 105;

export async function benchPage(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  await buildPage();
  const ours = weighFirstVisit(path.resolve("web/dist"));
  const least = weighFirstVisit(await buildLeastPage(stack));

  console.log("\nThe page\n");
  noteFigure("first visit, JavaScript and CSS", ours, "kB brotli");
  noteFigure("React saying hello", least, "kB brotli");
  const isWithin = ours <= budgetKilobytes;
  return printGoals([
    {
      ...single("first visit, kB brotli of JavaScript and CSS", ours),
      goal: `<= ${budgetKilobytes}`,
      isReached: isWithin,
    },
    single("-- first visit / React saying hello, weight", ours / least),
  ]);
}

function single(name: string, value: number): Goal {
  return { name, goal: "none", measured: { low: value, median: value, high: value }, isReached: true };
}

/** Kilobytes, as sent, of the files that index.html names and of everything those scripts import at their start. */
function weighFirstVisit(dist: string): number {
  const index = keepEarly(readFileSync(path.join(dist, "index.html"), "utf8"), "anyone");
  const waiting = [...index.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, name]) =>
    path.join(dist, name ?? ""),
  );
  const found = new Set<string>();
  for (const file of waiting) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith(".js")) continue;
    const imports = readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g);
    waiting.push(...[...imports].map(([, name]) => path.join(path.dirname(file), name ?? "")));
  }
  return [...found].reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0) / 1000;
}

/** Built inside the repository, so that it uses the same React. */
async function buildLeastPage(stack: AsyncDisposableStack): Promise<string> {
  const root = path.resolve(".cache", `least-page-${process.pid}`);
  stack.defer(() => rm(root, { recursive: true, force: true }));
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, "index.html"), `<div id="a"></div><script type="module" src="/main.js"></script>`);
  await writeFile(
    path.join(root, "main.js"),
    `import { createElement } from "react"; import { createRoot } from "react-dom/client";
createRoot(document.getElementById("a")).render(createElement("p", null, "hello"));`,
  );
  const outDir = path.join(root, "dist");
  await build({ root, configFile: false, logLevel: "error", build: { outDir } });
  return outDir;
}
