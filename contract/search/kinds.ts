// What the page knows of a search, too. Plain data, without a schema.
export const foundKinds = ["songs", "recordings", "texts"] as const;
export type FoundKind = (typeof foundKinds)[number];

/** What is more is only said to be more. */
export const mostCounted = 200;
