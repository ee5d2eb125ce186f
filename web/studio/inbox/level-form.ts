// The form for the level of many recordings. It comes from the app: the home page has the same one.
import { type ComponentType, createContext } from "react";
import type { NamedLevel } from "#contract/levels/levels.ts";

export type LevelForm = ComponentType<{ ids: readonly string[]; choices: readonly NamedLevel[]; done: () => void }>;

export const LevelFormContext = createContext<LevelForm | undefined>(undefined);
