import { afterEach, expect, test, vi } from "vitest";
import { fakeEngine } from "#web/testing/fake-engine.ts";
import { show } from "#web/testing/render.tsx";
import { viewer } from "#web/testing/people.ts";
import type { Engine } from "./engine/engine.ts";
import { useSlowLine } from "./player.tsx";

afterEach(() => vi.restoreAllMocks());

function Listening({ engine, canAsk }: { engine: Engine; canAsk: boolean }) {
  useSlowLine(engine, "a", { canAsk });
  return null;
}

async function play(canAsk: boolean) {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, request) => {
    asked.push(
      `${request?.method ?? "GET"} ${new URL(address instanceof Request ? address.url : address, location.href).pathname}`,
    );
    return Response.json({});
  });
  const { engine, report } = fakeEngine();
  await show(<Listening engine={engine} canAsk={canAsk} />, { user: viewer });
  const count = () => asked.filter((one) => one === "POST /api/video/v/a/smaller-sizes").length;
  return { report, count };
}

test("the server is told once when the line is too slow for the smallest size", async () => {
  const { report, count } = await play(true);
  report({ time: 21 });
  expect(count()).toBe(0);
  report({ isLineTooSlow: true });
  report({ time: 22 });
  expect(count()).toBe(1);
});

test("nothing is said where the server would do nothing about it", async () => {
  const { report, count } = await play(false);
  report({ isLineTooSlow: true });
  expect(count()).toBe(0);
});
