import { afterEach, expect, test, vi } from "vitest";
import { show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { Replayed } from "./replayed.tsx";

afterEach(() => vi.restoreAllMocks());

async function open(parts: number[] | null, shown = { from: 0, to: 240 }) {
  const server = standIn({ getHeardCurve: { parts } });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const screen = await show(<Replayed id="a" duration={240} {...shown} />);
  return { server, curve: screen.getByRole("img") };
}

const parts = Array.from({ length: 240 }, (_, part) => (part === 150 ? 100 : part < 100 ? 40 : 10));

test("what members play again is a curve over the waveform, and said in words", async () => {
  const { curve } = await open(parts);
  await expect.element(curve).toHaveAttribute("aria-label", "Most replayed at 2 minutes 30 seconds");
});

test("of one song only its part is shown, with the time in the song", async () => {
  const { curve } = await open(parts, { from: 140, to: 180 });
  await expect.element(curve).toHaveAttribute("aria-label", "Most replayed at 10 seconds");
  await expect.element(curve).toHaveAttribute("viewBox", "0 0 40 100");
});

test("nothing is shown where too few members have listened", async () => {
  const { server, curve } = await open(null);
  await expect.poll(() => server.countOf("getHeardCurve")).toBe(1);
  expect(curve.query()).toBeNull();
});
