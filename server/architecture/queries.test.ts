// One query per key: whoever needs the data imports the query, so that nobody fetches something else under the same key.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listFiles } from "./sources.ts";

it("each query key of the page is defined at one place, and a planted second one is found", () => {
  const sources = listFiles(["web"]).map((file) => ({ file, text: readFileSync(file, "utf8") }));
  expect(findKeys(sources).length).toBeGreaterThan(10);
  expect(findRepeated(sources)).toEqual([]);
  const planted = { file: "web/x.ts", text: 'queries.invalidateQueries({ queryKey: ["videos"] })' };
  expect(findRepeated([...sources, planted])).toEqual(["videos: web/list-query.ts, web/x.ts"]);
});

interface Source {
  file: string;
  text: string;
}

function findKeys(sources: readonly Source[]): { key: string; file: string }[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:queryKey:|Key =)\s*\[\s*"(\w+)"/g)].map(([, key = ""]) => ({ key, file })),
  );
}

function findRepeated(sources: readonly Source[]): string[] {
  return [...Map.groupBy(findKeys(sources), ({ key }) => key)]
    .filter(([, places]) => places.length > 1)
    .map(([key, places]) => `${key}: ${places.map(({ file }) => file).join(", ")}`);
}
