// The history of a recording: who changed what, when, and what it was before.
import type { ChangeKind, VideoChange } from "#contract/video.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { writeChangeId } from "./change-id.ts";
import { isEdit, isLook, isSetList, moveKinds } from "./undo-rules.ts";
import { words } from "./words.ts";

interface Change {
  videoId: string;
  at: Date;
  /** Null when the archive itself did it. */
  memberId: string | null;
  /** Only the fields that changed, as the contract calls them. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Derived from the fields if it is not given. */
  kind?: ChangeKind;
}

/** Call it in the transaction of the change itself. Returns its id, for Undo. */
export async function recordChange(trx: Trx, change: Change): Promise<string> {
  const { id } = await trx
    .insertInto("change")
    .values({
      video_id: change.videoId,
      at: change.at,
      member_id: change.memberId,
      kind: change.kind ?? nameChange(change),
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return writeChangeId({ source: "change", number: id });
}

export interface Event {
  at: Date;
  kind: string;
  /** The member it is about; null when it is about none. */
  memberId?: string | null;
  provider?: string | null;
  subject?: string | null;
  /** The member who did it, where that is not the one it is about. */
  actorId?: string | null;
  detail?: Record<string, unknown>;
}

/**
 * Whatever happens that is not a change of a recording: to people, to rules, to files. Never changed afterwards, except
 * that members who delete their account are forgotten in it.
 * Returns its id, for Undo.
 */
export async function recordEvent(db: Database, event: Event): Promise<string> {
  const { id } = await db
    .insertInto("audit")
    .values({
      at: event.at,
      kind: event.kind,
      member_id: event.memberId ?? null,
      provider: event.provider ?? null,
      subject: event.subject ?? null,
      actor_id: event.actorId ?? null,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return writeChangeId({ source: "audit", number: id });
}

export type RecordedEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** An entry that recordEvent made. */
export async function findEvent(db: Database, number: number) {
  return db
    .selectFrom("audit")
    .select(["id", "kind", "member_id", "detail"])
    .where("id", "=", number)
    .executeTakeFirst();
}

export type RecordedChange = Awaited<ReturnType<typeof findChanges>>[number];

/** Newest first. */
export async function findChanges(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("change")
    .select(["id", "video_id", "kind", "before", "after"])
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
}

/** Finds the newest change of each video into the trash or out of it. */
export async function listLastMoves(db: Database, videoIds: readonly string[]): Promise<Map<string, number>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("change")
    .select(({ fn }) => ["video_id" as const, fn.max("id").as("id")])
    .where("video_id", "in", videoIds)
    .where("kind", "in", moveKinds)
    .groupBy("video_id")
    .execute();
  return new Map(rows.map(({ video_id, id }) => [video_id, id]));
}

const mostChanges = 200;

/** Newest first. */
export async function listChanges(db: Database, videoId: string): Promise<VideoChange[]> {
  const rows = await db
    .selectFrom("change")
    .leftJoin("member", "member.id", "change.member_id")
    .select(["change.id", "change.at", "change.kind", "change.before", "change.after", "member.name"])
    .where("change.video_id", "=", videoId)
    .orderBy("change.id", "desc")
    .limit(mostChanges)
    .execute();
  return rows.map(({ id, at, kind, before, after, name }) => ({
    id,
    at: at.toISOString(),
    who: name ?? (isByRule(after) || isByImport(before) || isByOpening(before) ? words.archive : words.formerMember),
    kind: kind as ChangeKind,
    fields: listFields({ kind, before, after }),
  }));
}

/** A whole set list is too much to show, and a look changes no field. */
function listFields({ kind, before, after }: Pick<RecordedChange, "kind" | "before" | "after">): VideoChange["fields"] {
  const fields = isSetList({ kind }) || isLook({ kind }) ? [] : Object.keys(after).filter((field) => field !== "state");
  return fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** Those recordings that this member has protected since then, unless somebody changed the protection later. */
export async function findOwnProtected(
  db: Database,
  videoIds: readonly string[],
  { memberId, since }: { memberId: string; since: Date },
): Promise<Set<string>> {
  if (videoIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("change")
    .select(["video_id", "member_id", "before", "after"])
    .where("video_id", "in", videoIds)
    .where("at", ">=", since)
    .orderBy("id")
    .execute();
  const own = new Set<string>();
  for (const { video_id, member_id, before, after } of rows) {
    if (after.prevent_autodelete === undefined) continue;
    const isBegun = before.prevent_autodelete === false && after.prevent_autodelete === true;
    if (isBegun && member_id === memberId) own.add(video_id);
    else own.delete(video_id);
  }
  return own;
}

/** A deletion by the cleanup rule has a reason; other changes have a member, until that member's account is deleted. */
export function isByRule({ why }: Record<string, unknown>): boolean {
  return why === "age" || why === "cap" || why === "trash";
}

/** The import corrected what it had set itself. The mark is not among the new values, so that it can be undone. */
export function isByImport({ why }: Record<string, unknown>): boolean {
  return why === "import";
}

/** Early access has ended by itself. */
export const byOpening = { why: "opening" } as const;

export function isByOpening({ why }: Record<string, unknown>): boolean {
  return why === byOpening.why;
}

/** A mark in place of the old values of an upload whose member has deleted the account. */
export const byFormer = { why: "former" } as const;

export function isByFormer({ why }: Record<string, unknown>): boolean {
  return why === byFormer.why;
}

/** The fields of a recording that a person has set: in an edit, or when it was uploaded. */
export async function findEdited(db: Database, videoId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("change")
    .select(["kind", "member_id", "before", "after"])
    .where("video_id", "=", videoId)
    .execute();
  const edits = rows.filter(({ kind, before }) => isEdit({ kind }) && !isByImport(before) && !isByOpening(before));
  const isUploaded = rows.some(
    ({ kind, member_id, before }) => kind === "added" && (member_id !== null || isByFormer(before)),
  );
  return new Set([...edits.flatMap(({ after }) => Object.keys(after)), ...(isUploaded ? ["title", "add_date"] : [])]);
}

function nameChange({ before, after }: Change): ChangeKind {
  if (Object.keys(before).length === 0) return "added";
  const [field, ...more] = Object.keys(after);
  if (more.length > 0) return "edited";
  if (field === "hidden") return after.hidden ? "hidden" : "unhidden";
  if (field === "prevent_autodelete") return after.prevent_autodelete ? "protected" : "unprotected";
  return "edited";
}
