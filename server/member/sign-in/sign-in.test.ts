import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenSession } from "#contract/member.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { settleWork } from "#server/testing/settle.ts";
import { findTokens } from "#server/member/tokens.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(heavyKinds("sqlite"))("a sign-in, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
  });
  afterAll(() => archive[Symbol.asyncDispose]());
  const location = ({ headers }: { headers: Headers }) => headers.get("location")?.replace(archive.url, "");

  it("ends in a 303 to the stored path, with no code, no store and no referrer", async () => {
    const browser = archive.openBrowser();
    const reply = await browser.visit(await browser.authorize("patron-gold", await browser.begin("/video/x?t=3")));
    expect(reply.status).toBe(303);
    expect(location(reply)).toBe("/video/x?t=3");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith("session="));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Domain/);
  });

  it("that was denied says no-code and leaves nobody signed in", async () => {
    const browser = archive.openBrowser();
    for (const persona of ["patron-gold", "twitch-tier1"]) {
      const reply = await browser.visit(await browser.authorize(persona, await browser.begin(), { deny: "1" }));
      expect(location(reply)).toBe("/?problem=no-code");
      expect(await browser.whoAmI()).toBeNull();
    }
  });

  it("that was refused still knows the way back to a recording, called again too", async () => {
    const browser = archive.openBrowser();
    const home = "/?back=%2Fvideo%2Fx%3Ft%3D3";
    const denied = await browser.authorize("patron-gold", await browser.begin(home), { deny: "1" });
    expect(location(await browser.visit(denied))).toBe("/?problem=no-code&back=%2Fvideo%2Fx%3Ft%3D3");
    const refused = await browser.authorize("twitch-unverified", await browser.begin(home));
    for (const _ of [1, 2]) {
      expect(location(await browser.visit(refused))).toBe(
        "/?problem=twitch-email-not-verified&back=%2Fvideo%2Fx%3Ft%3D3",
      );
    }
    const late = await browser.authorize("patron-gold", await browser.begin(home));
    archive.advance(10 * minute);
    expect(location(await browser.visit(late))).toBe("/?problem=login-expired&back=%2Fvideo%2Fx%3Ft%3D3");
  });

  it("tells its way back to no other browser", async () => {
    const [browser, other] = [archive.openBrowser(), archive.openBrowser()];
    await other.begin();
    const address = await browser.authorize("patron-gold", await browser.begin("/?back=%2Fvideo%2Fsecret"));
    expect(location(await other.visit(address))).toBe("/?problem=login-expired");
  });

  it.each(["unknown", "foreign", "expired", "missing"])(
    "with a state that is %s has expired, whoever brings it",
    async (fault) => {
      const [browser, other] = [archive.openBrowser(), archive.openBrowser()];
      const state = await browser.begin();
      await other.begin();
      const given =
        { unknown: randomBytes(32).toString("base64url"), foreign: await other.begin(), expired: state, missing: "" }[
          fault
        ] ?? "";
      const address = new URL(await browser.authorize("patron-gold", state));
      address.searchParams.set("state", given);
      if (fault === "expired") archive.advance(10 * minute);
      const reply = await browser.visit(address.href);
      expect(location(reply)).toBe("/?problem=login-expired");
      expect(await browser.whoAmI()).toBeNull();
    },
  );

  it("carried to another browser signs nobody in there, and cannot be used up from there", async () => {
    const [victim, attacker] = [archive.openBrowser(), archive.openBrowser()];
    await attacker.begin();
    const address = await victim.authorize("patron-gold", await victim.begin());
    expect(location(await attacker.visit(address))).toBe("/?problem=login-expired");
    expect(await attacker.whoAmI()).toBeNull();
    expect(location(await victim.visit(address))).toBe("/");
  });

  it("called twice at once, again later, or by Back leads to the stored path and one session", async () => {
    const browser = archive.openBrowser();
    const address = await browser.authorize("patron-annual", await browser.begin("/video/y"));
    const replies = await Promise.all([browser.visit(address), browser.visit(address)]);
    expect(replies.map(location)).toEqual(["/video/y", "/video/y"]);
    expect(location(await browser.visit(address))).toBe("/video/y");
    expect(await browser.whoAmI()).toMatchObject({ can_view: true });
    const { body } = await browser.ask<{ sessions: OpenSession[] }>("GET /api/user/sessions");
    expect(body.sessions).toHaveLength(1);
  });

  it("replayed after logging out signs nobody in", async () => {
    const browser = archive.openBrowser();
    const address = await browser.authorize("patron-gifted", await browser.begin());
    await browser.visit(address);
    await browser.ask("POST /api/user/logout");
    expect(location(await browser.visit(address))).toBe("/?problem=login-expired");
    expect(await browser.whoAmI()).toBeNull();
  });

  it("in two tabs at once works in both", async () => {
    const browser = archive.openBrowser();
    const [first, second] = [await browser.begin("/video/1"), await browser.begin("/video/2")];
    expect(location(await browser.visit(await browser.authorize("patron-gold", first)))).toBe("/video/1");
    expect(location(await browser.visit(await browser.authorize("patron-gold", second)))).toBe("/video/2");
    expect(await browser.whoAmI()).toMatchObject({ can_view: true });
  });

  it("keeps at most ten open states per browser: the oldest goes", async () => {
    const browser = archive.openBrowser();
    const oldest = await browser.begin();
    for (let n = 0; n < 10; n += 1) await browser.begin();
    expect(location(await browser.visit(await browser.authorize("patron-gold", oldest)))).toBe(
      "/?problem=login-expired",
    );
  });

  it("gives a new session each time and ends the one it replaces", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-trial");
    const old = new Map(browser.cookies);
    await browser.signIn("patron-trial");
    expect(browser.cookies.get("session")).not.toBe(old.get("session"));
    const thief = archive.openBrowser();
    for (const [name, value] of old) thief.cookies.set(name, value);
    expect(await thief.whoAmI()).toBeNull();
  });

  it("knows a renamed person again by their id", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("twitch-renamed");
    const before = await browser.whoAmI();
    await browser.signIn("twitch-renamed");
    const after = await browser.whoAmI();
    expect(after?.name).not.toBe(before?.name);
    const people = await archive.parts.db
      .selectFrom("identity")
      .selectAll()
      .where("name", "in", [before?.name ?? "", after?.name ?? ""])
      .execute();
    expect(people).toHaveLength(1);
  });

  it("keeps the profile picture here and serves it to its owner alone", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("twitch-tier2");
    const user = await browser.whoAmI();
    expect(user?.profile_picture).toMatch(/^\/api\/user\/picture\?v=/);
    const { status, headers } = await browser.ask(`GET ${user?.profile_picture}`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await archive.openBrowser().ask(`GET ${user?.profile_picture}`)).status).toBe(401);
  });
});

