// Guests: added by their account, or welcomed by a link; extended and ended. Each change is one transaction with its entry in
// the history, and counts at the next request.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Guest, GuestChange, NewGuest } from "#contract/guests.ts";
import type { Provider } from "#contract/member.ts";
import { rankOfId } from "#server/access/levels.ts";
import type { Config, TwitchConfig } from "#server/config.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { retryOnce } from "#server/database/retry.ts";
import type { GuestTable } from "#server/database/tables.ts";
import { recordAudit } from "#server/member/audit.ts";
import { auditPermissionChange, decideFor, findMember, listIdentities } from "#server/member/membership.ts";
import { forget } from "#server/member/unsettled.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { isOwn, requireLater, requireLevel, type Inviting } from "./acting.ts";
import { findDecision, listAccounts, rememberDecision, settleDecision, type DecidingParts } from "./decided.ts";
import { describeGuest, most, selectGuests } from "./list.ts";
import { words } from "./words.ts";
import { z } from "zod";
import { askProvider, unavailable } from "#server/member/providers/ask.ts";
import { appHeaders } from "#server/member/providers/twitch-app.ts";

type GuestParts = Pick<Parts, "db" | "config" | "clock" | "keys">;
type GuestRow = Selectable<GuestTable>;

/** Invites by account: a guest need not have logged in before. */
export async function addGuest(
  { db, config, clock, keys }: GuestParts,
  inviting: Inviting,
  wish: NewGuest,
): Promise<{ guest: Guest; change: string }> {
  const until = wish.until === null ? null : new Date(wish.until);
  requireLater(clock.now(), { until });
  requireLevel(config, wish.level);
  const account = await findAccount(config, wish);
  const now = clock.now();
  const add = async (trx: Trx) => {
    const identity = await findIdentityRow(trx, wish.provider, account.id);
    const memberId = identity?.member_id ?? null;
    if (memberId) await requireNoEditor({ db: trx, config, now }, memberId);
    const known = await findKnown(trx, { memberId, provider: wish.provider, accountId: account.id });
    if (known && !known.ended_at && !(known.until && known.until <= now)) throw new Refusal("conflict", words.isGuest);
    const accounts = await listAccounts(trx, {
      ...{ member_id: memberId, provider: wish.provider, provider_user_id: account.id },
    });
    const decision = await findDecision({ db: trx, keys }, accounts);
    const isEnded = known?.ended_at || decision?.endedAt;
    // who ended it, or the owner, decides otherwise
    if (isEnded && !isOwn(inviting, known?.invited_by ?? null)) throw new Refusal("not-allowed", words.notYours);
    if (isEnded) await rememberDecision({ db: trx, keys }, accounts, { endedAt: null, decidedAt: now });
    await requireRoom(trx, now);
    const id = known?.id ?? randomUUID();
    if (memberId) forget(trx, memberId);
    const row = {
      ...{ id, member_id: memberId, provider: wish.provider, provider_user_id: account.id, name: account.name },
      ...{ note: wish.note, invitation_id: null, invited_by: inviting.memberId, invited_at: now },
      ...{ until, ended_at: null, level: wish.level ?? null },
    };
    if (known) await trx.updateTable("guest").set(row).where("id", "=", id).execute();
    else await trx.insertInto("guest").values(row).execute();
    const detail = { guest_id: id, before: { ended: true }, after: { ended: false } };
    const change = await recordAudit(trx, {
      at: now,
      kind: "guest-added",
      memberId,
      actorId: inviting.memberId,
      detail,
    });
    return { guest: describeGuest(await getGuest(trx, id), { inviting, now }), change };
  };
  return retryOnce(() => db.transaction().execute(add));
}

