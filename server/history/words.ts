// Each entry of the history as a person reads it, and whether it can be taken back. Pure.
import type { Selectable } from "kysely";
import type { HistoryEntry, HistoryKind } from "#contract/studio.ts";
import type { AuditTable, ChangeTable, MemberTable } from "#server/database/tables.ts";
import { isByRule } from "./log.ts";
import { auditKinds } from "./kinds.ts";
import { canUndo, canUndoRole } from "./undo-rules.ts";
import type { VideoRow } from "#server/database/tables.ts";

export type ChangeRow = Selectable<ChangeTable> & { who: string | null };
export type AuditRow = Pick<
  Selectable<AuditTable>,
  "id" | "at" | "kind" | "provider" | "detail" | "member_id" | "actor_id"
> & {
  [K in "name" | "role" | "disabled_at"]: Selectable<MemberTable>[K] | null;
} & { actor: string | null };

const archiveItself = "The archive";

export function describeChange(
  change: ChangeRow,
  { video, lastTitle, lastMove }: { video: VideoRow | undefined; lastTitle: string; lastMove: number | undefined },
): HistoryEntry {
  const { id, at, before, after, who } = change;
  const kind = change.kind as HistoryKind;
  const isOwnDoing = isByRule(after) || kind === "added";
  return {
    id: `c${id}`,
    at: at.toISOString(),
    who: who ?? (isOwnDoing ? archiveItself : "Someone who left"),
    who_id: who === null ? null : change.member_id,
    kind,
    sentence: tellChange(kind, after),
    video: {
      id: change.video_id,
      title: video?.title ?? lastTitle,
      is_there: video !== undefined && !video.trashed_at,
    },
    fields: listFields(before, after),
    can_undo: video !== undefined && canUndo(change, video, lastMove),
  };
}

function tellChange(kind: HistoryKind, after: Record<string, unknown>): string {
  switch (kind) {
    case "added":
      return "Added this video.";
    case "hidden":
      return "Hid this video from viewers.";
    case "unhidden":
      return "Showed this video to viewers again.";
    case "protected":
      return "Protected this video from automatic deletion.";
    case "unprotected":
      return "Let this video be deleted automatically again.";
    case "trashed":
      return `Put ${after.audio_only ? "the pictures of this video" : "this video"} into the trash${tellRule(after.why)}.`;
    case "restored":
      return after.why === "sent"
        ? "Sent the recording again: its pictures are back."
        : "Took this video out of the trash.";
    case "purged":
      return "Deleted this video for good.";
    case "pictures-removed":
      return "Deleted the pictures of this video for good; its sound stays.";
    default:
      return `Changed ${joinWords(Object.keys(after).map(nameField))}.`;
  }
}

function tellRule(why: unknown): string {
  if (why === "age") return ", for it was kept as long as the rule says";
  return why === "cap" ? ", to keep within the storage cap" : "";
}

const fieldNames: Record<string, string> = {
  title: "the title",
  description: "the description",
  add_date: "the upload time",
  time_missing: "whether the time of day is known",
  hidden: "whether viewers see it",
  prevent_autodelete: "the protection from automatic deletion",
};

export function nameField(field: string): string {
  return fieldNames[field] ?? field;
}

export function joinWords(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "nothing");
}

function listFields(before: Record<string, unknown>, after: Record<string, unknown>): HistoryEntry["fields"] {
  const fields = Object.keys(after).filter((field) => field !== "why");
  return fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

const providerNames: Record<string, string> = { patreon: "Patreon", twitch: "Twitch" };

export function describeAudit(row: AuditRow): HistoryEntry {
  const { id, at, detail, actor, name } = row;
  const kind = auditKinds[row.kind] ?? "retention";
  const [before, after] = [asRecord(detail.before), asRecord(detail.after)];
  return {
    id: `a${id}`,
    at: at.toISOString(),
    who: actor ?? tellWho(row),
    who_id: actor === null ? (isOwnDoing(row) ? row.member_id : null) : row.actor_id,
    kind,
    sentence: tellAudit(row, name ?? "someone who left"),
    video: null,
    fields: listFields(before, after),
    can_undo: canUndoRole(row),
  };
}

/** What a provider's answer changed was done by nobody here. */
function tellWho(row: AuditRow): string {
  const { kind, name, provider } = row;
  if (isOwnDoing(row)) return name ?? "Someone who left";
  if (kind === "sign-in-refused") return "Somebody";
  return providerNames[provider ?? ""] ?? archiveItself;
}

function isOwnDoing({ kind }: AuditRow): boolean {
  return /^(signed|session|identity|retention-changed)/.test(kind);
}

function tellAudit({ kind, provider, detail, actor }: AuditRow, name: string): string {
  const at = providerNames[provider ?? ""] ?? "a provider";
  switch (kind) {
    case "signed-in":
      return `Logged in with ${at}.`;
    case "sign-in-refused":
      return `A login with ${at} was refused.`;
    case "signed-out":
      return "Logged out.";
    case "session-ended":
      return actor ? `Logged ${name} out everywhere.` : "Logged out on other devices.";
    case "identity-connected":
      return `Connected ${at}.`;
    case "identity-disconnected":
      return `Disconnected ${at}.`;
    case "grant-revoked":
      return `${name} disconnected this archive at ${at}.`;
    case "mass-revocation-stopped":
      return "So many memberships would have ended at once that nobody was locked out; please look at the settings.";
    case "retention-changed":
      return "Changed how long videos are kept.";
    case "file-damaged":
      return detail.problem === "unplayable"
        ? `A file of “${String(detail.title)}” would not play right, and is made again: ${String(detail.name)}.`
        : `A file of “${String(detail.title)}” is missing or damaged: ${String(detail.name)}.`;
    case "retention-restored":
      return "The archive was restored from a backup; nothing is deleted for a day.";
    case "retention-stopped":
      return typeof detail.sentence === "string" ? detail.sentence : "Automatic deletion stopped short.";
    default:
      return tellPermission(detail, name);
  }
}

function tellPermission(detail: Record<string, unknown>, name: string): string {
  const after = asRecord(detail.after);
  const told = [
    ...(after.role === "editor" ? [`Made ${name} an editor.`] : []),
    ...(after.role === null ? [`${name} is no longer an editor.`] : []),
    ...(after.disabled === true ? [`Disabled the account of ${name}.`] : []),
    ...(after.disabled === false ? [`Enabled the account of ${name} again.`] : []),
  ];
  if (told.length > 0) return told.join(" ");
  const [was, is] = [asRecord(detail.old), asRecord(detail.new)];
  if (was.can_view !== is.can_view) return `${name} may ${is.can_view ? "watch now" : "no longer watch"}.`;
  return `${name} may ${is.can_edit ? "edit now" : "no longer edit"}.`;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
