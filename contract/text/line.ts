// A line of text in a call, as people type it.
import { z } from "zod";
import { noControls, seen } from "./plain-text.ts";

export const line = (most: number) =>
  z
    .string()
    .trim()
    .regex(seen, "must not be empty")
    .max(most, `must have at most ${most} characters`)
    .regex(noControls, "must not contain line breaks or other control characters");

/** The same, where it may be left out. */
export const lineOrNone = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `must have at most ${most} characters`)
    .regex(noControls, "must not contain line breaks or other control characters");
