// Describes each entry of the history for people, and says whether it can be undone. Pure.
import type { Selectable } from "kysely";
import type { HistoryEntry, HistoryKind } from "#contract/studio.ts";
import type { AuditTable, ChangeTable, MemberTable, VideoRow } from "#server/database/tables.ts";
import { isByFormer, isByImport, isByOpening, isByRule } from "./log.ts";
import { auditKinds } from "./kinds.ts";
import { writeChangeId } from "./change-id.ts";
import { tellCollection } from "./collections.ts";
import {
  canUndo,
  canUndoRole,
  canUndoSong,
  isLook,
  isOfCollection,
  isOfGuest,
  isSetList,
  readGuestChange,
  readSettingsChange,
  stillHolds,
  stillHoldsGuest,
} from "./undo-rules.ts";
import { words } from "./words.ts";

export type ChangeRow = Selectable<ChangeTable> & { who: string | null };
export type AuditRow = Pick<
  Selectable<AuditTable>,
  "id" | "at" | "kind" | "provider" | "detail" | "member_id" | "actor_id"
> & {
  [K in "name" | "role" | "disabled_at"]: Selectable<MemberTable>[K] | null;
} & { actor: string | null };

export function describeChange(
  change: ChangeRow,
  { video, lastTitle, lastMove }: { video: VideoRow | undefined; lastTitle: string; lastMove: number | undefined },
): HistoryEntry {
  const { id, at, before, after, who } = change;
  const kind = change.kind as HistoryKind;
  const isOwnDoing =
    isByRule(after) || isByImport(before) || isByOpening(before) || (kind === "added" && !isByFormer(before));
  return {
    id: writeChangeId({ source: "change", number: id }),
    at: at.toISOString(),
    who: who ?? (isOwnDoing ? words.archive : words.formerMember),
    who_id: who === null ? null : change.member_id,
    kind,
    sentence: tellChange(kind, after),
    video: {
      id: change.video_id,
      title: video?.title ?? lastTitle,
      is_there: video !== undefined && !video.trashed_at,
    },
    fields: isSetList(change) || isLook(change) ? [] : listFields(before, after),
    can_undo: video !== undefined && canUndo(change, video, lastMove),
  };
}

function tellChange(kind: HistoryKind, after: Record<string, unknown>): string {
  switch (kind) {
    case "added":
      return words.added;
    case "hidden":
      return words.hidden;
    case "unhidden":
      return words.unhidden;
    case "protected":
      return words.protected;
    case "unprotected":
      return words.unprotected;
    case "trashed":
      return (after.audio_only ? words.videoTrashed : words.trashed)(tellRule(after.why));
    case "restored":
      return after.why === "sent" ? words.sentAgain : words.restored;
    case "purged":
      return words.purged;
    case "pictures-removed":
      return words.videoPurged;
    case "set-list":
      return words.setList;
    case "captions":
    case "thumbnail":
      return words.changed(nameField(kind));
    case "looked":
      return after.looked ? words.looked : words.backInInbox;
    default:
      return words.changed(joinWords(Object.keys(after).map(nameField)));
  }
}

function tellRule(why: unknown): string {
  if (why === "age") return words.becauseOfAge;
  return why === "cap" ? words.becauseOfCap : "";
}

export function nameField(field: string): string {
  return words.fields[field] ?? field;
}

export function joinWords(list: readonly string[]): string {
  return list.length > 1 ? words.and(list.slice(0, -1).join(", "), list.at(-1) ?? "") : (list[0] ?? words.nothing);
}

