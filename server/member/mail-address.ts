// A member's mail address: only as a provider has verified it, sealed in the database, and never shown to anybody else.
import type { Parts } from "#server/parts.ts";
import type { Person } from "#server/member/providers/provider.ts";

/** What is stored with the identity; null where the provider gives no address, or does not say that it is verified. */
export function sealMail(
  { keys }: Pick<Parts, "keys">,
  identityId: string,
  { mail, isEmailVerified }: Person,
): string | null {
  return mail !== null && isEmailVerified === true ? keys.seal(mail, purpose(identityId)) : null;
}

/** Finds the address of the login that was used last. */
export async function findMailAddress(
  { db, keys }: Pick<Parts, "db" | "keys">,
  memberId: string,
): Promise<string | null> {
  const rows = await db
    .selectFrom("identity")
    .select(["id", "mail_sealed"])
    .where("member_id", "=", memberId)
    .where("mail_sealed", "is not", null)
    .orderBy("last_sign_in_at", "desc")
    .execute();
  for (const { id, mail_sealed } of rows) {
    const mail = mail_sealed === null ? undefined : keys.unseal(mail_sealed, purpose(id));
    if (mail !== undefined) return mail;
  }
  return null;
}

function purpose(identityId: string): string {
  return `mail-address|${identityId}`;
}
