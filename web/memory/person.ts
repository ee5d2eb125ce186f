// Whose memory this browser shows. When somebody else logs in, the positions of the person before are put aside; they are
// back when that person returns. The persisted entry itself keeps the form that the specification gives it.

/** Its own entry, with the id of the person who logged in last in this browser. */
const entry = "stagedoor-person";

/** What is saved for listening without a connection, and for whom: web/saved/ has its form. */
export const savedEntry = "stagedoor-saved";

/** What was searched for lately: web/search/ has its form. */
export const searchesEntry = "stagedoor-searches";

/** The person whom this page shows. */
let shown: string | null = null;
let isStored = false;
/** A page that has shown one person shows nothing of them to the next one. */
const startAgain = (): void => location.reload();

/** Empty before the first login. */
export function currentPerson(): string {
  return shown ?? read() ?? "";
}

/** False when somebody else has logged in in another tab. */
export function isStillCurrent(): boolean {
  return !isStored || read() === shown;
}

/** Shows what this browser remembers of a person. What was stored before people were told apart goes to the first. */
export async function recallPerson(id: string, restart = startAgain): Promise<void> {
  if (shown === id) return;
  const before = read();
  // loaded on demand: most browsers have one person
  if (before !== null && before !== id) (await import("./other-people.ts")).exchangeMemory(before, id);
  store(id);
  isStored = read() === id;
  if (shown !== null) restart();
  shown = id;
}

/** Somebody else may log in in another tab. */
export function followPerson(restart = startAgain): void {
  addEventListener("storage", ({ key }) => {
    if (key === entry && shown !== null && read() !== shown) restart();
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(entry);
  } catch {
    return null;
  }
}

function store(id: string): void {
  try {
    localStorage.setItem(entry, id);
  } catch {
    // Full or forbidden: then nothing else is stored either.
  }
}
