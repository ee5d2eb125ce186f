// Proves that a regular expression needs linear time on every text: a text that somebody sent must not stop the archive.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";
import { check } from "recheck";
import { vi } from "vitest";
import { everything, listFiles } from "./sources.ts";

interface Pattern {
  source: string;
  flags: string;
  places: string[];
}

/** All regular expressions: literals, and those that are put together when a module is loaded. */
export async function listPatterns(): Promise<Pattern[]> {
  const found = new Map<string, Pattern>();
  const add = ({ source, flags }: { source: string; flags: string }, place: string) => {
    const known = found.get(`/${source}/${flags}`) ?? { source, flags, places: [] };
    found.set(`/${source}/${flags}`, { ...known, places: [...known.places, place] });
  };
  const makers = new Set<string>();
  for (const file of listFiles(everything.filter((folder) => !["prove", "bench", "e2e"].includes(folder)))) {
    const text = readFileSync(file, "utf8");
    const lineOf = (at: number) => text.slice(0, at).split("\n").length;
    new Visitor({
      Literal(node) {
        if ("regex" in node)
          add({ source: node.regex.pattern, flags: node.regex.flags }, `${file}:${lineOf(node.start)}`);
      },
      NewExpression(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "RegExp") makers.add(file);
      },
    }).visit(parseSync(file, text).program);
  }
  for (const file of makers) for (const made of await recordMade(file)) add(made, file);
  return [...found.values()];
}

/** What a module puts together while it is loaded. */
async function recordMade(file: string): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const { RegExp: usual } = globalThis;
  globalThis.RegExp = new Proxy(usual, {
    construct(target, [source, flags]: [string, string?]) {
      const one = new target(source, flags);
      made.push(one);
      return one;
    },
  });
  try {
    vi.resetModules();
    await import(/* @vite-ignore */ path.resolve(file));
  } finally {
    globalThis.RegExp = usual;
  }
  return made;
}

/** Undefined when it is linear, else why not. */
export async function findCost({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<string | undefined> {
  const written = withoutLooks(flags.includes("y") ? `^(?:${source})` : source);
  if (written === undefined) return "it looks behind without a bound: write it in another way";
  if (!hasLoop(written)) return undefined;
  const found = await check(withoutBounds(written), flags.replaceAll(/[dvy]/g, ""), {
    checker: "automaton",
    timeout: 120_000,
  });
  if (found.status === "safe") return undefined;
  return found.status === "vulnerable"
    ? `${found.complexity.summary}, as with ${found.attack.pattern}`
    : found.error.kind;
}

/** Without *, + and large numbers of repetitions the longest match is short, wherever it begins. */
function hasLoop(source: string): boolean {
  const bare = source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/gs, "x");
  return (
    /[*+]|\{\d+,\}/.test(bare) || [...bare.matchAll(/\{(?:\d+,)?(\d+)\}/g)].some(([, most]) => Number(most) > mostShort)
  );
}

const mostShort = 20;

/** A large number of repetitions is proven as any number: the proof would count each. */
function withoutBounds(source: string): string {
  return source.replaceAll(/(?<!\\)\{(\d+),(\d+)\}/g, (bounds, least: string, most: string) =>
    Number(most) > mostShort ? (least === "0" ? "*" : "+") : bounds,
  );
}

/**
 * The proof knows no looking ahead and behind. What looks ahead reads the text, and then may refuse it: so it becomes a
 * branch that is followed by a letter that no text has, and the whole by that letter, too. What looks behind reads a bounded
 * piece, and is left out.
 */
function withoutLooks(source: string): string | undefined {
  let written = "";
  const open: ("look" | "behind" | "group")[] = [];
  let isClass = false;
  let dropFrom = -1;
  let hasLook = false;
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? "";
    const isEscaped = letter === "\\";
    const piece = isEscaped ? source.slice(at, at + 2) : letter;
    if (isEscaped) at += 1;
    else if (isClass) isClass = letter !== "]";
    else if (letter === "[") isClass = true;
    else if (letter === "(") {
      const look = /^\?<?[=!]/.exec(source.slice(at + 1, at + 4))?.[0];
      const name = /^\?<\w{1,20}>/.exec(source.slice(at + 1, at + 30))?.[0];
      if (name !== undefined) at += name.length;
      open.push(look === undefined ? "group" : look.length === 3 ? "behind" : "look");
      if (look !== undefined) {
        if (look.length === 3 && dropFrom < 0) dropFrom = open.length;
        at += look.length;
        hasLook = true;
        if (dropFrom < 0) written += "(?:(?:";
        continue;
      }
    } else if (letter === ")") {
      const kind = open.pop();
      if (kind === "behind" && open.length + 1 === dropFrom) {
        dropFrom = -1;
        continue;
      }
      if (kind === "look" && dropFrom < 0) {
        written += String.raw`)\uf8ff|)`;
        continue;
      }
    } else if (dropFrom >= 0 && /[*+]/.test(letter)) return undefined;
    if (dropFrom < 0) written += piece;
  }
  return hasLook ? String.raw`(?:${written})\uf8ff` : written;
}
