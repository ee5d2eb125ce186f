// Set lists as text: what the reader makes of many real-looking texts, and that it reads back what was exported.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NamedSong, SetListEntry } from "#contract/songs.ts";
import { scaled, seed } from "#server/testing/proof.ts";
import { clean, type Reading } from "./entry.ts";
import { writeChapters, writeCue, writeWebVtt } from "./formats.ts";
import { readAny } from "./read-any.ts";
import { readText } from "./read-text.ts";
import { withoutIds, writeText } from "./write-text.ts";

interface Example {
  name: string;
  text: string;
  expected: string;
  durationSeconds: number | null;
  onlyTimed: boolean;
}

const folder = path.join(import.meta.dirname, "examples");
const files = readdirSync(folder).toSorted();
const examples = new Map(files.map((file) => [file, readExamples(readFileSync(path.join(folder, file), "utf8"))]));

describe("the reader of set lists", () => {
  it("is tried with at least 120 texts, 30 of them hostile or ambiguous", () => {
    expect([...examples.values()].flat().length).toBeGreaterThanOrEqual(120);
    expect(
      (examples.get("hostile.txt")?.length ?? 0) + (examples.get("ambiguous.txt")?.length ?? 0),
    ).toBeGreaterThanOrEqual(30);
  });

  describe.each([...examples])("in %s", (_file, list) => {
    it.each(list)("understands $name", ({ text, expected, durationSeconds, onlyTimed }) => {
      expect(show(readAny(text, { durationSeconds, onlyTimed }))).toBe(expected);
    });
  });

  it("answers quickly for long texts that are made to be slow", () => {
    const hostile = ["(", "[", "0:00-", "1 ", "> ", '"', "ft. ", "a (", "- ", "cover ", "…", "a -> ", "9:", "*"];
    for (const piece of hostile) {
      const before = process.cpuUsage();
      readAny(piece.repeat(Math.floor(30_000 / piece.length)));
      readAny(`0:00 ${piece.repeat(Math.floor(900 / piece.length))}\n`.repeat(30));
      const { user } = process.cpuUsage(before);
      expect(`${piece} ${user / 1000 < 1500}`).toBe(`${piece} true`);
    }
  });
});

describe("an exported set list", () => {
  const described = { title: 'A "night" out', durationSeconds: null };
  const numRuns = scaled(400, 5000);

  it("is read back unchanged from text", () => {
    fc.assert(
      fc.property(setLists(), (entries) => {
        const text = writeText(entries);
        expect(readText(text)).toEqual({ entries, doubts: [] });
      }),
      { numRuns, seed },
    );
  });

  it.each([
    { name: "a CUE sheet", write: writeCue },
    { name: "WebVTT chapters", write: writeWebVtt },
    { name: "Podcasting 2.0 chapters", write: writeChapters },
  ])("is read back unchanged from $name", ({ write }) => {
    fc.assert(
      fc.property(setLists(), (entries) => {
        const text = write(entries, described);
        expect(readAny(text).entries).toEqual(entries);
      }),
      { numRuns: numRuns / 2, seed },
    );
  });

  it("keeps a title that was changed in another program", () => {
    const entries = readText("0:00 One\n1:00 Two (ft. Anna)\n").entries;
    for (const write of [writeCue, writeWebVtt, writeChapters]) {
      const changed = write(entries, described).replace(/(?<!0:00 |1:00 )\bTwo\b/g, "Three");
      expect(readAny(changed).entries.map(({ songs }) => songs[0]?.title)).toEqual(["One", "Three"]);
    }
  });
});

