import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { publish } from "#server/testing/proof.ts";
import { withdrawnEntitlement } from "#server/access/entitlement.ts";
import { findCurrent } from "./current.ts";
import { saveEntitlement } from "./membership.ts";
import { endSessions } from "./session.ts";
import { forget } from "./unsettled.ts";

/** Longer than a change counts as unsettled: then who is asking is remembered. */
const settled = 41_000;

describe.each(heavyKinds("sqlite"))("who is asking, on %s", (kind) => {
  let archive: TestArchive;
  let realNow: () => number;
  let ahead = 0;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
    realNow = performance.now.bind(performance);
    performance.now = () => realNow() + ahead;
  });
  afterAll(async () => {
    performance.now = realNow;
    await archive[Symbol.asyncDispose]();
  });

  /** Signed in long enough ago, and known from a request just now. */
  async function arrive(persona: string): Promise<{ browser: Browser; token: string; memberId: string }> {
    const browser = archive.openBrowser();
    await browser.signIn(persona);
    ahead += settled;
    const token = browser.cookies.get("session") ?? "";
    const find = () => findCurrent(archive.parts, token);
    // on PostgreSQL the notice of the sign-in itself may come after its answer
    await expect.poll(async () => (await find()) === (await find())).toBe(true);
    const current = await find();
    return { browser, token, memberId: current?.member.id ?? "" };
  }
  const isIn = async (browser: Browser) => (await browser.ask("GET /api/video/list")).status;

  it("is remembered for five seconds of the archive's clock and no longer", async () => {
    const { token } = await arrive("patron-gold");
    const known = await findCurrent(archive.parts, token);
    archive.advance(4000);
    expect(await findCurrent(archive.parts, token)).toBe(known);
    archive.advance(2000);
    const again = await findCurrent(archive.parts, token);
    expect(again).not.toBe(known);
    // nor by the computer's own, should the archive's be set back
    ahead += 6000;
    expect(await findCurrent(archive.parts, token)).not.toBe(again);
  });

  it("somebody who logs out is out at the very next request, with any copy of the cookie", async () => {
    const { browser } = await arrive("patron-gold");
    const copy = archive.openBrowser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect(await isIn(copy)).toBe(200);
    await browser.ask("POST /api/user/logout");
    expect(await isIn(copy)).toBe(401);
    publish("revocation", { explicit: 1 });
  });

  it("a session ended from elsewhere is over at its next request", async () => {
    const one = await arrive("patron-gold");
    const two = await arrive("patron-gold");
    expect(await isIn(one.browser)).toBe(200);
    expect((await two.browser.ask("DELETE /api/user/sessions/others")).status).toBe(200);
    expect(await isIn(one.browser)).toBe(401);
    expect(await isIn(two.browser)).toBe(200);
    publish("revocation", { explicit: 1 });
  });

  it("a membership that ends is over at the next request", async () => {
    const { browser, token } = await arrive("patron-gold");
    const [identity] = (await findCurrent(archive.parts, token))?.identities ?? [];
    expect(await isIn(browser)).toBe(200);
    await saveEntitlement(archive.parts.db, identity?.row.id ?? "", withdrawnEntitlement(archive.parts.clock.now()));
    expect(await isIn(browser)).toBe(403);
    await browser.ask("POST /api/user/check");
    expect(await isIn(browser)).toBe(200);
    publish("revocation", { explicit: 1 });
  });

  it("a change that is still in its transaction is asked for until it has ended", async () => {
    const { browser, memberId } = await arrive("patron-gold");
    const inside = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const ending = archive.parts.db.transaction().execute(async (trx) => {
      await endSessions(trx, memberId, "all");
      inside.resolve();
      await mayEnd.promise;
    });
    await inside.promise;
    const meanwhile = isIn(browser);
    if (kind === "postgres") expect(await meanwhile).toBe(200);
    mayEnd.resolve();
    await ending;
    await meanwhile;
    expect(await isIn(browser)).toBe(401);
  });

  it("a membership that runs out while nobody answers does so to the second", async () => {
    const { browser, token } = await arrive("patron-gold");
    const [identity] = (await findCurrent(archive.parts, token))?.identities ?? [];
    const now = archive.parts.clock.now();
    const soon = new Date(now.getTime() + 2000);
    const far = new Date("2099-01-01T00:00:00Z");
    const { entitlement } = identity ?? {};
    if (!entitlement) throw new Error("no entitlement");
    await saveEntitlement(archive.parts.db, identity?.row.id ?? "", {
      ...entitlement,
      softUntil: far,
      hardUntil: soon,
    });
    ahead += settled;
    expect(await isIn(browser)).toBe(200);
    archive.advance(2100);
    expect(await isIn(browser)).toBe(403);
  });

  it("one member's change leaves the others remembered", async () => {
    const one = await arrive("patron-gold");
    const known = await findCurrent(archive.parts, one.token);
    forget(archive.parts.db, crypto.randomUUID());
    expect(await findCurrent(archive.parts, one.token)).toBe(known);
    forget(archive.parts.db, one.memberId);
    expect(await findCurrent(archive.parts, one.token)).not.toBe(known);
  });
});

it("every file that changes a member, identity, session or entitlement says so with forget()", () => {
  const writes = /(updateTable|insertInto|deleteFrom)\("(member|identity|entitlement|session)"\)/;
  /** recheck and account change them beside saveEntitlement and endSessions, which forget; scripts are other processes. */
  const beside = ["server/member/account.ts", "server/member/recheck.ts"];
  const silent = readdirSync("server", { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join("server", file))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("server/testing/"))
    .filter(
      (file) => writes.test(readFileSync(file, "utf8")) && !/forget(AllOlder)?\(/.test(readFileSync(file, "utf8")),
    );
  expect(silent.toSorted()).toEqual(beside);
});
