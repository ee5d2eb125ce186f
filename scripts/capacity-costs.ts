// The costs that go into the capacity model, read from what `npm run bench` measured last.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Costs } from "./capacity-model.ts";

/** Keyed by the name of the bench. */
export type Measured = ReadonlyMap<
  string,
  { date: string; machine: string; figures: readonly { name: string; value: number }[] }
>;

const folder = "bench/results";

export function readMeasured(): Measured {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    files.map((name) => [path.basename(name, ".json"), JSON.parse(readFileSync(path.join(folder, name), "utf8"))]),
  );
}

/** Reads the last results; what is not there is named. */
export function readCosts(results: Measured, missing: Set<string>): Costs {
  const read = (bench: string, name: string): number => {
    const value = results.get(bench)?.figures.find((figure) => figure.name === name)?.value;
    if (value === undefined) missing.add(bench);
    return value ?? Number.NaN;
  };
  const perGigabyte = (bench: string, name: string) =>
    (read(bench, `${name} large, processor`) - read(bench, `${name} small, processor`)) /
    (1000 * (read(bench, "large ranges, mean") - 0.074));
  const preparing = ["watchable", "sound, pictures and levelling", "smaller sizes"];
  return {
    arrive: read("visit", "page and list, processor"),
    arriveBehind: read("visit", "page and list behind nginx, processor"),
    door: read("list", "door, processor"),
    listPerVideo: Math.max(
      0,
      (read("list", "list of 10000, processor") - read("list", "list of 1000, processor")) / 9000,
    ),
    listKnown: read("list", "304, processor"),
    video: read("growth", "one video of 1000, processor"),
    savePosition: read("growth", "save position of 1000, processor"),
    signIn: read("sign-in", "sign-in, processor"),
    playlist: read("serving", "ours playlist, processor"),
    small: read("serving", "ours small, processor"),
    ownSecondsPerGigabyte: Math.max(0, perGigabyte("serving", "ours")),
    accelSecondsPerGigabyte: Math.max(0, perGigabyte("accel", "behind nginx")),
    accelSmall: read("accel", "behind nginx small, processor"),
    prepareSecondsPerMinute: preparing.reduce((sum, name) => sum + read("preparing", `${name}, processor`), 0),
    listKilobytes: read("list", "list of 1000, sent"),
    pageKilobytes: read("page", "first visit, JavaScript and CSS"),
    idleMegabytes: read("rest", "memory at rest"),
    viewerKibibytes: Math.max(read("memory", "archive, each viewer"), read("serving", "memory of a slow viewer")),
    databasePerVideo: read("growth", "database per video"),
    databasePerMember: read("growth", "database per member"),
  };
}
