// Signs in one person for every role, then changes what each role needs.
import { findAddress, makeAddress } from "#server/feed/address.ts";
import { hashToken, openSession } from "#server/member/session.ts";
import { forget } from "#server/member/unsettled.ts";
import { findMailAddress } from "#server/member/mail-address.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import { tiers } from "#emulator/patreon/personas.ts";
import type { Canaries } from "./canaries.ts";
import { roles, type Role } from "./declared.ts";

interface Person {
  /** The Cookie header; empty for anonymous. */
  cookie: string;
  memberId: string | null;
  /** Of the podcast feed; of nobody where there is no member. */
  feedToken: string;
}

const nobodysToken = "0".repeat(32);

export interface People {
  of: Record<Role, Person>;
  /** The same person in another session, which a call may end. */
  openAnother(role: Role, begun: "now" | "an hour ago"): Promise<Person>;
  /** Makes the revoked editor an editor again, sends a request as one, and revokes it; at most once a second. */
  revokeAnew(): Promise<void>;
}

/** All from Patreon, whose emulator later stops answering. */
const personas: Record<Exclude<Role, "anonymous">, string> = {
  "session expired": "patron-gold",
  "no subscription": "patron-bronze",
  disabled: "patron-multi",
  "grace over": "patron-gifted",
  "guest whose access was ended": "patron-former",
  "ended guest with a new account": "patron-former-again",
  "guest whose time is over": "patron-never",
  guest: "patron-free",
  viewer: "patron-gold",
  "viewer in grace": "patron-annual",
  "editor revoked just now": "patron-trial",
  "viewer of the level gold": "patron-gold-higher",
  editor: "patron-editor",
  owner: "patron-owner",
};
/** Of the level gold; the standard has the emulator's own Gold. */
export const higherTier = "20559999";
const hourMs = 3_600_000;

export async function gatherPeople(archive: TestArchive, url: string, canaries: Canaries): Promise<People> {
  const { db, keys, clock } = archive.parts;
  const browsers = new Map<Role, Browser>();
  const of = {} as Record<Role, Person>;
  await archive.control("PUT personas/patron-gold-higher", { like: "patron-gold" });
  await archive.control("POST personas/patron-gold-higher", { tiers: [tiers[2].id, higherTier] });
  await archive.control("PUT personas/patron-former-again", { like: "patron-former" });
  for (const role of roles) {
    const browser = createBrowser(url);
    browsers.set(role, browser);
    of[role] =
      role === "anonymous"
        ? { cookie: "", memberId: null, feedToken: nobodysToken }
        : await signIn(browser, personas[role]);
  }
  for (const role of roles) if (role !== "anonymous" && role !== "session expired") await makeFeed(role);
  const owner = ask("owner");
  const memberOf = (role: Role) => of[role].memberId ?? "";

  await owner(`PUT /api/members/${memberOf("disabled")}`, { disabled: true });
  const past = new Date(clock.now().getTime() - hourMs);
  const expired = hashToken(tokenOf(of["session expired"]));
  await db.updateTable("session").set({ expires_at: past }).where("token_hash", "=", expired).execute();
  await inviteGuests();
  await plantTokens();
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
    return { cookie: `session=${token}`, memberId: row.member_id, feedToken: nobodysToken };
  }

  /** Its member reads the address, and the feed has it; nothing is logged. */
  async function makeFeed(role: Role): Promise<void> {
    const memberId = of[role].memberId ?? "";
    await makeAddress(archive.parts, memberId);
    const token = (await findAddress(archive.parts, memberId))?.token ?? "";
    of[role].feedToken = token;
    canaries.plant(token, "member", `the feed of ${role}`);
  }

  /** Each by a link, whose key is a canary. */
  async function inviteGuests(): Promise<void> {
    const back = "ended guest with a new account";
    for (const role of ["guest", "guest whose access was ended", back, "guest whose time is over"] as const) {
      const inAnHour = new Date(clock.now().getTime() + hourMs).toISOString();
      const wish = {
        guest_until: null,
        link_until: inAnHour,
        most_uses: role === back ? 2 : 1,
        note: "a guest of the rig",
      };
      const made = await browsers.get("owner")?.ask<{ link: string }>("POST /api/invitations", wish);
      const [, key = ""] = made?.body.link.split("#") ?? [];
      canaries.plant(key, null, `the key of the invitation of ${role}`);
      await ask(role)("POST /api/invitation", { key });
      await ask(role)("POST /api/invitation/accept", { key });
      if (role === back) await comeBack(key);
    }
    const over = { "guest whose access was ended": { ended_at: past }, "guest whose time is over": { until: past } };
    for (const [role, change] of Object.entries(over)) {
      await db
        .updateTable("guest")
        .set(change)
        .where("member_id", "=", memberOf(role as Role))
        .execute();
      forget(db, memberOf(role as Role));
    }
  }

  /** The owner ends it; then the account is deleted, made anew, and opens the link once more. */
  async function comeBack(key: string): Promise<void> {
    const role = "ended guest with a new account";
    const browser = browsers.get(role);
    const memberId = memberOf(role);
    const { id } = await db
      .selectFrom("guest")
      .select("id")
      .where("member_id", "=", memberId)
      .executeTakeFirstOrThrow();
    await owner(`PUT /api/guests/${id}`, { ended: true });
    await ask(role)("DELETE /api/user");
    if (browser) of[role] = await signIn(browser, personas[role]);
    await makeFeed(role);
    const { status } = (await browser?.ask("POST /api/invitation/accept", { key })) ?? {};
    if (status !== 409) throw new Error(`an ended guest opened the link again: ${status}`);
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
    async openAnother(role, begun) {
      const { memberId } = of[role];
      if (role === "session expired" || memberId === null) return of[role];
      const session = await db
        .selectFrom("session")
        .select("identity_id")
        .where("member_id", "=", memberId)
        .executeTakeFirstOrThrow();
      const owned = { memberId, identityId: session.identity_id, device: "a test" };
      const at = new Date(clock.now().getTime() - (begun === "now" ? 0 : hourMs));
      const { token } = await openSession(db, owned, at);
      canaries.plant(token, null, "another cookie");
      return { cookie: `session=${token}`, memberId, feedToken: of[role].feedToken };
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
