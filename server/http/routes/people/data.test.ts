// A member's own data, deleting accounts, and owners who are made and removed in the studio.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MyData } from "#contract/my-data.ts";
import type { Problem } from "#contract/problem.ts";
import type { HistoryEntry, MemberInStudio } from "#contract/studio.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { changeLibrary } from "#server/library/version.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(heavyKinds("postgres"))("what the archive knows about people, on %s", (kind) => {
  let archive: TestArchive;
  let owner: Browser;
  let people = 0;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
    owner = archive.openBrowser();
    await owner.signIn("patron-owner");
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  /** Somebody whom no other test knows. */
  async function arrive(like = "patron-gold") {
    const person = `${like}-${(people += 1)}`;
    await archive.control(`PUT personas/${person}`, { like });
    const browser = archive.openBrowser();
    await browser.signIn(person);
    const { id = "", name = "" } = (await browser.whoAmI()) ?? {};
    return { browser, person, id, name };
  }
  /** Each title once: what one test hides another must not find. */
  async function add(title: string): Promise<string> {
    const now = archive.parts.clock.now();
    const video = { title, addDate: now, memberId: null, state: "published" } as const;
    return changeLibrary(archive.parts.db, (trx) => addVideo(trx, video, now));
  }
  const change = (browser: Browser, id: string, body: unknown) =>
    browser.ask<{ member: MemberInStudio; change: string } & Problem>(`PUT /api/members/${id}`, body);
  const history = async (query = "?kind=permission") =>
    (await owner.ask<{ entries: HistoryEntry[] }>(`GET /api/history${query}`)).body.entries;
  const isOwner = async (browser: Browser) => (await browser.whoAmI())?.is_owner;
  /** Wherever in the database a text is. */
  async function findText(...texts: string[]): Promise<string[]> {
    const { db } = archive.parts;
    const tables = (await db.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith("kysely"));
    const found: string[] = [];
    for (const table of tables) {
      const rows = JSON.stringify(
        await db
          .selectFrom(table as "member")
          .selectAll()
          .execute(),
      );
      for (const text of texts) if (rows.includes(text)) found.push(`${text} in ${table}`);
    }
    return found;
  }

  it("a member downloads it: logins, sessions, positions, hearts, lists, and and nothing of what they may not see", async () => {
    const { browser, id, name } = await arrive();
    const [seen, hidden] = [await add("Seen here"), await add("Hidden later")];
    const at = archive.parts.clock.now().toISOString();
    for (const video of [seen, hidden])
      expect((await browser.ask(`PUT /api/user/positions/${video}`, { seconds: 7, at })).status).toBe(200);
    await browser.ask("POST /api/lists/favourites/entries", { add: [{ video_id: seen, performance_id: null }] });
    await browser.ask("POST /api/lists", { title: "My evenings" });
    await owner.ask(`PUT /api/video/v/${hidden}/hidden`, { hidden: true });

    const { status, body } = await browser.ask<MyData>("GET /api/user/data");
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id, name, role: null });
    expect(body.logins).toMatchObject([{ provider: "patreon", name, membership: { state: "entitled" } }]);
    expect(body.sessions).toHaveLength(1);
    expect(body.positions.map(({ video_id, title }) => [video_id, title])).toEqual([[seen, "Seen here"]]);
    expect(body.hearts).toEqual([{ video_id: seen, performance_id: null }]);
    expect(body.lists.map(({ title }) => title)).toContain("My evenings");
    expect(body.log.map(({ kind: what }) => what)).toContain("signed-in");
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`sealed|hash|Hidden later|${hidden}`));
    // the owner gets the same for them, and nobody else does
    const forThem = await owner.ask<MyData>(`GET /api/members/${id}/data`);
    expect(forThem.body.account).toEqual(body.account);
    expect((await browser.ask(`GET /api/members/${id}/data`)).status).toBe(403);
  });

  it("a deleted account leaves a number: no name, id or login is anywhere, sessions end, the next login starts anew", async () => {
    const { browser, person, id, name } = await arrive();
    const video = await add("Edited by somebody");
    await change(owner, id, { role: "editor" });
    expect((await browser.ask(`PUT /api/video/v/${video}/hidden`, { hidden: true })).status).toBe(200);
    const guest = await browser.ask<MyData>("GET /api/user/data");
    const account = guest.body.logins[0]?.account_id ?? "";
    expect(await findText(id, name, account)).not.toEqual([]);

    archive.advance(16 * minute);
    const late = await browser.ask<Problem>("DELETE /api/user");
    expect([late.status, late.body.code]).toEqual([401, "sign-in-again"]);
    await browser.signIn(person);
    expect((await browser.ask("DELETE /api/user")).status).toBe(200);
    expect(await browser.whoAmI()).toBeNull();
    expect(await findText(id, name, account)).toEqual([]);
    const [left] = await history();
    expect(left).toMatchObject({
      who: "A former member",
      who_id: null,
      sentence: expect.stringMatching(/former member \d+\.$/),
    });
    expect((await history(`?video=${video}`))[0]).toMatchObject({ who: "A former member", kind: "hidden" });
    expect((await history()).map(({ sentence }) => sentence)).toContain("Made a former member an editor.");

    await browser.signIn(person);
    const anew = await browser.whoAmI();
    expect(anew).toMatchObject({ name, can_edit: false });
    expect(anew?.id).not.toBe(id);
  });

  it("what arrives while an account is deleted is answered or refused, and never a fault of the server", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { browser } = await arrive();
      const answers = await Promise.all([
        browser.ask("POST /api/lists", { title: "Rain" }),
        browser.ask("DELETE /api/user", {}),
        ...["everything", "favourites"].map((of) => browser.ask(`POST /api/user/feed?of=${of}`, {})),
        ...["River", "Night"].map((title) => browser.ask("POST /api/lists", { title })),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status === 500)).toEqual([]);
    }
  });

  it("the owner deletes a member's account; a disabled one cannot delete itself and come back enabled", async () => {
    const { browser, id } = await arrive();
    await change(owner, id, { disabled: true });
    expect((await browser.ask("DELETE /api/user")).status).toBe(409);
    await owner.signIn("patron-owner");
    expect((await owner.ask(`DELETE /api/members/${id}`)).status).toBe(200);
    expect((await owner.ask(`DELETE /api/members/${id}`)).status).toBe(404);
    expect((await history())[0]?.sentence).toMatch(/^Deleted the account of former member \d+\.$/);
  });

  it("an owner is made and removed at the next request, after a fresh login, with undo; those of the settings stay", async () => {
    const { browser, id, name } = await arrive();
    expect(await isOwner(browser)).toBe(false);
    archive.advance(16 * minute);
    expect((await change(owner, id, { role: "owner" })).body.code).toBe("sign-in-again");
    await owner.signIn("patron-owner");
    const made = await change(owner, id, { role: "owner" });
    expect(made.body.member).toMatchObject({ role: "owner", is_owner: true, is_fixed: false });
    expect(await isOwner(browser)).toBe(true);
    expect((await browser.ask("GET /api/members")).status).toBe(200);
    expect((await history())[0]).toMatchObject({ sentence: `Made ${name} an owner.`, can_undo: true });
    const settingsOwner = (await owner.whoAmI())?.id ?? "";
    await browser.signIn(`patron-gold-${people}`);
    const fixed = await change(browser, settingsOwner, { role: null });
    expect([fixed.status, fixed.body.detail]).toEqual([409, expect.stringMatching(/named in the server's settings/)]);
    expect((await change(owner, id, { disabled: true })).status).toBe(409);
    expect((await owner.ask(`DELETE /api/members/${id}`)).status).toBe(409);
    expect((await owner.ask("POST /api/history/undo", { changes: [made.body.change] })).status).toBe(200);
    expect(await isOwner(browser)).toBe(false);
    expect((await history())[0]?.sentence).toBe(`Removed ${name} as owner.`);
  });
});

describe.each(heavyKinds("postgres"))("an archive whose owners are made in the studio, on %s", (kind) => {
  it("always has one: two who remove each other at the same moment, and the last one who wants to leave", async () => {
    await using archive = await openTestArchive({ kind });
    const { db } = archive.parts;
    const [one, two] = [archive.openBrowser(), archive.openBrowser()];
    await one.signIn("patron-gold");
    await two.signIn("patron-annual");
    const [idOne, idTwo] = [(await one.whoAmI())?.id ?? "", (await two.whoAmI())?.id ?? ""];
    for (let round = 0; round < 5; round += 1) {
      await db.updateTable("member").set({ role: "owner" }).where("id", "in", [idOne, idTwo]).execute();
      await archive.parts.settings.reload();
      const answers = await Promise.all([
        one.ask(`PUT /api/members/${idTwo}`, { role: null }),
        two.ask(`PUT /api/members/${idOne}`, { role: null }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const left = await db.selectFrom("member").select("id").where("role", "=", "owner").execute();
      expect(left).toHaveLength(1);
      const last = left[0]?.id === idOne ? one : two;
      const refused = await last.ask<Problem>("DELETE /api/user");
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/needs an owner/)]);
    }
  });

  it("a login lasts as long as the owner says, from the next request on", async () => {
    await using archive = await openTestArchive({ kind });
    const [owner, member] = [archive.openBrowser(), archive.openBrowser()];
    await member.signIn("patron-gold");
    // used every few days, as devices are
    for (let days = 0; days < 80; days += 20) {
      archive.advance(20 * day);
      expect((await member.ask("GET /api/user/info")).status).toBe(200);
    }
    await owner.signIn("patron-owner");
    const set = (days: number) => owner.ask("PUT /api/settings", { sign_in_days: days });
    expect([(await set(6)).status, (await set(366)).status]).toEqual([400, 400]);
    expect((await set(60)).status).toBe(200);
    expect((await member.ask("GET /api/user/info")).status).toBe(401);
  });
});
