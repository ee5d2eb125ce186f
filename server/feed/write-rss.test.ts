import { parseXml } from "@rgrove/parse-xml";
import fc from "fast-check";
import { expect, it } from "vitest";
import { seed } from "#server/testing/proof.ts";
import { writeAtom } from "./write-atom.ts";
import { writeFeed } from "./write-rss.ts";

const common = {
  ...{ archive: "Archive", description: "All of it.", isInOrder: false, link: "https://a.example" },
  ...{ self: "https://a.example/f/everything.xml", base: "https://a.example/f", cover: "https://a.example/c.jpg" },
};

it("is well-formed XML whatever people write", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  const property = fc.property(text, text, text, (title, description, song) => {
    const episode = {
      ...{
        guid: "g",
        videoId: "v",
        title,
        partOf: null,
        at: new Date(0),
        onlyKnown: null,
        description,
        durationSeconds: 1,
      },
      ...{
        audio: { file: "a.m4a", bytes: 1 },
        coverVersion: null,
        captions: [],
        chapters: [{ start: 0, title: song }],
      },
    };
    const { root } = parseXml(writeFeed({ ...common, title, episodes: [episode] }));
    expect(root?.name).toBe("rss");
  });
  fc.assert(property, { numRuns: 80, seed });
});

it("an episode of which only the year is known says so, because programs show the first of January", () => {
  const episode = {
    ...{ guid: "g", videoId: "v", title: "T", partOf: null, at: new Date("2017-01-01"), onlyKnown: "year" as const },
    ...{ audio: { file: "a.m4a", bytes: 1 }, coverVersion: null, captions: [], chapters: [], durationSeconds: 1 },
    description: "All of it.",
  };
  const write = (more: object) => writeFeed({ ...common, title: "T", episodes: [{ ...episode, ...more }] });
  expect(write({})).toContain("<description>From 2017. The day is not known.\n\nAll of it.</description>");
  expect(write({ partOf: "A night" })).toContain("<description>From A night, 2017.</description>");
  const entry = { id: "i", link: "l", title: "T", text: "All of it.", at: new Date("2024-05-01"), picture: null };
  const atom = (onlyKnown: "month" | null) =>
    writeAtom({ ...common, madeAt: new Date(0), entries: [{ ...entry, onlyKnown }] });
  expect(atom("month")).toContain("From May 2024. The day is not known.");
  expect([atom("month").includes("<published>"), atom(null).includes("<published>")]).toEqual([false, true]);
});

it("cuts a description that is too long for Apple's app, between words", () => {
  const episode = {
    ...{
      guid: "g",
      videoId: "v",
      title: "T",
      partOf: null,
      at: new Date(0),
      onlyKnown: null,
      description: "wörd ".repeat(2000),
    },
    ...{ audio: { file: "a.m4a", bytes: 1 }, coverVersion: null, captions: [], chapters: [], durationSeconds: 1 },
  };
  const xml = writeFeed({ ...common, title: "T", episodes: [episode] });
  const told = /<item>[\s\S]*<description>([^<]*)</.exec(xml)?.[1] ?? "";
  expect(Buffer.byteLength(told)).toBeLessThan(4000);
  expect(told).toMatch(/wörd …$/);
});
