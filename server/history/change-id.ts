// The id of an entry of the history, as the API names it: c12 is a change of a recording, a12 is anything else.

interface Entry {
  source: "change" | "audit";
  number: number;
}

const letters = { change: "c", audit: "a" } as const;

export function writeChangeId({ source, number }: Entry): string {
  return letters[source] + number;
}

/** Undefined when it is the id of nothing. */
export function readChangeId(text: string): Entry | undefined {
  const [, letter, digits] = /^([ac])(\d{1,15})$/.exec(text) ?? [];
  if (!letter) return undefined;
  return { source: letter === letters.change ? "change" : "audit", number: Number(digits) };
}
