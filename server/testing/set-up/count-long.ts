// Tests tagged long, and tests on both databases, are counted by the rigs that run them.
import { afterEach, expect } from "vitest";
import { publish } from "../proof.ts";

afterEach(({ task }) => {
  if (task.result?.state === "fail") return;
  if (task.tags?.includes("long")) publish("long", { long: 1 });
  if (/\bon (sqlite|postgres)\b/.test(expect.getState().currentTestName ?? "")) publish("databases", { tests: 1 });
});
