// The results of a benchmark until main.ts writes them to a file: goals with their ratios, and plain figures for the
// capacity model.

export interface Spread {
  low: number;
  median: number;
  high: number;
}

export interface Goal {
  name: string;
  goal: string;
  measured: Spread;
  isReached: boolean;
}

interface Figure {
  name: string;
  value: number;
  unit: string;
}

export interface Notes {
  goals: Goal[];
  figures: Figure[];
}

let notes: Notes = { goals: [], figures: [] };

export function noteGoals(goals: readonly Goal[]): void {
  notes.goals.push(...goals);
}

export function noteFigure(name: string, value: number, unit: string): void {
  notes.figures.push({ name, value, unit });
}

/** Everything noted since the last call. */
export function takeNotes(): Notes {
  const taken = notes;
  notes = { goals: [], figures: [] };
  return taken;
}