export async function changeGuest(
  { db, config, clock, keys }: GuestParts,
  inviting: Inviting,
  { id, until, ended, level }: GuestChange & { id: string },
): Promise<{ guest: Guest; change: string | null }> {
  const now = clock.now();
  const wanted = until === undefined ? {} : { until: until === null ? null : new Date(until) };
  requireLater(now, wanted);
  requireLevel(config, level);
  return db.transaction().execute(async (trx) => {
    // takes the row's lock: the same change that arrives twice is one
    const own = trx.updateTable("guest").where("id", "=", id);
    await own.set((e) => ({ member_id: e.ref("member_id") })).execute();
    const row = await getGuest(trx, id);
    if (!isOwn(inviting, row.invited_by)) throw new Refusal("not-allowed", words.notYours);
    const change = await setGuest(
      { db: trx, keys },
      {
        ...{ row, actorId: inviting.memberId, now },
        wanted: { ...wanted, ...(ended !== undefined && { ended }), ...(level !== undefined && { level }) },
      },
    );
    return { guest: describeGuest(await getGuest(trx, id), { inviting, now }), change };
  });
}

interface GuestState {
  until: Date | null;
  ended: boolean;
  level: string | null;
}

/** Returns the id of the change; null when nothing had to be changed. */
export async function setGuest(
  { db: trx, keys }: DecidingParts,
  change: { row: GuestRow; actorId: string; now: Date; wanted: Partial<GuestState> },
): Promise<string | null> {
  const { row, actorId, now, wanted } = change;
  const was: GuestState = { until: row.until, ended: row.ended_at !== null, level: row.level };
  const after: GuestState = { ...was, ...wanted };
  const fields = (["until", "ended", "level"] as const).filter(
    (field) => writeField(was[field]) !== writeField(after[field]),
  );
  if (fields.length === 0) return null;
  if (row.member_id) forget(trx, row.member_id);
  const ended_at = after.ended ? (row.ended_at ?? now) : null;
  const { numUpdatedRows } = await trx
    .updateTable("guest")
    .set({ until: after.until, ended_at, level: after.level })
    .where("id", "=", row.id)
    .executeTakeFirst();
  // the account was deleted at the same moment
  if (numUpdatedRows === 0n) throw new Refusal("not-found", words.noSuchGuest);
  const accounts = await listAccounts(trx, row);
  await rememberDecision({ db: trx, keys }, accounts, { endedAt: ended_at, decidedAt: now });
  const pick = (from: GuestState) => Object.fromEntries(fields.map((field) => [field, writeField(from[field])]));
  const detail = { guest_id: row.id, before: pick(was), after: pick(after) };
  const id = await recordAudit(trx, { at: now, kind: "guest-changed", memberId: row.member_id, actorId, detail });
  if (!was.ended && after.ended) {
    for (const other of await listOthers(trx, { accounts, memberId: row.member_id }))
      await setGuest({ db: trx, keys }, { row: other, actorId, now, wanted: { ended: true } });
  }
  return id;
}

/** Guests by a login that this person has disconnected before. */
async function listOthers(
  db: Database,
  { accounts, memberId }: { accounts: Awaited<ReturnType<typeof listAccounts>>; memberId: string | null },
): Promise<GuestRow[]> {
  const others: GuestRow[] = [];
  for (const { provider, id } of accounts) {
    const owner = (await findIdentityRow(db, provider, id))?.member_id;
    const guest = owner && owner !== memberId ? await findKnown(db, { memberId: owner }) : undefined;
    if (guest && !guest.ended_at) others.push(guest);
  }
  return others;
}

/** The value as the history keeps it. */
export function writeField(value: Date | boolean | string | null): string | boolean | null {
  return value instanceof Date ? value.toISOString() : value;
}

interface Invited {
  invitationId: string;
  invitedBy: string | null;
  until: Date | null;
  level: string | null;
  note: string;
}

