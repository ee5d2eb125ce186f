// The limits of shared moments, as plain numbers: the page imports them without the schema library.
export const momentLimits = { leastSeconds: 1, seconds: 90, days: 7, plays: 20, live: 20, playMinutes: 15 } as const;
