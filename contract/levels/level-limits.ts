// Limits that page and server share. Apart, because what the page imports must not contain zod.
export const levelLimits = { above: 5, name: 40 } as const;
