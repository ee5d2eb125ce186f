// Every role calls every route about a recording in every state, on both backends, directly and through nginx. The expected
// answers are in authorisation/declared.ts and authorisation/calls.ts. The short version: one backend, and a sample of the rest.
import { describe, expect, it } from "vitest";
import { publish, scaled } from "#server/testing/proof.ts";
import { listRoutes } from "#server/testing/route-list.ts";
import { calls } from "./authorisation/calls.ts";
import { chooseAlmostAll, chooseSample } from "./authorisation/sample.ts";
import { openStage, places } from "./authorisation/stage.ts";
import { walk } from "./authorisation/walk.ts";

const timeout = scaled(180_000, 1_800_000);
const isFull = scaled(0, 1) === 1;
const ways = { all: () => true, "almost all": chooseAlmostAll(), sample: chooseSample(), nothing: () => false };

it("the table of who may call what lists exactly the routes of the server", async () => {
  const routes = (await listRoutes()).map(({ method, url }) => `${method} ${url}`);
  // every GET route also answers HEAD, which is not declared separately
  const own = routes.filter((route) => !route.startsWith("HEAD ") || !routes.includes(route.replace("HEAD", "GET")));
  expect([...new Set(calls.map(({ route }) => route))].toSorted()).toEqual([...new Set(own)].toSorted());
});

describe.each(places)("on $kind and $store, $door", ({ inShort, ...place }) => {
  const howMuch = isFull ? "all" : inShort;

  it.skipIf(howMuch === "nothing")(
    "every call answers as the table says, and a hidden recording looks like one that never existed",
    { timeout },
    async () => {
      await using stage = await openStage(place);
      const { cells, wrong } = await walk(stage, {
        choose: ways[howMuch],
        withHead: howMuch !== "almost all",
      });
      stage.searchLogs();
      await stage.searchKept();
      publish("authorisation", { cells, wrong: wrong.length });
      expect(wrong).toEqual([]);
      expect(stage.canaries.found).toEqual([]);
    },
  );
});
