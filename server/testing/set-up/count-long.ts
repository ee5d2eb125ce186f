// Tests tagged long are counted by the rig that runs them.
import { afterEach } from "vitest";
import { publish } from "../proof.ts";

afterEach(({ task }) => {
  if (task.tags?.includes("long") && task.result?.state !== "fail") publish("long", { long: 1 });
});
