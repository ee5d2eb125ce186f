// Other folders import the engine only through engine.ts, so that nothing else depends on the media elements or hls.js.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const web = path.resolve(import.meta.dirname, "../..");
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);
const list = (folder: string) =>
  readdirSync(path.join(web, folder), { recursive: true, encoding: "utf8" })
    .filter(isSource)
    .map((name) => path.join(folder, name));
const read = (file: string) => readFileSync(path.join(web, file), "utf8");
const player = list("player").filter((file) => !file.startsWith(path.join("player", "engine")));

test("other folders import nothing of the engine but engine.ts", () => {
  const others = player.filter((file) => /"[^"]*\/engine\/(?!engine\.ts")/.test(read(file)));
  expect(player.length).toBeGreaterThan(20);
  expect(others).toEqual([]);
});

test("only the engine touches the media elements", () => {
  const touching = /HTML(?:Video|Audio|Media)Element|<(?:video|audio)\b|"hls\.js"|createElement\("(?:video|audio)"\)/;
  expect(player.filter((file) => touching.test(read(file)))).toEqual([]);
  expect(touching.test(read("player/engine/create.ts"))).toBe(true);
});
