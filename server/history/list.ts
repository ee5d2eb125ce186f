// The history of the whole archive: changes of recordings and of members, newest first, page by page.
import { sql } from "kysely";
import { z } from "zod";
import type { HistoryEntry, HistoryKind } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { type AuditRow, type ChangeRow, describeAudit, describeChange, type GuestNow } from "./describe.ts";
import { readCollections } from "./collections.ts";
import { auditKinds, isForOwners } from "./kinds.ts";
import { listLastMoves } from "./log.ts";
import { isOfGuest, isOfSong, readGuestChange, readSettingsChange } from "./undo-rules.ts";
import { words } from "./words.ts";

interface HistoryQuery {
  video?: string | undefined;
  member?: string | undefined;
  kind?: HistoryKind | undefined;
  limit?: number | undefined;
  after?: string | undefined;
}

/** Editors see changes of recordings; owners also those of members. */
type HistoryReader = "editors" | "owners";

export async function listHistory(
  db: Database,
  reader: HistoryReader,
  { limit = 50, after, ...filter }: HistoryQuery,
): Promise<{ entries: HistoryEntry[]; next: string | null }> {
  if (filter.kind && isForOwners(filter.kind) && reader !== "owners") throw new Refusal("not-allowed", words.ownerOnly);
  const place = after === undefined ? undefined : readPlace(after);
  const changes = await selectChanges(db, { filter, place, limit: limit + 1 });
  const audits = await selectAudits(db, { filter, place, limit: limit + 1, kinds: chooseAudits(reader, filter) });
  const rows = [...changes, ...audits].toSorted(byPlace);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { entries: await describe(db, shown), next: last ? writePlace(last) : null };
}

type Row = ({ source: "change" } & ChangeRow) | ({ source: "audit" } & AuditRow);
type Filter = Pick<HistoryQuery, "video" | "member" | "kind">;

interface Selection {
  filter: Filter;
  place: Place | undefined;
  limit: number;
}

/** The order of entries: at the same moment, changes of recordings come first. */
function byPlace(a: Row, b: Row): number {
  const isLater = b.at.getTime() - a.at.getTime() || a.source.localeCompare(b.source) * -1;
  return isLater || b.id - a.id;
}

async function selectChanges(db: Database, { filter, place, limit }: Selection): Promise<Row[]> {
  const { video, member, kind } = filter;
  if (kind && (isForOwners(kind) || kind === "retention")) return [];
  const rows = await db
    .selectFrom("change")
    .leftJoin("member", "member.id", "change.member_id")
    .select(["change.id", "change.at", "change.kind", "change.before", "change.after", "change.video_id"])
    .select(["change.member_id", "member.name as who"])
    .$if(video !== undefined, (query) => query.where("change.video_id", "=", video ?? ""))
    .$if(member !== undefined, (query) => query.where("change.member_id", "=", member ?? ""))
    .$if(kind !== undefined, (query) => query.where("change.kind", "=", kind ?? ""))
    .$if(place?.source === "change", (query) =>
      query.where(sql<boolean>`(change.at, change.id) < (${place?.at}, ${place?.id})`),
    )
    .$if(place?.source === "audit", (query) => query.where("change.at", "<", place?.at ?? new Date(0)))
    .orderBy("change.at", "desc")
    .orderBy("change.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ source: "change", ...row }));
}

/** There are many logins, so they are only shown on request. */
function chooseAudits(reader: HistoryReader, { kind, member, video }: Filter): string[] {
  if (video !== undefined) return [];
  const isWanted = (of: HistoryKind) => (kind === undefined ? of !== "sign-in" || member !== undefined : of === kind);
  return Object.entries(auditKinds)
    .filter(([, of]) => isWanted(of) && (reader === "owners" || !isForOwners(of)))
    .map(([name]) => name);
}

/** One query per kind, or per member, so that each uses an index: one kind may have a million rows and the next none. */
async function selectAudits(
  db: Database,
  { kinds, ...selection }: Selection & { kinds: readonly string[] },
): Promise<Row[]> {
  const { member } = selection.filter;
  const parts = member
    ? [
        { kinds, about: member },
        { kinds, by: member },
      ].filter(() => kinds.length > 0)
    : kinds.map((kind) => ({ kinds: [kind] }));
  const rows = new Map<number, Row>();
  for (const part of parts) for (const row of await selectAudit(db, part, selection)) rows.set(row.id, row);
  return [...rows.values()];
}

async function selectAudit(
  db: Database,
  { kinds, about, by }: { kinds: readonly string[]; about?: string; by?: string },
  { place, limit }: Selection,
): Promise<Row[]> {
  const rows = await db
    .selectFrom("audit")
    .leftJoin("member", "member.id", "audit.member_id")
    .leftJoin("member as actor", "actor.id", "audit.actor_id")
    .select([
      "audit.id",
      "audit.at",
      "audit.kind",
      "audit.provider",
      "audit.detail",
      "audit.member_id",
      "audit.actor_id",
    ])
    .select(["member.name", "member.role", "member.disabled_at", "actor.name as actor"])
    .where("audit.kind", "in", kinds)
    .$if(about !== undefined, (query) => query.where("audit.member_id", "=", about ?? ""))
    .$if(by !== undefined, (query) => query.where("audit.actor_id", "=", by ?? ""))
    .$if(place?.source === "audit", (query) =>
      query.where(sql<boolean>`(audit.at, audit.id) < (${place?.at}, ${place?.id})`),
    )
    .$if(place?.source === "change", (query) => query.where("audit.at", "<=", place?.at ?? new Date(0)))
    .orderBy("audit.at", "desc")
    .orderBy("audit.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ source: "audit", ...row }));
}

async function describe(db: Database, rows: readonly Row[]): Promise<HistoryEntry[]> {
  const ids = [...new Set(rows.flatMap((row) => (row.source === "change" ? [row.video_id] : [])))];
  const videos = new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom("video").selectAll().where("id", "in", ids).execute()).map((row) => [row.id, row]),
  );
  const lastTitles = await listLastTitles(
    db,
    ids.filter((id) => !videos.has(id)),
  );
  const lastMoves = await listLastMoves(db, ids);
  const revisions = await listSongRevisions(db, rows);
  const settings = await readSettings(db, rows);
  const audits = rows.filter((row) => row.source === "audit");
  const guestOf = await readGuests(db, audits);
  const holdsCollection = await readCollections(db, audits);
  return rows.map((row) =>
    row.source === "audit"
      ? describeAudit(row, {
          ...{ settings, guest: guestOf(row), holdsCollection: holdsCollection(row) },
          songRevision: revisions.get(String(row.detail.song_id)),
        })
      : describeChange(row, {
          video: videos.get(row.video_id),
          lastTitle: lastTitles.get(row.video_id) ?? "",
          lastMove: lastMoves.get(row.video_id),
        }),
  );
}

