// A moment of a recording in its address: ?t= where to begin, ?a=&b= what to repeat; and in what is written about it. Pure.

export interface Loop {
  from: number;
  /** Null while only its beginning is set. */
  to: number | null;
}

export interface Moment {
  at: number | null;
  loop: Loop | null;
}

/** What makes no sense in the address is as good as not there. */
export function readMoment(query: URLSearchParams): Moment {
  const [at, from, to] = ["t", "a", "b"].map((name) => readSeconds(query.get(name)));
  const hasLoop = from !== undefined && from !== null && to !== undefined && to !== null && to - from >= shortestLoop;
  return { at: at ?? null, loop: hasLoop ? { from, to } : null };
}

/** Less is a click by mistake. */
export const shortestLoop = 0.2;

/** The address with this moment in it; what is not ours stays. */
export function writeMoment(query: URLSearchParams, { at, loop }: Moment): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ["t", "a", "b"]) next.delete(name);
  if (at !== null) next.set("t", writeSeconds(at));
  if (loop?.to != null) {
    next.set("a", writeSeconds(loop.from));
    next.set("b", writeSeconds(loop.to));
  }
  return next;
}

/** A text, piece by piece; with `at` in seconds where it names a moment of a recording that is so long: a set list, for one. */
export function splitMoments(text: string, duration: number): { words: string; at: number | null }[] {
  const pieces = text.split(/(?<![\d:.,])((?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?!\d|[.,]\d|:)/);
  return pieces
    .map((words, index) => ({ words, at: index % 2 === 1 ? readSeconds(words) : null }))
    .map(({ words, at }) => ({ words, at: at !== null && at < duration ? at : null }));
}

/** 83, 83.5, 1:23 and 1m23s are all the same to people. */
function readSeconds(text: string | null): number | null {
  if (text === null) return null;
  const clock = /^(?:(\d+):)?(\d{1,3}):(\d{1,2}(?:\.\d+)?)$/.exec(text);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const units = /^(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/.exec(text);
  return units ? Number(units[1] ?? 0) * 3600 + Number(units[2] ?? 0) * 60 + Number(units[3] ?? 0) : null;
}

function writeSeconds(seconds: number): string {
  return String(Math.round(seconds * 100) / 100);
}
