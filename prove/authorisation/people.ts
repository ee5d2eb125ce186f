// Signs in one person for every role, then changes what each role needs.
import { hashToken, openSession } from "#server/member/session.ts";
import { forget } from "#server/member/unsettled.ts";
import { findMailAddress } from "#server/member/mail-address.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import type { Canaries } from "./canaries.ts";
import { roles, type Role } from "./declared.ts";

interface Person {
  /** The Cookie header; empty for anonymous. */
  cookie: string;
  memberId: string | null;
}

export interface People {
  of: Record<Role, Person>;
  /** The same person in another session, which a call may end. */
  openAnother(role: Role): Promise<Person>;
  /** Makes the revoked editor an editor again, sends a request as one, and revokes it; at most once a second. */
  revokeAnew(): Promise<void>;
}

/** All from Patreon, whose emulator later stops answering. */
const personas: Record<Exclude<Role, "anonymous">, string> = {
  "session expired": "patron-gold",
  "no subscription": "patron-bronze",
  disabled: "patron-multi",
  "grace over": "patron-gifted",
  viewer: "patron-gold",
  "viewer in grace": "patron-annual",
  "editor revoked just now": "patron-trial",
  editor: "patron-editor",
  owner: "patron-owner",
};
const hourMs = 3_600_000;

export async function gatherPeople(archive: TestArchive, url: string, canaries: Canaries): Promise<People> {
  const { db, keys, clock } = archive.parts;
  const browsers = new Map<Role, Browser>();
  const of = {} as Record<Role, Person>;
  for (const role of roles) {
    const browser = createBrowser(url);
    browsers.set(role, browser);
    of[role] = role === "anonymous" ? { cookie: "", memberId: null } : await signIn(browser, personas[role]);
  }
  await plantTokens();
  const owner = ask("owner");
  const memberOf = (role: Role) => of[role].memberId ?? "";

  await owner(`PUT /api/members/${memberOf("disabled")}`, { disabled: true });
  const past = new Date(clock.now().getTime() - hourMs);
  const expired = hashToken(tokenOf(of["session expired"]));
  await db.updateTable("session").set({ expires_at: past }).where("token_hash", "=", expired).execute();
  await archive.control("POST faults", { route: "* /patreon", kind: "error-500" });
  await setGrace("viewer in grace", hourMs);
  await setGrace("grace over", -hourMs / 2);

  async function signIn(browser: Browser, persona: string): Promise<Person> {
    const state = await browser.begin();
    canaries.plant(state, null, `${persona}'s state`);
    const address = await browser.authorize(persona, state);
    canaries.plant(new URL(address).searchParams.get("code") ?? "", null, `${persona}'s code`);
    await browser.visit(address);
    const token = browser.cookies.get("session") ?? "";
    canaries.plant(token, null, `${persona}'s cookie`);
    const row = await db
      .selectFrom("session")
      .select("member_id")
      .where("token_hash", "=", hashToken(token))
      .executeTakeFirstOrThrow();
    return { cookie: `session=${token}`, memberId: row.member_id };
  }

  async function plantTokens(): Promise<void> {
    for (const { member_id: id } of await db.selectFrom("identity").select("member_id").distinct().execute()) {
      const mail = await findMailAddress({ db, keys }, id);
      if (mail) canaries.plant(mail, null, "a member's mail address");
    }
    for (const row of await db.selectFrom("provider_token").selectAll().execute())
      for (const name of ["access", "refresh"] as const) {
        const sealed = row[`${name}_sealed`];
        const token = sealed && keys.unseal(sealed, `provider-token|${row.identity_id}|${name}`);
        if (!token) throw new Error(`a ${name} token cannot be read`);
        canaries.plant(token, null, `a provider's ${name} token`);
      }
  }

  /** The last "yes" is old, and Patreon no longer answers. */
  async function setGrace(role: Role, leftMs: number): Promise<void> {
    const id = memberOf(role);
    const until = new Date(clock.now().getTime() + leftMs);
    await db
      .updateTable("entitlement")
      .set({ soft_until: past, hard_until: until, fault_since: past })
      .where("identity_id", "in", (from) => from.selectFrom("identity").select("id").where("member_id", "=", id))
      .execute();
    forget(db, id);
  }

  function ask(role: Role) {
    return async (call: string, body?: unknown): Promise<void> => {
      const answer = await browsers.get(role)?.ask(call, body);
      if (answer?.status !== 200)
        throw new Error(`${role}, ${call}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    };
  }

  let revokedAt = -Infinity;
  return {
    of,
    async openAnother(role) {
      const { memberId } = of[role];
      if (role === "session expired" || memberId === null) return of[role];
      const session = await db
        .selectFrom("session")
        .select("identity_id")
        .where("member_id", "=", memberId)
        .executeTakeFirstOrThrow();
      const owned = { memberId, identityId: session.identity_id, device: "a test" };
      const { token } = await openSession(db, owned, clock.now());
      canaries.plant(token, null, "another cookie");
      return { cookie: `session=${token}`, memberId };
    },
    async revokeAnew() {
      if (performance.now() - revokedAt < 1000) return;
      const address = `PUT /api/members/${memberOf("editor revoked just now")}`;
      await owner(address, { role: "editor" });
      await ask("editor revoked just now")("GET /api/studio/work");
      await owner(address, { role: null });
      revokedAt = performance.now();
    },
  };
}

function tokenOf({ cookie }: Person): string {
  return cookie.replace("session=", "");
}
