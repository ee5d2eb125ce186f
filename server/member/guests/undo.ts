// Undoes a change of a guest or of an invitation link, unless there is a newer one.
import { findEvent } from "#server/history/log.ts";
import { isOfGuest, readGuestChange, stillHoldsGuest } from "#server/history/undo-rules.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { findGuest, setGuest, writeField } from "./guests.ts";
import { findInvitation, setRevoked } from "./invitations.ts";
import { words } from "./words.ts";

/** Undefined when this entry is not about a guest. `parts.db` is a transaction. */
export async function undoGuestChange(
  { db: trx, clock }: Pick<Parts, "db" | "clock">,
  actorId: string,
  auditId: number,
): Promise<string | null | undefined> {
  const event = await findEvent(trx, auditId);
  if (!event || !isOfGuest(event)) return undefined;
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
    return setGuest(trx, { row: guest, actorId, now, wanted });
  }
  if (!link) throw new Refusal("conflict", words.cannotUndo);
  if (!stillHoldsGuest(change.after, { revoked: link.revoked_at !== null }))
    throw new Refusal("conflict", words.changedSince);
  return setRevoked(trx, { row: link, actorId, now, revoked: change.before.revoked === true });
}
