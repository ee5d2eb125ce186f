// What the table shows, as the address says it; an address that says something else reads as "all". Pure.
import type { RecordingsFilter, RecordingSort, RecordingsQuery, RecordingState } from "#contract/studio.ts";

export type Filter = Omit<RecordingsQuery, "limit" | "after">;

export const states = ["visible", "hidden", "draft", "preparing", "failed"] as const satisfies RecordingState[];
const sorts = ["date", "title", "length", "level", "state", "songs", "captions"] as const satisfies RecordingSort[];
const known = { state: states, songs: ["none", "some"], captions: ["none", "some"], sort: sorts } as const;

export function readFilter(address: URLSearchParams): Filter {
  const pick = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === address.get(name));
  const [q, year, level] = [address.get("q")?.trim().slice(0, 200), Number(address.get("year")), address.get("level")];
  return withoutEmpty({
    q: q === "" ? undefined : q,
    year: Number.isInteger(year) && year >= 1970 && year <= 2100 ? year : undefined,
    level: level?.slice(0, 32),
    state: pick("state", known.state),
    songs: pick("songs", known.songs),
    captions: pick("captions", known.captions),
    sort: pick("sort", known.sort),
    order: pick("order", ["asc"]),
  });
}

export function writeFilter(filter: { [K in keyof Filter]?: Filter[K] | undefined }): Record<string, string> {
  const entries = Object.entries(withoutEmpty(filter)).filter(([, value]) => value !== "" || filter.level === value);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Without the order, in which the number of recordings does not change. */
export function narrowing({ sort: _sort, order: _order, ...rest }: Filter): RecordingsFilter {
  return rest;
}

/** The same column again turns the order around; titles begin with A, everything else with the newest or most. */
export function sortBy({ sort = "date", order = "desc", ...rest }: Filter, column: RecordingSort): Filter {
  const first = column === "title" ? "asc" : "desc";
  const next = sort === column ? (order === "asc" ? "desc" : "asc") : first;
  return withoutEmpty({
    ...rest,
    sort: column === "date" ? undefined : column,
    order: next === "asc" ? next : undefined,
  });
}

function withoutEmpty(filter: { [K in keyof Filter]?: Filter[K] | undefined }): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
