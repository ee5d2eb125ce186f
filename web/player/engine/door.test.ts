import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const player = path.dirname(import.meta.dirname);
const outside = readdirSync(player).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
const read = (name: string) => readFileSync(path.join(player, name), "utf8");

test("the engine has one door: nothing else of it is imported", () => {
  const others = outside.filter((name) => /"\.\/engine\/(?!engine\.ts")/.test(read(name)));
  expect(outside.length).toBeGreaterThan(20);
  expect(others).toEqual([]);
});

test("only the engine touches the media elements", () => {
  const touching = /HTML(?:Video|Audio|Media)Element|<(?:video|audio)\b|"hls\.js"|createElement\("(?:video|audio)"\)/;
  expect(outside.filter((name) => touching.test(read(name)))).toEqual([]);
  expect(touching.test(read("engine/create.ts"))).toBe(true);
});
