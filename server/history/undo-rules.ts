// Which changes can be undone: those whose fields nobody has changed since. Pure.
import type { VideoRow } from "#server/database/tables.ts";

interface Changed {
  id: number;
  kind: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const editKinds = new Set(["edited", "hidden", "unhidden", "protected", "unprotected"]);
const undoableFields = [
  ...(["title", "description", "add_date", "time_missing", "only_known", "prevent_autodelete", "hidden"] as const),
  ...(["level", "opens_at", "opens_level"] as const),
] as const;
type UndoableField = (typeof undoableFields)[number];

export function isEdit({ kind }: Pick<Changed, "kind">): boolean {
  return editKinds.has(kind);
}

export function isSetList({ kind }: Pick<Changed, "kind">): boolean {
  return kind === "set-list";
}

/** A change out of the inbox or back into it. */
export function isLook({ kind }: Pick<Changed, "kind">): boolean {
  return kind === "looked";
}

/** Captions or the thumbnail. Whether the old files are still there is only known when it is undone. */
function isExtra({ kind }: Pick<Changed, "kind">): boolean {
  return kind === "captions" || kind === "thumbnail";
}

/** Into the trash or out of it. */
export const moveKinds = ["trashed", "restored"] as const;

function isMove({ kind }: Pick<Changed, "kind">): boolean {
  return moveKinds.some((one) => one === kind);
}

/** `lastMove` is the recording's newest move into or out of the trash; earlier moves cannot be undone. */
export function canUndo(change: Changed, video: VideoRow, lastMove: number | undefined): boolean {
  if (video.purging_at) return false;
  if (isMove(change) && change.id !== lastMove) return false;
  if (change.kind === "trashed")
    return (change.after.audio_only ? video.pictures_trashed_at : video.trashed_at) !== null;
  if (video.trashed_at) return false;
  if (change.kind === "restored") return change.before.trashed === true;
  if (isLook(change)) return change.after.looked === true;
  if (isExtra(change)) return true;
  if (isSetList(change)) return change.after.set_list_revision === video.set_list_revision;
  return isEdit(change) && !isOpening(change) && listNewer(change, video).length === 0;
}

/** The end of early access: going back would only end it again. */
function isOpening({ before }: Pick<Changed, "before">): boolean {
  return before.why === "opening";
}

/** The fields that somebody has changed since. */
export function listNewer({ after }: Pick<Changed, "after">, video: VideoRow): string[] {
  return Object.keys(after).filter((field) => {
    const value = isUndoable(field) ? video[field] : undefined;
    return (value instanceof Date ? value.toISOString() : value) !== after[field];
  });
}

export function isUndoable(field: string): field is UndoableField {
  return undoableFields.some((one) => one === field);
}

/** Only changes that the owner made here, and only while they are still in effect. */
export function canUndoRole(row: {
  kind: string;
  detail: Record<string, unknown>;
  role: "editor" | "owner" | null;
  disabled_at: Date | null;
  name: string | null;
}): boolean {
  const { why, after } = row.detail;
  if (row.kind !== "permission-changed" || why !== "owner" || row.name === null) return false;
  const { role, disabled } = after as { role?: "editor" | "owner" | null; disabled?: boolean };
  return (
    (role === undefined || role === row.role) && (disabled === undefined || disabled === (row.disabled_at !== null))
  );
}

export function isOfSong({ kind }: { kind: string }): boolean {
  return kind === "song-edited" || kind === "song-merged";
}

/** While the song, or the one it was merged into, is as the change has left it. */
export function canUndoSong(
  row: { kind: string; detail: Record<string, unknown> },
  revision: number | undefined,
): boolean {
  return isOfSong(row) && revision !== undefined && row.detail.revision === revision;
}

export function isOfCollection({ kind }: { kind: string }): boolean {
  return ["collection-made", "collection-changed", "collection-deleted", "collections-ordered"].includes(kind);
}

export function isOfGuest({ kind }: { kind: string }): boolean {
  return ["guest-added", "guest-changed", "invitation-made", "invitation-changed"].includes(kind);
}

type Fields = Record<string, unknown>;

/** What an entry about a guest, or about a link, has changed. */
export function readGuestChange(detail: Fields) {
  const idOf = (value: unknown) => (typeof value === "string" ? value : undefined);
  const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
  return {
    guestId: idOf(detail.guest_id),
    invitationId: idOf(detail.invitation_id),
    before: fieldsOf(detail.before),
    after: fieldsOf(detail.after),
  };
}

/** `now` is undefined when the guest or the link is no longer there. */
export function stillHoldsGuest(after: Fields, now: Fields | undefined): boolean {
  return now !== undefined && Object.entries(after).every(([field, value]) => now[field] === value);
}

interface SettingsChange {
  before: Record<string, string>;
  after: Record<string, string>;
}

/** Keyed by the names of the settings; an empty text means "not set". Undefined for entries without both values. */
export function readSettingsChange({ before, after }: Record<string, unknown>): SettingsChange | undefined {
  return isTexts(before) && isTexts(after) ? { before, after } : undefined;
}

/** `now` is what is stored. */
export function stillHolds(after: Partial<Record<string, string>>, now: Record<string, string>): boolean {
  return Object.entries(after).every(([name, value]) => (now[name] ?? "") === value);
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}