/** Somebody who is a guest already keeps the better of both: the higher level; of the same level the longer time. */
export async function welcomeGuest(
  { db, config }: Pick<Parts, "db" | "config">,
  { member, from, now }: { member: { id: string; name: string }; from: Invited; now: Date },
): Promise<void> {
  const { id: memberId, name } = member;
  const known = await findKnown(db, { memberId });
  const isLive = known && !known.ended_at && !(known.until && known.until <= now);
  forget(db, memberId);
  await auditPermissionChange(db, { memberId, config, now, provider: null, why: "invitation" }, async () => {
    const invited = { invitation_id: from.invitationId, invited_by: from.invitedBy, invited_at: now, note: from.note };
    if (isLive && !isBetter(from, known, config)) {
      await db.updateTable("guest").set({ invitation_id: from.invitationId }).where("id", "=", known.id).execute();
      return;
    }
    if (known) {
      const renewed = { ...invited, until: from.until, level: from.level };
      await db.updateTable("guest").set(renewed).where("id", "=", known.id).execute();
      return;
    }
    await requireRoom(db, now);
    const account = { provider: null, provider_user_id: null };
    const row = { id: randomUUID(), member_id: memberId, name, ...account, ...invited };
    await db
      .insertInto("guest")
      .values({ ...row, until: from.until, level: from.level, ended_at: null })
      .execute();
  });
  await recordAudit(db, { at: now, kind: "guest-joined", memberId });
}

/** Called at a login, in its transaction: an account that was added before now has its member, and one that was ended is ended. */
export async function claimGuest(
  { db, keys }: DecidingParts,
  arrived: { memberId: string; provider: Provider; accountId: string; now: Date },
): Promise<void> {
  await claimAdded(db, arrived);
  await settleDecision({ db, keys }, arrived);
}

async function claimAdded(
  db: Database,
  { memberId, provider, accountId }: { memberId: string; provider: Provider; accountId: string },
): Promise<void> {
  const added = await db
    .selectFrom("guest")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_user_id", "=", accountId)
    .where("member_id", "is", null)
    .executeTakeFirst();
  if (!added) return;
  const other = await findKnown(db, { memberId });
  forget(db, memberId);
  // a guest by two accounts: an end counts, otherwise the longer time
  if (other && (other.ended_at || (!added.ended_at && !isLonger(added.until, other.until)))) {
    await db.deleteFrom("guest").where("id", "=", added.id).execute();
    return;
  }
  if (other) await db.deleteFrom("guest").where("id", "=", other.id).execute();
  await db.updateTable("guest").set({ member_id: memberId }).where("id", "=", added.id).execute();
}

type Offer = Pick<GuestRow, "until" | "level">;

function isBetter(offer: Offer, than: Offer, { levels }: Pick<Config, "levels">): boolean {
  const [rank, other] = [rankOfId(offer.level, levels.above), rankOfId(than.level, levels.above)];
  return rank === other ? isLonger(offer.until, than.until) : rank > other;
}

function isLonger(until: Date | null, than: Date | null): boolean {
  return than !== null && (until === null || until > than);
}

export async function findGuest(db: Database, id: string) {
  return selectGuests(db).where("guest.id", "=", id).executeTakeFirst();
}

async function getGuest(db: Database, id: string) {
  const row = await findGuest(db, id);
  if (!row) throw new Refusal("not-found", words.noSuchGuest);
  return row;
}

interface Known {
  memberId: string | null;
  provider?: Provider;
  accountId?: string;
}

async function findKnown(db: Database, { memberId, provider, accountId }: Known): Promise<GuestRow | undefined> {
  const guests = db.selectFrom("guest").selectAll();
  const own = memberId && (await guests.where("member_id", "=", memberId).executeTakeFirst());
  if (own || !provider || !accountId) return own || undefined;
  return guests.where("provider", "=", provider).where("provider_user_id", "=", accountId).executeTakeFirst();
}

async function findIdentityRow(db: Database, provider: Provider, accountId: string) {
  return db
    .selectFrom("identity")
    .select("member_id")
    .where("provider", "=", provider)
    .where("provider_user_id", "=", accountId)
    .executeTakeFirst();
}

