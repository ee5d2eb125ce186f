// The limits of invitations, as plain numbers: the page imports them without the schema library.
export const guestLimits = { note: 200, uses: 100, linkDays: 90 } as const;