describe.each(heavyKinds("sqlite"))("connecting a second login, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it("lets the better of two memberships win, and disconnecting takes it away again", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-bronze");
    expect(await browser.whoAmI()).toMatchObject({ can_view: false });
    await browser.signIn("twitch-tier1");
    expect(await browser.whoAmI()).toMatchObject({
      can_view: true,
      identities: [{ provider: "patreon" }, { provider: "twitch" }],
    });
    const { body } = await browser.ask<{ user: unknown }>("DELETE /api/user/identities/twitch");
    expect(body.user).toMatchObject({ can_view: false, identities: [{ provider: "patreon" }] });
    expect(await browser.whoAmI()).toMatchObject({ can_view: false });
    const last = await browser.ask("DELETE /api/user/identities/patreon");
    expect([last.status, last.body]).toMatchObject([409, { code: "conflict" }]);
  });

  it("that is on the list of editors is recorded as a change of permission", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-free");
    await browser.signIn("twitch-editor");
    expect(await browser.whoAmI()).toMatchObject({ can_edit: true });
    const audit = await archive.parts.db
      .selectFrom("audit")
      .selectAll()
      .where("kind", "=", "permission-changed")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(audit?.detail).toMatchObject({ old: { can_edit: false }, new: { can_edit: true }, why: "login" });
  });

  it("never takes an identity from someone else: that person is signed in instead", async () => {
    const [alice, mallory] = [archive.openBrowser(), archive.openBrowser()];
    await alice.signIn("twitch-tier3");
    const owner = await alice.whoAmI();
    await mallory.signIn("patron-never");
    await mallory.signIn("twitch-tier3");
    expect(await mallory.whoAmI()).toMatchObject({ name: owner?.name, identities: [{ provider: "twitch" }] });
    await mallory.signIn("patron-never");
    expect(await mallory.whoAmI()).toMatchObject({ can_view: false, identities: [{ provider: "patreon" }] });
  });

  it("happens only in the session it was begun in", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-former");
    const address = await browser.authorize("twitch-prime", await browser.begin());
    await browser.ask("POST /api/user/logout");
    await browser.visit(address);
    expect(await browser.whoAmI()).toMatchObject({ identities: [{ provider: "twitch" }] });
  });
});