/** The revisions of the songs that these entries are about, and that were not merged into another. */
async function listSongRevisions(db: Database, rows: readonly Row[]): Promise<Map<string, number>> {
  const ids = rows.flatMap((row) => (row.source === "audit" && isOfSong(row) ? [String(row.detail.song_id)] : []));
  if (ids.length === 0) return new Map();
  const songs = await db
    .selectFrom("song")
    .select(["id", "revision"])
    .where("id", "in", ids)
    .where("merged_into", "is", null)
    .execute();
  return new Map(songs.map(({ id, revision }) => [id, revision]));
}

/** Those that the entries changed, as they are now. */
async function readSettings(db: Database, rows: readonly Row[]): Promise<Record<string, string>> {
  const changes = rows.flatMap((row) => (row.source === "audit" ? (readSettingsChange(row.detail) ?? []) : []));
  const names = [...new Set(changes.flatMap(({ after }) => Object.keys(after)))];
  if (names.length === 0) return {};
  const found = await db.selectFrom("setting").select(["name", "value"]).where("name", "in", names).execute();
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

/** The titles that deleted recordings had at the end. */
async function listLastTitles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("change")
    .select(["video_id", "before", "after"])
    .where("video_id", "in", ids)
    .where("kind", "in", ["added", "purged"])
    .orderBy("id")
    .execute();
  const titles = rows.map(({ video_id, before, after }) => [video_id, before.title ?? after.title] as const);
  return new Map(titles.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

interface Place {
  source: Row["source"];
  at: Date;
  id: number;
}

const StoredPlace = z.tuple([z.enum(["change", "audit"]), z.iso.datetime(), z.int()]);

function writePlace({ source, at, id }: Place): string {
  return Buffer.from(JSON.stringify([source, at, id])).toString("base64url");
}

function readPlace(text: string): Place {
  try {
    const [source, at, id] = StoredPlace.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { source, at: new Date(at), id };
  } catch {
    const fields = [{ field: "after", rule: words.cursorRule }];
    throw new Refusal("bad-input", words.cannotContinue, { fields });
  }
}

// The guests and invitation links that entries of the history are about, as they are now. Entries keep no names, so that
// nothing of them stays when somebody deletes their account.

type Entry = Pick<AuditRow, "kind" | "detail">;

async function readGuests(db: Database, rows: readonly Entry[]): Promise<(row: Entry) => GuestNow | undefined> {
  const changes = rows.filter(isOfGuest).map(({ detail }) => readGuestChange(detail));
  const guestIds = changes.flatMap(({ guestId }) => guestId ?? []);
  const linkIds = changes.flatMap(({ invitationId }) => invitationId ?? []);
  const found = new Map<string, GuestNow>();
  if (guestIds.length > 0)
    for (const row of await selectGuests(db, guestIds))
      found.set(row.id, {
        name: row.member_name ?? row.name,
        fields: { until: row.until?.toISOString() ?? null, ended: row.ended_at !== null, level: row.level },
      });
  if (linkIds.length > 0)
    for (const row of await selectLinks(db, linkIds))
      found.set(row.id, { name: null, fields: { revoked: row.revoked_at !== null } });
  return (row) => {
    const { guestId, invitationId } = readGuestChange(row.detail);
    return isOfGuest(row) ? found.get(guestId ?? invitationId ?? "") : undefined;
  };
}

async function selectGuests(db: Database, ids: readonly string[]) {
  return db
    .selectFrom("guest")
    .leftJoin("member", "member.id", "guest.member_id")
    .select(["guest.id", "guest.name", "guest.until", "guest.ended_at", "guest.level", "member.name as member_name"])
    .where("guest.id", "in", ids)
    .execute();
}

async function selectLinks(db: Database, ids: readonly string[]) {
  return db.selectFrom("invitation").select(["id", "revoked_at"]).where("id", "in", ids).execute();
}
