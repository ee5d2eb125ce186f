// Titles, descriptions, file names and bytes of hidden recordings, cookies, states, codes, tokens, secrets and the master key:
// none of them is in an answer to people who may not see it, in the log at its most detailed level, in a metric, or in a
// backup.
import { expect, it } from "vitest";
import { publish, scaled, unscaled } from "#server/testing/proof.ts";
import { goWrong } from "./authorisation/journeys.ts";
import { chooseSample } from "./authorisation/sample.ts";
import { openStage } from "./authorisation/stage.ts";
import { walk } from "./authorisation/walk.ts";

const timeout = unscaled(300_000, 1_800_000);
const isFull = scaled(0, 1) === 1;
const places = [
  { kind: "sqlite", store: "disk", door: "direct" },
  { kind: "postgres", store: "s3", door: "nginx" },
] as const;

it.each(isFull ? places : places.slice(0, 1))(
  "on $kind and $store, $door, no canary is found where it must not be",
  { timeout },
  async (place) => {
    // so that there are locked cards, too: nothing that is in those recordings may be in an answer
    await using stage = await openStage({ ...place, locked: "card" });
    const { canaries } = stage;
    const { wrong } = await walk(stage, { choose: isFull ? () => true : chooseSample(), withHead: isFull });
    await stage.searchKept();
    await goWrong(stage);
    const answers = canaries.searched;
    const logLines = stage.searchLogs();
    publish("canaries", { answers, logLines, planted: canaries.planted, canariesFound: canaries.found.length });
    expect(canaries.found).toEqual([]);
    expect(wrong).toEqual([]);
    // the search does find something: editors read the titles, and the log was written
    expect(canaries.atHome).toBeGreaterThan(10);
    expect(logLines).toBeGreaterThan(answers / 2);
  },
);
