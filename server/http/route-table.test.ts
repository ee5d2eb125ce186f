// The whole surface of the server, as a snapshot: a change of it shows in the diff of a change.
import { expect, it } from "vitest";
import { allRoutes } from "#contract/routes/other-routes.ts";
import { listRoutes } from "#server/testing/route-list.ts";

it("every route says who may call it, and every call of the contract has a route", async () => {
  const table = (await listRoutes())
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, url, who, limit }) => `${method.padEnd(7)}${url.padEnd(34)}${who} (${limit})`);
  expect(table.toSorted().join("\n")).toMatchSnapshot();
  for (const { method, path: url } of Object.values(allRoutes)) {
    expect(
      table.some(
        (line) =>
          line.startsWith(`${method.padEnd(7)}${url} `) || line.startsWith(`${method.padEnd(7)}${url.padEnd(34)}`),
      ),
    ).toBe(true);
  }
});
