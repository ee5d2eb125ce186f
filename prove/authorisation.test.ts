// Every route, asked by everyone there is about a video in every state, on both backends, directly and through nginx.
// What is expected stands in authorisation/declared.ts and authorisation/calls.ts. Short: one backend, and a sample of the rest.
import { describe, expect, it } from "vitest";
import { publish, scaled } from "#server/testing/proof.ts";
import { listRoutes } from "#server/testing/route-list.ts";
import { calls } from "./authorisation/calls.ts";
import { chooseSample } from "./authorisation/sample.ts";
import { openStage, places } from "./authorisation/stage.ts";
import { walk } from "./authorisation/walk.ts";

const timeout = scaled(180_000, 1_800_000);
const isFull = scaled(0, 1) === 1;

it("the table of who may call what names every route of the server, and none that is not there", async () => {
  const routes = (await listRoutes()).map(({ method, url }) => `${method} ${url}`);
  // what can be got can be asked for without its body, too; nothing of its own is declared for that
  const own = routes.filter((route) => !route.startsWith("HEAD ") || !routes.includes(route.replace("HEAD", "GET")));
  expect([...new Set(calls.map(({ route }) => route))].toSorted()).toEqual([...new Set(own)].toSorted());
});

describe.each(places)("on $kind and $store, $door", (place) => {
  const isWhole = isFull || place === places[0];
  // of the rest the two that differ most
  const isLeftOut = !isFull && (place.door === "direct") === (place.kind === "postgres");

  it.skipIf(isLeftOut && !isWhole)("every call answers as the table says, and what is hidden never was", { timeout }, async () => {
    await using stage = await openStage(place);
    const { cells, wrong } = await walk(stage, {
      choose: isWhole ? () => true : chooseSample(),
      withHead: isFull || !isWhole,
    });
    stage.searchLogs();
    publish("authorisation", { cells, wrong: wrong.length });
    console.log(`${place.kind}, ${place.store}, ${place.door}: ${cells} cells, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(stage.canaries.found).toEqual([]);
  });
});
