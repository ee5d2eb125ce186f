import { expect, it } from "vitest";
import { cutName, numberName, showName, splitName } from "./byte-name.ts";
import { usualWaits, waitFor } from "#server/intake/incoming/waits.ts";

it("a name that is cut ends with a whole character", () => {
  for (const text of ["aé", "a€", "a🎸"]) {
    const name = Buffer.from(text);
    for (let bytes = 1; bytes < name.length; bytes += 1) expect(cutName(name, bytes).toString()).toBe("a");
    expect(cutName(name, name.length)).toEqual(name);
  }
  expect(cutName(Buffer.alloc(10, 0xbf), 4)).toHaveLength(4);
});

it("a numbered name keeps its ending, and is short enough for another ending", () => {
  expect(numberName(Buffer.from("song.mkv"), 2).toString()).toBe("song (2).mkv");
  expect(numberName(Buffer.from("no kind"), 3).toString()).toBe("no kind (3)");
  const long = numberName(Buffer.from(`${"é".repeat(125)}x.mkv`), 12);
  expect(long.length).toBeLessThanOrEqual(250);
  expect(long.toString()).toMatch(/^é+ \(12\)\.mkv$/);
  expect(splitName(Buffer.from(".hidden")).kind.toString()).toBe("");
});

it("a name is shown on one line, whatever its bytes are", () => {
  expect(showName(Buffer.from("caf\xe9\n\u0007.wav", "latin1"))).toBe("café\ufffd\ufffd.wav");
  expect(showName(Buffer.from("a\u202egnp.wav"))).toBe("a\ufffdgnp.wav");
});

it("large files wait longer, up to four minutes", () => {
  const gib = 2n ** 30n;
  const waits = [1n, gib, gib + 1n, 2n * gib, 4n * gib, 4n * gib + 1n, 900n * gib];
  expect(waits.map((bytes) => waitFor(bytes, usualWaits) / 1000)).toEqual([30, 30, 60, 60, 120, 240, 240]);
});
