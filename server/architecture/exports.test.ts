// What nobody imports is not exported.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everything, listAll, resolve } from "./sources.ts";

describe("an export", () => {
  const files = [...listAll([...everything, "deploy"]), "playwright.config.ts", "vitest.config.ts"].filter((file) =>
    /\.(tsx?|mjs)$/.test(file),
  );

  it("is imported somewhere else: what is not stays inside of its file", () => {
    expect(findUnused(files.map((file) => ({ file, text: readFileSync(file, "utf8") })))).toEqual([]);
  });

  it("that nobody imports is found", () => {
    const text = "export const used = 1;\nexport interface Lonely {}\nexport async function lost() {}\n";
    const found = findUnused([
      { file: "server/a.ts", text },
      { file: "server/b.ts", text: 'import { used } from "./a.ts";\n' },
    ]);
    expect(found).toEqual(["server/a.ts exports Lonely", "server/a.ts exports lost"]);
  });
});

/** These take the place of a library's modules, by the names of that library. */
const replacements = ["web/lean-hls-parts.ts"];

function findUnused(sources: readonly { file: string; text: string }[]): string[] {
  const used = new Set<string>();
  for (const { file, text } of sources) {
    const named = text.matchAll(/(?:import|export)\s+(?:type\s+)?([^;"]*?)\s*from\s+"([^"]+)"/g);
    for (const [, names = "", specifier = ""] of named)
      for (const name of names.replaceAll(/[{}]/g, ",").split(",")) {
        const [first = ""] = name
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        used.add(`${resolve(file, specifier)} ${first.trim()}`);
      }
    for (const [, specifier = ""] of text.matchAll(/import\(\s*"([^"]+)"\s*\)/g))
      used.add(`${resolve(file, specifier)} *`);
  }
  // what a thread of its own calls by its name
  for (const { file, text } of sources)
    for (const [, name = ""] of text.matchAll(/\bapart\(import\.meta\.url, "(\w+)"/g)) used.add(`${file} ${name}`);
  return sources
    .filter(({ file }) => !used.has(`${file} *`) && !replacements.includes(file))
    .flatMap(({ file, text }) => {
      const own = text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm);
      return [...own].flatMap(([, name]) => (used.has(`${file} ${name}`) ? [] : [`${file} exports ${name}`]));
    });
}