describe.each(heavyKinds("sqlite"))("a session, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it("can be listed and ended from another one, singly or all others", async () => {
    const browsers = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()] as const;
    for (const browser of browsers) await browser.signIn("patron-editor");
    const [here, second, third] = browsers;
    const list = async () => (await here.ask<{ sessions: OpenSession[] }>("GET /api/user/sessions")).body.sessions;
    expect((await list()).filter(({ current }) => current)).toHaveLength(1);
    expect(await list()).toHaveLength(3);
    const other = (await list()).find(({ current }) => !current);
    expect((await here.ask(`DELETE /api/user/sessions/${other?.id}`)).status).toBe(200);
    expect([await second.whoAmI(), await third.whoAmI()].filter(Boolean)).toHaveLength(1);
    await here.ask("DELETE /api/user/sessions/others");
    expect([await second.whoAmI(), await third.whoAmI()]).toEqual([null, null]);
    expect(await here.whoAmI()).not.toBeNull();
    expect((await here.ask("DELETE /api/user/sessions/nobody")).status).toBe(404);
  });

  it("of somebody else cannot be ended", async () => {
    const [alice, bob] = [archive.openBrowser(), archive.openBrowser()];
    await alice.signIn("patron-gold");
    await bob.signIn("twitch-gift");
    const { body } = await alice.ask<{ sessions: OpenSession[] }>("GET /api/user/sessions");
    expect((await bob.ask(`DELETE /api/user/sessions/${body.sessions[0]?.id}`)).status).toBe(404);
    expect(await alice.whoAmI()).not.toBeNull();
  });

  it("keeps nothing in the database that would open it", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-multi");
    const { db } = archive.parts;
    const rows = JSON.stringify([
      await db.selectFrom("session").selectAll().execute(),
      await db.selectFrom("sign_in_state").selectAll().execute(),
      await db.selectFrom("provider_token").selectAll().execute(),
    ]);
    for (const [, value] of browser.cookies) expect(rows).not.toContain(value);
    const identities = await db.selectFrom("provider_token").select("identity_id").execute();
    expect(identities.length).toBeGreaterThan(0);
    for (const { identity_id: id } of identities) {
      const { access = "", refresh } = (await findTokens(archive.parts, id)) ?? {};
      expect(access.length, "the archive itself can read them").toBeGreaterThan(9);
      expect(rows).not.toContain(access);
      if (refresh) expect(rows).not.toContain(refresh);
    }
  });

  it("gets a new token every day; the old one ends a minute after the new one was seen", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-cancelled-paid");
    const old = archive.openBrowser();
    for (const [name, value] of browser.cookies) old.cookies.set(name, value);
    archive.advance(day + minute);
    await settleWork(archive.parts);
    expect(await browser.whoAmI()).not.toBeNull();
    expect(browser.cookies.get("session")).not.toBe(old.cookies.get("session"));
    expect(await old.whoAmI()).not.toBeNull();
    expect(await browser.whoAmI()).not.toBeNull();
    archive.advance(minute);
    expect(await old.whoAmI()).toBeNull();
    expect(await browser.whoAmI()).not.toBeNull();
  });

  it("ends after thirty idle days", async () => {
    const browser = archive.openBrowser();
    await browser.signIn("patron-owner");
    archive.advance(29 * day);
    expect(await browser.whoAmI()).not.toBeNull();
    archive.advance(30 * day);
    expect(await browser.whoAmI()).toBeNull();
  });
});
