// Every route, asked by everyone there is about a video in every state, on both backends, directly and through nginx.
// What is expected stands in authorisation/declared.ts and authorisation/calls.ts. Short: one backend, and a sample of the rest.
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

it("the table of who may call what names every route of the server, and none that is not there", async () => {
  const routes = (await listRoutes()).map(({ method, url }) => `${method} ${url}`);
  // what can be got can be asked for without its body, too; nothing of its own is declared for that
  const own = routes.filter((route) => !route.startsWith("HEAD ") || !routes.includes(route.replace("HEAD", "GET")));
  expect([...new Set(calls.map(({ route }) => route))].toSorted()).toEqual([...new Set(own)].toSorted());
});

describe.each(places)("on $kind and $store, $door", ({ inShort, ...place }) => {
  const howMuch = isFull ? "all" : inShort;

  it.skipIf(howMuch === "nothing")(
    "every call answers as the table says, and what is hidden never was",
    { timeout },
    async () => {
      await using stage = await openStage(place);
      const { cells, wrong } = await walk(stage, {
        choose: ways[howMuch],
        withHead: howMuch !== "almost all",
      });
      stage.searchLogs();
      publish("authorisation", { cells, wrong: wrong.length });
      expect(wrong).toEqual([]);
      expect(stage.canaries.found).toEqual([]);
    },
  );
});
