// The order of trust: of all that a file brings along, which title, date, description and chapters a recording gets, and
// why. docs/importing.md explains each order in a table. Pure.
import { tidyChapters, type Chapter, type Details, type Source, type Witness } from "./found.ts";
import type { OnlyKnown } from "#contract/dates/dates.ts";
import { onlyKnownOf, type Moment } from "./moment.ts";
import { localDay } from "./zone.ts";
import { words } from "./words.ts";

export const order = {
  title: ["person", "sidecar", "nfo", "info-json", "chat", "tags", "cue", "file-name", "folder-name"],
  date: [
    "person",
    "sidecar",
    "nfo",
    "info-json",
    "chat",
    "file-name",
    "folder-name",
    "tags",
    "clock",
    "cue",
    "file-time",
  ],
  description: ["person", "sidecar", "nfo", "description-file", "info-json", "tags"],
  chapters: ["sidecar", "cue", "container", "info-json", "chat"],
} as const satisfies Record<string, readonly Source[]>;

export interface Reason {
  source: Source;
  /** The time of day comes from another source, which names the same day. */
  timeSource?: Source;
  /** Not even the day of the date is known. */
  onlyKnown?: OnlyKnown;
  /** Somebody should look at it: it is the time of the file, only a year, or may be read in another way. */
  isGuess?: boolean;
}

export interface Decided {
  title: string;
  description: string;
  addDate: Date;
  timeMissing: boolean;
  onlyKnown: OnlyKnown | null;
  hidden: boolean;
  preventAutodelete: boolean;
  chapters: Chapter[];
  details: Details;
  why: { title: Reason; date: Reason; description?: Reason; chapters?: Reason };
}

interface Circumstances {
  zone: string;
  durationSeconds: number;
  /** Of the file; the last resort. */
  changedAt: Date;
}

export function decide(witnesses: readonly Witness[], { zone, durationSeconds, changedAt }: Circumstances): Decided {
  const clock: Witness = { source: "file-time", said: { moment: { at: changedAt, precision: "time" } } };
  const all = [...witnesses, clock];
  const title = pick(all, "title", ({ said }) => said.title);
  const description = pick(all, "description", ({ said }) => said.description);
  const chapters = pick(all, "chapters", ({ said }) => findChapters(said.chapters, durationSeconds));
  const date = decideDate(all, zone);
  const first = <T>(read: (witness: Witness) => T | undefined) =>
    (["person", "sidecar"] as const).flatMap((source) => all.filter((one) => one.source === source)).map(read);
  return {
    title: title?.value ?? words.untitled,
    description: description?.value ?? "",
    addDate: date.addDate,
    timeMissing: date.timeMissing,
    onlyKnown: date.onlyKnown,
    hidden: first(({ said }) => said.hidden).find((value) => value !== undefined) ?? false,
    preventAutodelete: first(({ said }) => said.isProtected).find((value) => value !== undefined) ?? false,
    chapters: chapters?.value ?? [],
    details: Object.assign(
      {},
      ...sortBy(all, order.title)
        .toReversed()
        .map(({ said }) => said.details),
    ) as Details,
    why: {
      title: title ? reasonOf(title) : { source: "file-name", isGuess: true },
      date: date.reason,
      ...(description && { description: reasonOf(description) }),
      ...(chapters && { chapters: reasonOf(chapters) }),
    },
  };
}

interface Picked<T> {
  value: T;
  source: Source;
  isWeak: boolean;
}

/** The first source in the order that says it; a weak one only if there is no other. */
function pick<T>(
  witnesses: readonly Witness[],
  field: keyof typeof order,
  read: (witness: Witness) => T | undefined,
): Picked<T> | undefined {
  const found = sortBy(witnesses, order[field]).flatMap((witness): Picked<T>[] => {
    const value = read(witness);
    const isWeak = (witness.weak ?? []).some((name) => name === field || (name === "moment" && field === "date"));
    return value === undefined || value === "" ? [] : [{ value, source: witness.source, isWeak }];
  });
  return found.find(({ isWeak }) => !isWeak) ?? found[0];
}