function listFields(before: Record<string, unknown>, after: Record<string, unknown>): HistoryEntry["fields"] {
  const fields = Object.keys(after).filter((field) => field !== "why" && field !== "state");
  return fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

export interface GuestNow {
  /** Null for a link. */
  name: string | null;
  /** The values as the history writes them. */
  fields: Record<string, unknown>;
}

interface Now {
  /** The settings of the entry, as they are now. */
  settings: Record<string, string>;
  /** The revision of the song it is about, if there is one. */
  songRevision: number | undefined;
  /** The guest or the link it is about, if it is still there. */
  guest: GuestNow | undefined;
  /** Whether the collection it is about is as the entry has left it. */
  holdsCollection: boolean;
}

export function describeAudit(row: AuditRow, { settings, songRevision, guest, holdsCollection }: Now): HistoryEntry {
  const { id, at, detail, actor } = row;
  const name = row.name ?? guest?.name ?? words.aFormerMember;
  const kind = auditKinds[row.kind] ?? "retention";
  const [before, after] = [asRecord(detail.before), asRecord(detail.after)];
  return {
    id: writeChangeId({ source: "audit", number: id }),
    at: at.toISOString(),
    who: actor ?? tellWho(row),
    who_id: actor === null ? (isOwnDoing(row) && row.name !== null ? row.member_id : null) : row.actor_id,
    kind,
    sentence: tellEntry(row, name),
    video: null,
    // texts of pages, and pictures: the sentence names what was changed
    fields: kind === "settings" || kind === "collection" ? [] : listFields(before, after),
    can_undo:
      holdsCollection ||
      canUndoRole(row) ||
      canUndoSong(row, songRevision) ||
      canUndoSettings(row, settings) ||
      (isOfGuest(row) && stillHoldsGuest(readGuestChange(detail).after, guest?.fields)),
  };
}

function tellEntry(row: AuditRow, name: string): string {
  if (isOfCollection(row)) return tellCollection(row, joinWords);
  return isOfGuest(row) ? tellGuest(row, name) : tellAudit(row, name);
}

function canUndoSettings({ kind, detail }: AuditRow, settings: Record<string, string>): boolean {
  const change = kind === "settings-changed" ? readSettingsChange(detail) : undefined;
  return change !== undefined && stillHolds(change.after, settings);
}

/** When a provider's answer has changed something, the provider did it and no member. */
function tellWho(row: AuditRow): string {
  const { kind, name, provider } = row;
  if (row.actor_id !== null) return words.formerMember;
  if (isOwnDoing(row)) return name ?? words.formerMember;
  if (kind === "sign-in-refused") return words.somebody;
  return words.providers[provider ?? ""] ?? words.archive;
}

function isOwnDoing({ kind }: AuditRow): boolean {
  return /^(signed|session|identity|song|feed|moment|retention-changed|guest-joined|account-deleted)/.test(kind);
}

function tellAudit({ kind, provider, detail, actor }: AuditRow, name: string): string {
  const at = words.providers[provider ?? ""] ?? words.aProvider;
  switch (kind) {
    case "signed-in":
      return words.signedIn(at);
    case "sign-in-refused":
      return words.signInRefused(at);
    case "signed-out":
      return words.signedOut;
    case "session-ended":
      return actor ? words.loggedOutEverywhere(name) : words.loggedOutElsewhere;
    case "feed-made":
      return words.feedMade;
    case "feed-ended":
      return words.feedEnded(name);
    case "moment-made":
      return words.momentMade;
    case "moment-ended":
      return actor ? words.momentEnded(name) : words.ownMomentEnded;
    case "stream-key-made":
      return words.streamKeyMade(String(detail.name));
    case "stream-key-reset":
      return words.streamKeyReset(String(detail.name));
    case "stream-key-deleted":
      return words.streamKeyDeleted(String(detail.name));
    case "identity-connected":
      return words.connected(at);
    case "identity-disconnected":
      return words.disconnected(at);
    case "account-deleted":
      return (actor ? words.accountDeleted : words.deletedOwnAccount)(Number(detail.number));
    case "guest-joined":
      return words.guestJoined;
    case "grant-revoked":
      return words.grantRevoked(name, at);
    case "mass-revocation-stopped":
      return words.massLossStopped;
    case "song-edited":
      return words.songEdited(String(detail.title), joinWords(Object.keys(asRecord(detail.after)).map(nameField)));
    case "song-merged":
      return words.songMerged(String(detail.title), String(detail.into));
    case "song-separated":
      return words.songSeparated(String(detail.title), String(detail.into));
    case "retention-changed":
      return words.ruleChanged;
    case "settings-changed":
      return words.changed(tellSettings(asRecord(detail.after)));
    case "notices-changed":
      return words.noticesChanged;
    case "provider-connected":
      return words.providerConnected(at);
    case "file-damaged":
      return detail.problem === "unplayable"
        ? words.fileUnplayable(String(detail.title), String(detail.name))
        : words.fileDamaged(String(detail.title), String(detail.name));
    case "retention-restored":
      return words.archiveRestored;
    case "retention-stopped":
      return typeof detail.sentence === "string" ? detail.sentence : words.cleanupStopped;
    default:
      return tellPermission(detail, name);
  }
}

/** One setting may have several rows, such as the tiers and the title of the first. */
function tellSettings(after: Record<string, unknown>): string {
  const named = Object.keys(after).flatMap((name) => words.settings[name] ?? []);
  return named.length > 0 ? joinWords([...new Set(named)]) : words.theSettings;
}

function tellPermission(detail: Record<string, unknown>, name: string): string {
  const [before, after] = [asRecord(detail.before), asRecord(detail.after)];
  const told = [
    ...(after.role === "editor" ? [words.madeEditor(name)] : []),
    ...(after.role === "owner" ? [words.madeOwner(name)] : []),
    ...(after.role === null && before.role !== "owner" ? [words.noLongerEditor(name)] : []),
    ...(before.role === "owner" ? [words.noLongerOwner(name)] : []),
    ...(after.disabled === true ? [words.disabled(name)] : []),
    ...(after.disabled === false ? [words.enabled(name)] : []),
  ];
  if (told.length > 0) return told.join(" ");
  const [was, is] = [asRecord(detail.old), asRecord(detail.new)];
  if (was.can_view !== is.can_view) return is.can_view ? words.mayWatch(name) : words.mayNotWatch(name);
  if (was.can_edit === is.can_edit) return words.otherLevel(name, String(was.level), String(is.level));
  return is.can_edit ? words.mayEdit(name) : words.mayNotEdit(name);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The sentences about guests and invitation links. */
function tellGuest({ kind, detail }: { kind: string; detail: Record<string, unknown> }, name: string): string {
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
