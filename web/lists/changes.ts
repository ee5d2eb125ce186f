// Changes of lists, and new ones. Without a connection they are kept in this browser, for this person, and sent later, in their
// order: sending one again changes nothing more.
import type { Answer, Input } from "#contract/api.ts";
import type { EntriesChange } from "#contract/lists.ts";
import { ApiProblem, call } from "#web/api.ts";
import { patientStorage } from "#web/memory/persisted.ts";
import { currentPerson } from "#web/memory/person.ts";
import { isHeard } from "#web/memory/positions.ts";

type Sendable = "changeEntries" | "makeList";

interface Unsent<N extends Sendable = Sendable> {
  person: string;
  name: N;
  what: Input<N>;
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
  const answer = await sendOrKeep("changeEntries", { params: { id }, body });
  return { change: answer?.change ?? null, isKept: answer === null };
}

/** Null: it is kept. */
export async function sendOrKeep<N extends Sendable>(name: N, what: Input<N>): Promise<Answer<N> | null> {
  try {
    await sendUnsent();
    return await send(name, what);
  } catch (problem) {
    const isCut = problem instanceof ApiProblem && problem.status === 0;
    const unsent = readUnsent();
    if (!isCut || unsent.length >= mostUnsent) throw problem;
    patientStorage.setItem(entry, { state: [...unsent, { person: currentPerson(), name, what }], version: 1 });
    return null;
  }
}

const send = <N extends Sendable>(name: N, what: Input<N>) => call<Sendable>(name, what as never) as Promise<Answer<N>>;

let sending: Promise<void> | undefined;

/** Until the first that does not arrive. What the server refuses is left out. */
export async function sendUnsent(): Promise<void> {
  if (!readUnsent().some(isMine)) return;
  sending ??= sendAll().finally(() => (sending = undefined));
  await sending;
}

async function sendAll(): Promise<void> {
  for (let first = readUnsent().find(isMine); first; first = readUnsent().find(isMine)) {
    try {
      await send(first.name, first.what);
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