function sortBy(witnesses: readonly Witness[], sources: readonly Source[]): Witness[] {
  return sources.flatMap((source) => witnesses.filter((witness) => witness.source === source));
}

function reasonOf({ source, isWeak }: Picked<unknown>): Reason {
  return isWeak ? { source, isGuess: true } : { source };
}

/** A chapter that is the whole recording is none. */
function findChapters(said: readonly Chapter[] | undefined, durationSeconds: number): Chapter[] | undefined {
  const chapters = tidyChapters(said ?? [], durationSeconds);
  return chapters.length > 1 || (chapters[0]?.startSeconds ?? 0) > 0 ? chapters : undefined;
}

/** Those that name songs: a chat names what the stream was about, and a nameless chapter names nothing. */
export function listSongChapters({ chapters, why }: Pick<Decided, "chapters" | "why">): Chapter[] {
  return why.chapters?.isGuess || why.chapters?.source === "chat" ? [] : chapters;
}

/** Said by somebody, so nothing is added to it. */
const exact: readonly Source[] = ["person", "sidecar"];

function decideDate(
  witnesses: readonly Witness[],
  zone: string,
): Pick<Decided, "addDate" | "timeMissing" | "onlyKnown"> & { reason: Reason } {
  const find = (isWanted: (moment: Moment, source: Source) => boolean) =>
    pick(witnesses, "date", ({ source, said: { moment } }) =>
      moment && isWanted(moment, source) ? moment : undefined,
    );
  const first = find((_, source) => source !== "file-time") ?? find(() => true);
  if (!first) throw new Error("every file has a time");
  const isWithin = (moment: Moment, source: Source) => source !== "file-time" && agree(moment, first.value, zone);
  // of a year or a month others may know more
  const isVague = onlyKnownOf(first.value) !== null && !exact.includes(first.source);
  const chosen =
    (isVague
      ? (find((moment, source) => onlyKnownOf(moment) === null && isWithin(moment, source)) ??
        find((moment, source) => moment.precision === "month" && isWithin(moment, source)))
      : undefined) ?? first;
  const { source, value } = chosen;
  const onlyKnown = onlyKnownOf(value);
  const isGuess =
    !exact.includes(source) &&
    (source === "file-time" || onlyKnown === "year" || chosen.isWeak || isDoubted(witnesses, chosen, zone));
  const timed = value.precision === "day" && !exact.includes(source) ? findTime(witnesses, value, zone) : undefined;
  return {
    addDate: timed?.at ?? value.at,
    timeMissing: (timed?.precision ?? value.precision) !== "time",
    onlyKnown,
    reason: {
      source,
      ...(timed && { timeSource: timed.source }),
      ...(onlyKnown && { onlyKnown }),
      ...(isGuess && { isGuess }),
    },
  };
}

/** One of them may know less than the other. */
function agree(one: Moment, other: Moment, zone: string): boolean {
  const say = ({ at, precision }: Moment) => {
    const day = precision === "time" ? localDay(at, zone) : at.toISOString();
    return day.slice(0, precision === "year" ? 4 : precision === "month" ? 7 : 10);
  };
  return say(one).startsWith(say(other)) || say(other).startsWith(say(one));
}

/** A source that is trusted more says another date, though with doubt, or one that nobody can believe. */
function isDoubted(witnesses: readonly Witness[], { source, value }: Picked<Moment>, zone: string): boolean {
  const sources: readonly Source[] = order.date.slice(0, (order.date as readonly Source[]).indexOf(source));
  return sortBy(witnesses, sources).some(
    ({ said: { moment }, weak }) => weak?.includes("moment") && !(moment && agree(value, moment, zone)),
  );
}

/** Another source that names the same day knows the time of day, too. */
function findTime(
  witnesses: readonly Witness[],
  { at }: Moment,
  zone: string,
): (Moment & { source: Source }) | undefined {
  const day = at.toISOString().slice(0, 10);
  const sources = order.date.filter((source) => source !== "file-time");
  return sortBy(witnesses, sources)
    .flatMap(({ source, said: { moment } }) => (moment?.precision === "time" ? [{ ...moment, source }] : []))
    .find((moment) => localDay(moment.at, zone) === day);
}
