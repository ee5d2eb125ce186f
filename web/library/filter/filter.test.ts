import { expect, test } from "vitest";
import { filterVideos, groupVideos, isNarrow, listYears, readFilter, sortVideos, writeFilter } from "./filter.ts";
import { makeVideo } from "#web/testing/library-stand-in.ts";

const videos = [
  makeVideo({ id: "a", title: "Été 10", add_date: "2024-07-01T12:00:00.000Z", duration: 60 }),
  makeVideo({ id: "b", title: "été 2", add_date: "2025-07-01T12:00:00.000Z", duration: null, hidden: true }),
  makeVideo({ id: "c", title: "Winter", add_date: "2023-07-01T12:00:00.000Z", duration: 600 }),
];
const all = readFilter(new URLSearchParams(), { canEdit: true });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");

test.each([
  ["newest", "bac"],
  ["oldest", "cab"],
  ["longest", "cab"],
  ["title", "bac"],
] as const)("sorted by %s", (sort, order) => {
  expect(ids(sortVideos(videos, sort))).toBe(order);
});

test.each([
  [{ year: 2023 }, "c"],
  [{ isHiddenOnly: true }, "b"],
  [{ isUnfinishedOnly: true }, "c"],
  [{ isUnfinishedOnly: true, year: 2025 }, ""],
])("filtered by %j", (filter, left) => {
  expect(ids(filterVideos(videos, { ...all, ...filter }, { a: 0, c: 100 }))).toBe(left);
});

test("the filter is written to the address, and read back from it", () => {
  const address = "sort=oldest&year=2024&hidden=only&unfinished=1";
  const filter = readFilter(new URLSearchParams(address), { canEdit: true });
  expect(filter).toEqual({ sort: "oldest", year: 2024, isHiddenOnly: true, isUnfinishedOnly: true });
  expect(writeFilter(new URLSearchParams(), filter).toString()).toBe(address);
});

test("values that make no sense in an address are ignored, and parameters of others stay", () => {
  const query = new URLSearchParams("sort=loudest&year=x&hidden=1&unfinished=yes&utm=7");
  const filter = readFilter(query, { canEdit: true });
  expect(isNarrow(filter)).toBe(false);
  expect(filter.sort).toBe("newest");
  expect(writeFilter(query, filter).toString()).toBe("utm=7");
});

test("only editors can ask for hidden recordings", () => {
  expect(readFilter(new URLSearchParams("hidden=only"), { canEdit: false }).isHiddenOnly).toBe(false);
});

test("many recordings sorted by date are grouped by year, a few are not", () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    makeVideo({ id: String(index), add_date: `${index < 5 ? 2025 : 2024}-06-01T12:00:00.000Z` }),
  );
  expect(groupVideos(many, "newest")).toEqual([
    { year: 2025, count: 5 },
    { year: 2024, count: 9 },
  ]);
  expect(groupVideos(many, "title")).toEqual([{ year: null, count: 14 }]);
  expect(groupVideos(many.slice(0, 3), "newest")).toEqual([{ year: null, count: 3 }]);
  expect(groupVideos([], "newest")).toEqual([]);
  expect(listYears(many)).toEqual([2025, 2024]);
});
