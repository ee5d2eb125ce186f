// Finds or creates the member for a person at a provider: by provider and id only, never by e-mail or name.
import { randomUUID } from "node:crypto";
import { fold } from "#contract/search/fold.ts";
import { nextEntitlement, type Membership } from "#server/access/entitlement.ts";
import type { Database } from "#server/database/open.ts";
import type { Provider } from "#contract/member.ts";
import type { Parts } from "#server/parts.ts";
import { recordAudit } from "#server/member/audit.ts";
import { claimGuest } from "#server/member/guests/guests.ts";
import { auditPermissionChange, findEntitlement, saveEntitlement, type Identity } from "#server/member/membership.ts";
import { sealMail } from "#server/member/mail-address.ts";
import type { Person, Tokens } from "#server/member/providers/provider.ts";
import { saveTokens } from "#server/member/tokens.ts";
import { forget } from "#server/member/unsettled.ts";

interface Arrival {
  provider: Provider;
  person: Person;
  membership: Membership | null;
  tokens: Tokens;
  /** The member in whose session this login was started: the new identity is connected to them. */
  connectTo: string | null;
}

/** Call it in a transaction. An identity that belongs to someone already stays theirs; nothing is merged. */
export async function admit(
  db: Database,
  parts: Pick<Parts, "config" | "keys" | "clock">,
  arrival: Arrival,
): Promise<Identity> {
  const { config, keys } = parts;
  const now = parts.clock.now();
  const { provider, person, membership } = arrival;
  const known = await findIdentity(db, provider, person.id);
  const memberId = known?.member_id ?? arrival.connectTo ?? (await createMember(db, person.name, now));
  forget(db, memberId);
  const identity = await auditPermissionChange(db, { memberId, config, now, provider, why: "login" }, async () => {
    const present = known
      ? await renewIdentity(db, parts, { known, person })
      : await createIdentity(db, parts, { memberId, arrival });
    const previous = known?.status === "ok" ? await findEntitlement(db, present.id) : null;
    const seen = { provider, source: "login", at: now, membership, graceMs: config.graceMs } as const;
    await saveEntitlement(db, present.id, nextEntitlement(previous, seen));
    await claimGuest({ db, keys }, { memberId, provider, accountId: person.id, now });
    return present;
  });
  await saveTokens(db, keys, identity.id, arrival.tokens);
  if (!known && arrival.connectTo) {
    await recordAudit(db, { at: now, kind: "identity-connected", memberId, provider, subject: person.id });
  }
  await db.updateTable("member").set({ seen_at: now }).where("id", "=", memberId).execute();
  return identity;
}

export async function findIdentity(
  db: Database,
  provider: Provider,
  providerUserId: string,
): Promise<Identity | undefined> {
  return db
    .selectFrom("identity")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_user_id", "=", providerUserId)
    .executeTakeFirst();
}

async function createMember(db: Database, name: string, now: Date): Promise<string> {
  const id = randomUUID();
  const blank = { picture_type: null, picture: null, picture_hash: null, role: null, disabled_at: null };
  await db
    .insertInto("member")
    .values({ id, name, name_folded: fold(name), created_at: now, seen_at: now, ...blank })
    .execute();
  return id;
}

type IdentityParts = Pick<Parts, "keys" | "clock">;

async function createIdentity(
  db: Database,
  parts: IdentityParts,
  { memberId, arrival: { provider, person } }: { memberId: string; arrival: Arrival },
): Promise<Identity> {
  const id = randomUUID();
  const now = parts.clock.now();
  return db
    .insertInto("identity")
    .values({
      id,
      member_id: memberId,
      provider,
      provider_user_id: person.id,
      name: person.name,
      email_verified: person.isEmailVerified,
      mail_sealed: sealMail(parts, id, person),
      status: "ok",
      first_seen_at: now,
      last_sign_in_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A member has the name of the account they last logged in with, because people rename themselves there. */
async function renewIdentity(
  db: Database,
  parts: IdentityParts,
  { known, person }: { known: Identity; person: Person },
): Promise<Identity> {
  await db
    .updateTable("member")
    .set({ name: person.name, name_folded: fold(person.name) })
    .where("id", "=", known.member_id)
    .execute();
  return db
    .updateTable("identity")
    .set({ name: person.name, email_verified: person.isEmailVerified, status: "ok" })
    .set({ mail_sealed: sealMail(parts, known.id, person), last_sign_in_at: parts.clock.now() })
    .where("id", "=", known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
