// What a feed is about, by the last part of its address. Pure.
export type FeedSubject =
  | { kind: "everything" }
  | { kind: "favourites" }
  | { kind: "song"; id: string }
  | { kind: "list"; id: string }
  | { kind: "collection"; id: string };

export function readFeedName(file: string): FeedSubject | undefined {
  const [, name = ""] = /^([a-z0-9-]+)\.xml$/.exec(file) ?? [];
  if (name === "everything" || name === "favourites") return { kind: name };
  const [, kind, id = ""] = /^(song|list|collection)-([a-z0-9]{1,50})$/.exec(name) ?? [];
  return kind === undefined ? undefined : { kind: kind as "song" | "list" | "collection", id };
}
