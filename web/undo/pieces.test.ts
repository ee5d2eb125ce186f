import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "#web/api.ts";
import { inPieces } from "./pieces.ts";

afterEach(() => vi.useRealTimers());

const all = Array.from({ length: 450 }, (_, index) => index);
const tooMany = new ApiProblem({ code: "too-many-requests", status: 429, detail: "Please wait a minute." });
const busy = new ApiProblem({ code: "busy", status: 503, detail: "The server has too much to do." });

test("many are sent in pieces, and the progress is told after each", async () => {
  const sent: number[][] = [];
  const told: number[] = [];
  await inPieces(
    all,
    async (piece) => void sent.push(piece),
    (done) => told.push(done),
  );
  expect(sent.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(sent.flat()).toEqual(all);
  expect(told).toEqual([200, 400, 450]);
});

test.each([
  ["who is told to wait", tooMany],
  ["who comes while the server is busy", busy],
])("%s goes on by itself, with the piece that was refused", async (_who, refusal) => {
  vi.useFakeTimers();
  const sent: number[] = [];
  let refusals = 2;
  const going = inPieces(all, async (piece) => {
    if (sent.length === 1 && refusals-- > 0) throw refusal;
    sent.push(piece.length);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await going;
  expect(sent).toEqual([200, 200, 50]);
});

test("any other refusal ends it at once", async () => {
  const sent: number[] = [];
  const going = inPieces(all, async (piece) => {
    if (sent.length === 1) throw new ApiProblem({ code: "not-allowed", status: 403, detail: "You may not." });
    sent.push(piece.length);
  });
  await expect(going).rejects.toThrow("You may not.");
  expect(sent).toEqual([200]);
});