/** Every list that can be stored, with names that look like something else. */
function setLists(): fc.Arbitrary<SetListEntry[]> {
  const odd = fc.constantFrom(
    ...["Set 1", "Encore", "3:45", "1. One", "1999", "A > B", "A / B", "Banter", "Intro", "One (Two cover)", "ft. X"],
    ...[
      '7" Mix',
      '"Heroes"',
      "\\",
      "(debut)",
      "note: x",
      "* One",
      "One *",
      "One [1]",
      "- One",
      "#9 Dream",
      "Medley: A / B",
    ],
    ...[
      "夜に駆ける",
      "שלום",
      "Part: x",
      "No part:",
      "1:00 - 2:00",
      "8:30 pm",
      "[Acoustic]",
      "-- x --",
      "Notes: x",
      "“x”",
    ],
    ...[
      "a --> b",
      "&gt;",
      "<b>x</b>",
      "A, B",
      "One\\",
      '"',
      "https://x.example",
      "Setlist",
      "…",
      "12'30\"",
      ">",
      "***",
    ],
  );
  const name = (most: number) =>
    fc
      .oneof({ weight: 3, arbitrary: odd }, fc.string({ unit: "grapheme", maxLength: 12 }), fc.lorem({ maxCount: 4 }))
      .map((text) => clean(text).slice(0, most))
      .map((text) => clean(text.toWellFormed()) || "x");
  const song = fc
    .record({ title: name(200), is_cover: fc.boolean(), artist: fc.option(name(200)) })
    .map(({ title, is_cover, artist }): NamedSong => ({ id: null, title, is_cover, artist: is_cover ? artist : null }));
  const entry = fc.record({
    gap: fc.option(fc.integer({ min: 1, max: 40_000 }), { freq: 4 }),
    length: fc.option(fc.integer({ min: 1, max: 3000 })),
    part: fc.option(name(60), { freq: 2 }),
    songs: fc.array(song, { minLength: 1, maxLength: 3 }),
    talk: fc.option(name(60), { freq: 1 }),
    guest: fc.option(name(200)),
    note: fc.option(name(200)),
    segue: fc.boolean(),
    debut: fc.boolean(),
  });
  return fc.array(entry, { minLength: 1, maxLength: 8 }).map((list) => {
    let at = -1;
    const entries = list.map(({ gap, length, talk, songs, ...rest }): SetListEntry => {
      const start = gap === null ? null : (at += gap);
      const end = start === null || length === null ? null : (at += length);
      const times = { start: start === null ? null : start / 10, end: end === null ? null : end / 10 };
      return { ...rest, ...times, id: null, talk, songs: talk === null ? songs : [] };
    });
    return entries.map(withoutIds);
  });
}

/** Each begins with "## name", has its text, then "=>" and what is expected. */
function readExamples(file: string): Example[] {
  return file
    .split(/^## /m)
    .slice(1)
    .map((block) => {
      const [head = "", ...lines] = block.split("\n");
      const [name = "", ...flags] = head.split(" @");
      const split = lines.indexOf("=>");
      const text = lines
        .slice(0, split)
        .join("\n")
        .replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
      const duration = flags.find((flag) => flag.startsWith("duration="))?.slice(9);
      return {
        ...{
          name,
          text,
          expected: lines
            .slice(split + 1)
            .join("\n")
            .trimEnd(),
          onlyTimed: flags.includes("description"),
        },
        durationSeconds: duration === undefined ? null : Number(duration),
      };
    });
}

/** start-end | titles | what else is known, then the doubts. */
function show({ entries, doubts }: Reading): string {
  const lines = entries.map((entry) => {
    const { start, end, talk, part, guest, note } = entry;
    const titles = entry.songs.map(({ title, is_cover, artist }) => title + (is_cover ? ` {${artist ?? ""}}` : ""));
    return [
      `${start ?? "?"}${end === null ? "" : `-${end}`}`,
      talk === null ? titles.join(" + ") : `~${talk}`,
      ...(part === null ? [] : [`part=${part}`]),
      ...(guest === null ? [] : [`ft=${guest}`]),
      ...(entry.debut ? ["debut"] : []),
      ...(note === null ? [] : [`note=${note}`]),
      ...(entry.segue ? ["segue"] : []),
    ].join(" | ");
  });
  return [...lines, ...doubts.map(({ line, kind }) => `! ${line} ${kind}`)].join("\n");
}
