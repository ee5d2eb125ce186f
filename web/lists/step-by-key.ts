// The arrow keys on the grip of a row move it up or down.
import type { KeyboardEvent } from "react";

export function stepByKey(event: KeyboardEvent, step: (by: -1 | 1) => void): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  step(event.key === "ArrowUp" ? -1 : 1);
}
