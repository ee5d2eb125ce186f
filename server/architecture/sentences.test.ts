// Sentences for people are in words.ts files, one per folder, so that they can be read and translated together.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

describe("every refusal", () => {
  it("takes its sentence from a words.ts", () => {
    const files = ["server", "scripts"].flatMap(listSources);
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => findLiterals(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    ['a string, throw new Refusal("busy", "Please wait.")', 'throw new Refusal("busy", "Please wait.");'],
    ["a template", 'new Refusal("busy", `Please wait ${seconds} s.`, { cause })'],
    ["a sentence on a line of its own", 'new Refusal(\n  "busy",\n  "Please wait.",\n)'],
    ["one of two sentences", 'new Refusal("busy", isLong ? "Please wait." : words.soon)'],
    ["a part of a sentence", 'new Refusal("busy", words.soon + " Please wait.")'],
    ["a sentence kept in a variable", 'const sentence = "Please wait.";\nthrow new Refusal("busy", sentence);'],
  ])("is found with %s", (_what, source) => {
    expect(findLiterals("example.ts", source)).toHaveLength(1);
  });

  it("may hand a name to its words", () => {
    expect(findLiterals("example.ts", 'new Refusal("busy", words.needed("PORT", `${host}:1`), { cause })')).toEqual([]);
  });
});

describe("no words.ts", () => {
  it("calls a recording a video, except where the specification does", () => {
    const specified = "You don't have access to view the videos.";
    const wrong = ["server", "scripts"].flatMap(listAll).flatMap((file) => {
      if (path.basename(file) !== "words.ts") return [];
      const text = readFileSync(file, "utf8").replace(specified, "");
      return /\b(this video|these videos|no such video|\d videos)\b/i.test(text) ? [file] : [];
    });
    expect(wrong).toEqual([]);
  });
});

function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function listSources(folder: string): string[] {
  return listAll(folder).filter(
    (file) => !/\.test\.ts$|^server\/testing\//.test(file) && path.basename(file) !== "words.ts",
  );
}

/** The refusals of a source whose sentence is a literal, or a variable that is one. */
function findLiterals(file: string, source: string): string[] {
  return [...source.matchAll(/new Refusal\(/g)].flatMap(({ index }) => {
    const sentence = readSentence(source.slice(index + "new Refusal(".length));
    const kept = new RegExp(`\\b(?:const|let) ${RegExp.escape(sentence)}\\s*=\\s*(["'\`])`);
    const isKept = /^\w+$/.test(sentence) && kept.test(source);
    return isKept || /["'`]/.test(withoutCalls(sentence)) ? [`${file}: ${sentence}`] : [];
  });
}

/** The second argument of a call, from what follows its opening bracket. */
function readSentence(text: string): string {
  const [, rest = ""] = /^\s*"[\w-]+",\s*([\s\S]*)$/.exec(text) ?? /^\s*\w+,\s*([\s\S]*)$/.exec(text) ?? [];
  let depth = 0;
  let quote = "";
  for (let at = 0; at < rest.length; at += 1) {
    const letter = rest.charAt(at);
    if (quote) quote = letter === quote ? "" : quote;
    else if (/["'`]/.test(letter)) quote = letter;
    else if (/[([{]/.test(letter)) depth += 1;
    else if (/[)\]}]/.test(letter) && depth > 0) depth -= 1;
    else if (depth === 0 && /[,)]/.test(letter)) return rest.slice(0, at).trim();
  }
  return rest.trim();
}

/** Arguments of a call such as words.needed("PORT") are not sentences. */
function withoutCalls(sentence: string): string {
  let text = sentence;
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replaceAll(/\(([^()]*)\)/g, "");
  }
  return text;
}
