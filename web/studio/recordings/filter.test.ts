import { expect, test } from "vitest";
import { narrowing, readFilter, sortBy, writeFilter } from "./filter.ts";

const read = (address: string) => readFilter(new URLSearchParams(address));

test("what the address says is read, and written as it was", () => {
  const address = "q=at+the+lake&year=2019&level=gold&state=hidden&songs=none&captions=some&sort=length&order=asc";
  expect(read(address)).toEqual({
    ...{ q: "at the lake", year: 2019, level: "gold", state: "hidden" },
    ...{ songs: "none", captions: "some", sort: "length", order: "asc" },
  });
  expect(new URLSearchParams(writeFilter(read(address))).toString()).toBe(address);
});

test("the standard level has no id, and is still a filter", () => {
  expect(read("level=")).toEqual({ level: "" });
  expect(writeFilter({ level: "" })).toEqual({ level: "" });
});

test("what nobody can mean is left out", () => {
  expect(read("q=+&year=1212&state=lost&songs=3&captions=&sort=colour&order=up")).toEqual({});
  expect(read("year=soon")).toEqual({});
});

test("a column sorts by what is asked first, and then the other way", () => {
  const byTitle = sortBy({ q: "a" }, "title");
  expect(byTitle).toEqual({ q: "a", sort: "title", order: "asc" });
  expect(sortBy(byTitle, "title")).toEqual({ q: "a", sort: "title" });
  expect(sortBy(byTitle, "date")).toEqual({ q: "a" });
  expect(sortBy({}, "date")).toEqual({ order: "asc" });
  expect(sortBy({ sort: "songs" }, "songs")).toEqual({ sort: "songs", order: "asc" });
});

test("the order does not count for how many there are", () => {
  expect(narrowing({ q: "a", sort: "title", order: "asc" })).toEqual({ q: "a" });
});
