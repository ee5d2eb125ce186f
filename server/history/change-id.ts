// The id of an entry of the history, as the API names it: c12 is a change of a recording, l12 one of a member's own list,
// a12 is anything else.

interface Entry {
  source: "change" | "audit" | "list";
  number: number;
}

const letters = { change: "c", audit: "a", list: "l" } as const;
const sources = { c: "change", a: "audit", l: "list" } as const;

export function writeChangeId({ source, number }: Entry): string {
  return letters[source] + number;
}

/** Undefined when it is the id of nothing. */
export function readChangeId(text: string): Entry | undefined {
  const [, letter, digits] = /^([acl])(\d{1,15})$/.exec(text) ?? [];
  return letter ? { source: sources[letter as keyof typeof sources], number: Number(digits) } : undefined;
}
