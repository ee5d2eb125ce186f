import { parseXml } from "@rgrove/parse-xml";
import fc from "fast-check";
import { expect, it } from "vitest";
import { seed } from "#server/testing/proof.ts";
import { writeFeed } from "./write-rss.ts";

const common = {
  ...{ archive: "Archive", description: "All of it.", isInOrder: false, link: "https://a.example" },
  ...{ self: "https://a.example/f/everything.xml", base: "https://a.example/f", cover: "https://a.example/c.jpg" },
};

it("is well-formed XML whatever people write", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  const property = fc.property(text, text, text, (title, description, song) => {
    const episode = {
      ...{ guid: "g", videoId: "v", title, partOf: null, at: new Date(0), description, durationSeconds: 1 },
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

it("cuts a description that is too long for Apple's app, between words", () => {
  const episode = {
    ...{ guid: "g", videoId: "v", title: "T", partOf: null, at: new Date(0), description: "wörd ".repeat(2000) },
    ...{ audio: { file: "a.m4a", bytes: 1 }, coverVersion: null, captions: [], chapters: [], durationSeconds: 1 },
  };
  const xml = writeFeed({ ...common, title: "T", episodes: [episode] });
  const told = /<item>[\s\S]*<description>([^<]*)</.exec(xml)?.[1] ?? "";
  expect(Buffer.byteLength(told)).toBeLessThan(4000);
  expect(told).toMatch(/wörd …$/);
});
