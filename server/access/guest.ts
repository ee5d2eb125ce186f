// What is known of an invitation, and whether it gives access now. Pure.

/** An invitation by the owner or an editor: access without a membership. */
export interface GuestFacts {
  /** Null when that member has left. */
  invitedBy: string | null;
  /** Null: it does not end by itself. */
  until: Date | null;
  endedAt: Date | null;
  /** Null: the standard. */
  level: string | null;
}

export function isLiveGuest(guest: Pick<GuestFacts, "until" | "endedAt"> | null, now: Date): boolean {
  return guest !== null && guest.endedAt === null && (guest.until === null || now < guest.until);
}