async function requireNoEditor(
  { db, config, now }: Pick<Parts, "db" | "config"> & { now: Date },
  memberId: string,
): Promise<void> {
  const member = await findMember(db, memberId);
  if (member && decideFor(member, await listIdentities(db, memberId), config, now).canEdit)
    throw new Refusal("conflict", words.isMember);
}

async function requireRoom(db: Database, now: Date): Promise<void> {
  const { count } = await db
    .selectFrom("guest")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("ended_at", "is", null)
    .where((e) => e.or([e("until", "is", null), e("until", ">", now)]))
    .executeTakeFirstOrThrow();
  if (Number(count) >= most.guests) throw new Refusal("conflict", words.tooManyGuests);
}

const keepEndedMs = 90 * 24 * 3_600_000;

/** Guests whose access ended 90 days ago are no longer listed; what was decided about them stays. */
export async function sweepGuests({ db, keys }: DecidingParts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepEndedMs);
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .selectFrom("guest")
      .selectAll()
      // one who came back after an end is listed anew
      .where("invited_at", "<", before)
      .where((e) => e.or([e("ended_at", "<", before), e("until", "<", before)]))
      .execute();
    for (const row of gone) {
      const accounts = await listAccounts(trx, row);
      const { ended_at: endedAt } = row;
      if (endedAt && !(await findDecision({ db: trx, keys }, accounts)))
        await rememberDecision({ db: trx, keys }, accounts, { endedAt, decidedAt: endedAt });
      await trx.deleteFrom("guest").where("id", "=", row.id).execute();
    }
  });
}

/**
 * The account of a guest who is added before they log in: always by the provider's id, because names change and are
 * given to others. Twitch tells the id of a login name; at Patreon the number itself is needed.
 */
interface Account {
  id: string;
  name: string;
}

async function findAccount(
  config: Pick<Config, "patreon" | "twitch">,
  { provider, account }: Pick<NewGuest, "provider" | "account">,
): Promise<Account> {
  if (!config[provider]) throw new Refusal("bad-input", words.providerNotUsed(words.providers[provider]));
  return provider === "patreon" ? readPatreon(account) : findTwitch(config, account);
}

/** The number alone, or the address of the profile that contains it. */
function readPatreon(text: string): Account {
  const id = /^(?:https?:\/\/(?:www\.)?patreon\.com\/user\?(?:.*&)?u=)?(\d{1,32})$/.exec(text)?.[1];
  if (id) return { id, name: words.patreonAccount(id) };
  const fields = [{ field: "account", rule: words.accountRule }];
  throw new Refusal("bad-input", words.patreonNumber, { fields });
}

async function findTwitch({ twitch }: Pick<Config, "twitch">, text: string): Promise<Account> {
  const login = text.replace(/^(?:https?:\/\/(?:www\.)?twitch\.tv\/|@)/, "").toLowerCase();
  const user = twitch && /^\w{1,25}$/.test(login) ? await findTwitchUser(twitch, login) : undefined;
  if (user) return user;
  const fields = [{ field: "account", rule: words.twitchRule }];
  throw new Refusal("bad-input", words.noTwitchUser(login.slice(0, 40)), { fields });
}

/** The answer that says whose login name this is at Twitch now. */
const Users = z.object({
  data: z.array(z.object({ id: z.string().min(1), login: z.string(), display_name: z.string().default("") })),
});

async function findTwitchUser(config: TwitchConfig, login: string): Promise<{ id: string; name: string } | undefined> {
  const url = `${config.apiOrigin}/helix/users?login=${encodeURIComponent(login)}`;
  const reply = await askProvider(url, { headers: await appHeaders(config) });
  const parsed = Users.safeParse(reply.body);
  if (reply.status !== 200 || !parsed.success) throw unavailable(url, `status ${reply.status}`, parsed.error);
  const user = parsed.data.data.find((one) => one.login === login);
  return user && { id: user.id, name: user.display_name || user.login };
}
