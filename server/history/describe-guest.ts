// The sentences about guests and invitation links. Pure.
import { readGuestChange } from "./undo-rules.ts";
import { words } from "./words.ts";

export function tellGuest({ kind, detail }: { kind: string; detail: Record<string, unknown> }, name: string): string {
  const { after } = readGuestChange(detail);
  if (kind === "invitation-made") return words.invitationMade(words.guests(Number(detail.uses)));
  if (kind === "invitation-changed") return after.revoked ? words.invitationEnded : words.invitationBack;
  if (kind === "guest-added") return words.guestAdded(name);
  const told = [
    ...(after.ended === true ? [words.guestEnded(name)] : []),
    ...(after.ended === false ? [words.guestBack(name)] : []),
    ...(typeof after.until === "string" ? [words.guestUntil(name, sayDay(after.until))] : []),
    ...(after.level !== undefined ? [words.guestLevel(name)] : []),
    ...(after.until === null ? [words.guestForever(name)] : []),
  ];
  return told.join(" ");
}

function sayDay(text: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(text));
}
