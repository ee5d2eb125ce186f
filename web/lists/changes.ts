// Changes of what is in a list. Without a connection they are kept in this browser, for this person, and sent later, in their
// order: sending one again changes nothing more.
import type { EntriesChange } from "#contract/lists.ts";
import { ApiProblem, call } from "#web/api.ts";
import { patientStorage } from "#web/memory/persisted.ts";
import { currentPerson } from "#web/memory/person.ts";
import { isHeard } from "#web/memory/positions.ts";

interface Unsent {
  person: string;
  id: string;
  body: EntriesChange;
}

const entry = "stagedoor-unsent";
const mostUnsent = 500;

function readUnsent(): Unsent[] {
  const kept = patientStorage.getItem(entry) as { state?: unknown } | null;
  return Array.isArray(kept?.state) ? (kept.state as Unsent[]) : [];
}

const isMine = ({ person }: Unsent) => person === currentPerson();

interface Changed {
  /** For Undo. */
  change: string | null;
  isKept: boolean;
}

export async function changeEntries(id: string, body: EntriesChange): Promise<Changed> {
  try {
    await sendUnsent();
    const { change } = await call("changeEntries", { params: { id }, body });
    return { change, isKept: false };
  } catch (problem) {
    const isCut = problem instanceof ApiProblem && problem.status === 0;
    const unsent = readUnsent();
    if (!isCut || unsent.length >= mostUnsent) throw problem;
    patientStorage.setItem(entry, { state: [...unsent, { person: currentPerson(), id, body }], version: 1 });
    return { change: null, isKept: true };
  }
}

let sending: Promise<void> | undefined;

/** Until the first that does not arrive. What the server refuses is left out. */
export async function sendUnsent(): Promise<void> {
  if (!readUnsent().some(isMine)) return;
  sending ??= sendAll().finally(() => (sending = undefined));
  await sending;
}

async function sendAll(): Promise<void> {
  for (let first = readUnsent().find(isMine); first; first = readUnsent().find(isMine)) {
    const { id, body } = first;
    try {
      await call("changeEntries", { params: { id }, body });
    } catch (problem) {
      // also what the server stumbles over, or nothing after it would ever be sent
      const isOver = problem instanceof ApiProblem && (isHeard(problem.status) || problem.status === 500);
      if (!isOver) throw problem;
    }
    const sent = JSON.stringify(first);
    const left = readUnsent();
    const at = left.findIndex((one) => JSON.stringify(one) === sent);
    patientStorage.setItem(entry, { state: left.toSpliced(at, at < 0 ? 0 : 1), version: 1 });
  }
}
