// Undoes a change of a guest or of an invitation link, unless there is a newer one.
import type { RecordedEvent } from "#server/history/log.ts";
import { readGuestChange, stillHoldsGuest } from "#server/history/undo-rules.ts";
import type { Parts, Within } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { findGuest, setGuest, writeField } from "./guests.ts";
import { findInvitation, setRevoked } from "./invitations.ts";
import { words } from "./words.ts";

export async function undoGuestChange(
  { db: trx, clock, keys }: Within<Pick<Parts, "db" | "clock" | "keys">>,
  { memberId: actorId }: { memberId: string },
  event: RecordedEvent,
): Promise<string | null> {
  const change = readGuestChange(event.detail);
  const [guest, link] = [
    change.guestId ? await findGuest(trx, change.guestId) : undefined,
    change.invitationId ? await findInvitation(trx, change.invitationId) : undefined,
  ];
  const now = clock.now();
  if (guest) {
    const state = { until: writeField(guest.until), ended: guest.ended_at !== null, level: guest.level };
    if (!stillHoldsGuest(change.after, state)) throw new Refusal("conflict", words.changedSince);
    const { until, ended, level } = change.before;
    const wanted = {
      ...(until !== undefined && { until: typeof until === "string" ? new Date(until) : null }),
      ...(typeof ended === "boolean" && { ended }),
      ...((typeof level === "string" || level === null) && { level }),
    };
    return setGuest({ db: trx, keys }, { row: guest, actorId, now, wanted });
  }
  if (!link) throw new Refusal("conflict", words.cannotUndo);
  if (!stillHoldsGuest(change.after, { revoked: link.revoked_at !== null }))
    throw new Refusal("conflict", words.changedSince);
  return setRevoked(trx, { row: link, actorId, now, revoked: change.before.revoked === true });
}
