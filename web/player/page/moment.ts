// A moment of a recording in its address: ?t= where to start, ?a=&b= what to repeat; and times in its description. Pure.

export interface Loop {
  from: number;
  /** Null while only its beginning is set. */
  to: number | null;
}

interface Moment {
  at: number | null;
  loop: Loop | null;
}

/** Values in the address that make no sense are ignored. */
export function readMoment(query: URLSearchParams): Moment {
  const [at, from, to] = ["t", "a", "b"].map((name) => readSeconds(query.get(name)));
  const hasLoop = from !== undefined && from !== null && to !== undefined && to !== null && to - from >= shortestLoop;
  return { at: at ?? null, loop: hasLoop ? { from, to } : null };
}

/** Seconds; a shorter loop is an accidental double click. */
export const shortestLoop = 0.2;

/** The address with this moment in it; other parameters stay. */
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

/** A text in parts, such as a set list; a part that is a time within the recording has it as `at`, in seconds. */
export function splitMoments(text: string, duration: number): { text: string; at: number | null }[] {
  const parts = text.split(/(?<![\d:.,])((?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?!\d|[.,]\d|:)/);
  return parts
    .map((part, index) => ({ text: part, at: index % 2 === 1 ? readSeconds(part) : null }))
    .map((part) => ({ ...part, at: part.at !== null && part.at < duration ? part.at : null }));
}

interface Song {
  at: number;
  title: string;
}

/** The songs of a description that is a set list: at least two lines that begin with a time, in their order. */
export function listSongs(text: string, duration: number): Song[] {
  const songs = text.split("\n").flatMap((line) => readSong(line, duration) ?? []);
  const isInOrder = songs.every(({ at }, index) => index === 0 || at > (songs[index - 1]?.at ?? 0));
  return songs.length >= 2 && isInOrder ? songs : [];
}

function readSong(line: string, duration: number): Song | undefined {
  const [before, time, ...after] = splitMoments(line, duration);
  const title = after
    .map((part) => part.text)
    .join("")
    .replace(/^[\s\-–—:.)\]]+/, "")
    .trim();
  const isFirst = before !== undefined && /^[\s\-–—*•([]*(\d+[.)]\s*)?[([]?$/.test(before.text);
  return isFirst && time?.at != null && title !== "" ? { at: time.at, title } : undefined;
}

const sameSongSeconds = 5;

/** A description without the lines that are in the set list, too: it is shown already. */
export function leaveOutSongs(text: string, entries: readonly { start: number | null }[], duration: number): string {
  const isListed = (at: number) =>
    entries.some(({ start }) => start !== null && Math.abs(start - at) <= sameSongSeconds);
  const lines = text.split("\n").filter((line) => {
    const song = readSong(line, duration);
    return !song || !isListed(song.at);
  });
  return lines.join("\n").trim();
}

export function findSong(songs: readonly Song[], seconds: number): string | null {
  return songs.findLast(({ at }) => at <= seconds)?.title ?? null;
}

/** People write 83, 83.5, 1:23 and 1m23s. */
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
