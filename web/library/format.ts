// How the list says when a recording will be deleted.
import type { Place } from "#contract/dates/dates.ts";
import { words } from "./words.ts";

/** How long before a recording is deleted its card says so. */
const noticeMs = 7 * 24 * 60 * 60 * 1000;

/** "will be deleted on 22 Nov", from a week before; undefined when there is nothing to say yet. */
export function sayDeletion(
  leavesAt: string | null,
  now = new Date(),
  { locale, timeZone }: Place = {},
): string | undefined {
  if (leavesAt === null) return undefined;
  const date = new Date(leavesAt);
  if (date.getTime() - now.getTime() > noticeMs) return undefined;
  const style = { day: "numeric", month: "short", ...(timeZone !== undefined && { timeZone }) } as const;
  return date < now ? words.card.deletedSoon : words.card.deletedOn(date.toLocaleDateString(locale, style));
}
