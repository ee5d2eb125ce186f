// Which key means what while song borders are edited; all other keys are the player's. Pure.
import { words } from "./words.ts";

export type Action =
  | { do: "start" }
  | { do: "end" }
  | { do: "hear" }
  | { do: "nudge"; by: number }
  | { do: "step"; step: -1 | 1 }
  | { do: "zoom"; by: number };

/** M is the key that people know for "mark": mute has a button. Comma, point, minus and plus need no Shift on most keyboards. */
const actions: Record<string, Action> = {
  m: { do: "start" },
  e: { do: "end" },
  h: { do: "hear" },
  ",": { do: "nudge", by: -0.1 },
  ".": { do: "nudge", by: 0.1 },
  "-": { do: "nudge", by: -1 },
  "+": { do: "nudge", by: 1 },
  "=": { do: "nudge", by: 1 },
  p: { do: "step", step: -1 },
  n: { do: "step", step: 1 },
  i: { do: "zoom", by: 0.5 },
  o: { do: "zoom", by: 2 },
};

export function findAction(key: string): Action | undefined {
  return actions[key.toLowerCase()];
}

export const keyLegend: readonly { keys: readonly string[]; meaning: string }[] = [
  { keys: ["M"], meaning: words.keys.start },
  { keys: ["E"], meaning: words.keys.end },
  { keys: ["P", "N"], meaning: words.keys.step },
  { keys: [",", "."], meaning: words.keys.nudge },
  { keys: ["−", "+"], meaning: words.keys.nudgeMore },
  { keys: ["H"], meaning: words.keys.hear },
  { keys: ["I", "O"], meaning: words.keys.zoom },
  { keys: ["←", "→"], meaning: words.keys.arrows },
];
