// All members as the owner sees them: what they may do and why, and never an e-mail address.
import { foldWords } from "#contract/search/fold.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import { sql } from "kysely";
import { z } from "zod";
import { tellOthers } from "#server/access/reasons.ts";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import {
  decideFor,
  findMember,
  listIdentitiesOf,
  selectMembers,
  type KnownIdentity,
  type Member,
} from "./membership.ts";
import { isListed } from "./owners.ts";
import { countSessions, type SessionCount } from "./session.ts";
import { words as memberWords } from "./words.ts";

/** Without what other rooms know about a member. */
export type ListedMember = Omit<MemberInStudio, "feed">;

export type MemberParts = Pick<Parts, "db" | "config" | "clock">;

interface MemberQuery {
  q?: string | undefined;
  limit?: number | undefined;
  after?: string | undefined;
}

/** The last login comes first. A member who logs in while the list is being read moves to its beginning. */
export async function listMembers(
  { db, config, clock }: MemberParts,
  { q = "", limit = 50, after }: MemberQuery,
): Promise<{ members: ListedMember[]; next: string | null }> {
  const place = after === undefined ? undefined : readPlace(after);
  const rows = await selectPage(db, { words: foldWords(q), place, limit: limit + 1 }).execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const ids = shown.map(({ id }) => id);
  const now = clock.now();
  const [identities, sessions] = [await listIdentitiesOf(db, ids), await countSessions(db, ids, now)];
  const describe = (member: Member) =>
    describeInStudio(
      { member, identities: identities.get(member.id) ?? [], sessions: sessions.get(member.id) },
      { config, now },
    );
  return { members: shown.map(describe), next: last ? writePlace(last) : null };
}

export async function getMember({ db, config, clock }: MemberParts, id: string): Promise<ListedMember> {
  const member = await findMember(db, id);
  if (!member) throw new Refusal("not-found", memberWords.noSuchMember);
  const now = clock.now();
  const identities = (await listIdentitiesOf(db, [id])).get(id) ?? [];
  const sessions = (await countSessions(db, [id], now)).get(id);
  return describeInStudio({ member, identities, sessions }, { config, now });
}

function describeInStudio(
  { member, identities, sessions }: { member: Member; identities: KnownIdentity[]; sessions: SessionCount | undefined },
  { config, now }: { config: Parts["config"]; now: Date },
): ListedMember {
  const { canView, canEdit, isOwner, reasons } = decideFor(member, identities, config, now);
  const seenAt = Math.max(member.seen_at.getTime(), sessions?.seenAt.getTime() ?? 0);
  return {
    id: member.id,
    name: member.name,
    identities: identities.map(({ row, provider, status }) => ({ provider, name: row.name, state: status })),
    can_view: canView,
    can_edit: canEdit,
    is_owner: isOwner,
    why: reasons.map(tellOthers),
    role: member.role,
    is_fixed: isListed(identities, config),
    disabled: member.disabled_at !== null,
    sessions: sessions?.count ?? 0,
    created_at: member.created_at.toISOString(),
    seen_at: new Date(seenAt).toISOString(),
  };
}

/** Ids without a member are left out. */
export async function listNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("member").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Place {
  at: Date;
  id: string;
}

function selectPage(
  db: Database,
  { words, place, limit }: { words: readonly string[]; place: Place | undefined; limit: number },
) {
  const query = selectMembers(db)
    .where((where) =>
      where.and(
        words.map(
          (word) => sql<boolean>`member.name_folded like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`,
        ),
      ),
    )
    .orderBy("member.seen_at", "desc")
    .orderBy("member.id", "desc")
    .limit(limit);
  return place ? query.where(sql<boolean>`(member.seen_at, member.id) < (${place.at}, ${place.id})`) : query;
}

const StoredPlace = z.tuple([z.iso.datetime(), z.uuid()]);

function writePlace({ seen_at, id }: Pick<Member, "seen_at" | "id">): string {
  return Buffer.from(JSON.stringify([seen_at, id])).toString("base64url");
}

function readPlace(text: string): Place {
  try {
    const [at, id] = StoredPlace.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { at: new Date(at), id };
  } catch {
    const fields = [{ field: "after", rule: memberWords.cursorRule }];
    throw new Refusal("bad-input", memberWords.cannotContinue, { fields });
  }
}
