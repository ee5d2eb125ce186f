// The form for the level of many recordings. It comes from the app: the home page has the same one.
import { createContext, type ReactNode } from "react";
import type { NamedLevel } from "#contract/levels/levels.ts";

interface LevelOfMany {
  ids: readonly string[];
  choices: readonly NamedLevel[];
  done: () => void;
}

export type ShowLevelForm = (about: LevelOfMany) => ReactNode;

export const LevelFormContext = createContext<ShowLevelForm>(() => null);
