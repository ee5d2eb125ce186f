// Every role calls every route about a recording in every state, on both backends, directly and through nginx. The expected
// answers are in authorisation/declared.ts and authorisation/calls.ts. The short version: a third of them on one backend, and a
// sample on the other.
import { describe, expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { listRoutes } from "#server/testing/route-list.ts";
import { calls } from "./authorisation/calls.ts";
import { chooseSample, chooseThird } from "./authorisation/sample.ts";
import { openStage, places, placesInShort } from "./authorisation/stage.ts";
import { walk } from "./authorisation/walk.ts";
import { tryWaysBack } from "./authorisation/ways-back.ts";

const timeout = unscaled(300_000, 1_800_000);
const isFull = scaled(0, 1) === 1;
/** When all rigs run, some of the places, each time others. */
const from = seed % places.length;
const inTurn = [...places.slice(from), ...places.slice(0, from)];
const chosen = isFull ? inTurn.slice(0, scaled(0, places.length)) : placesInShort;
const ways = { all: () => true, "a third": chooseThird(), sample: chooseSample() };

it("the table of who may call what lists exactly the routes of the server", async () => {
  const routes = (await listRoutes()).map(({ method, url }) => `${method} ${url}`);
  // every GET route also answers HEAD, which is not declared separately
  const own = routes.filter((route) => !route.startsWith("HEAD ") || !routes.includes(route.replace("HEAD", "GET")));
  expect([...new Set(calls.map(({ route }) => route))].toSorted()).toEqual([...new Set(own)].toSorted());
});

it.each(heavyKinds("postgres"))(
  "a guest whose access was ended comes back by no way, on %s",
  { timeout },
  async (kind) => {
    await using archive = await openTestArchive({ kind });
    const { tried, in: cameIn } = await tryWaysBack(archive);
    publish("authorisation", { waysBack: tried, cameBack: cameIn.length });
    expect(cameIn).toEqual([]);
  },
);

describe.each(chosen)("on $kind and $store, $door", ({ part, ...place }) => {
  it(
    "every call answers as the table says, and a hidden recording looks like one that never existed",
    { timeout },
    async () => {
      await using stage = await openStage(place);
      const { cells, wrong } = await walk(stage, {
        choose: ways[part],
        withHead: part !== "a third",
      });
      stage.searchLogs();
      await stage.searchKept();
      publish("authorisation", { cells, wrong: wrong.length });
      expect(wrong).toEqual([]);
      expect(stage.canaries.found).toEqual([]);
    },
  );
});
