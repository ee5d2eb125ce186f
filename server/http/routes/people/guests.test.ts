// Guests: by a link and by their account, what they see, when it ends, and what the history says of it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Guest, Guests, Invitation } from "#contract/guests.ts";
import type { MyData } from "#contract/my-data.ts";
import type { Problem } from "#contract/problem.ts";
import type { HistoryEntry } from "#contract/studio.ts";
import { hashToken } from "#server/member/session.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";

const day = 24 * 3_600_000;

describe.each(heavyKinds("postgres"))("guests, on %s", (kind) => {
  let archive: TestArchive;
  let owner: Browser;
  let editor: Browser;
  let people = 0;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
    [owner, editor] = [archive.openBrowser(), archive.openBrowser()];
    await owner.signIn("patron-owner");
    await editor.signIn("patron-editor");
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  const inDays = (days: number) => new Date(archive.parts.clock.now().getTime() + days * day).toISOString();
  /** Somebody without a membership whom no other test knows. */
  async function arrive(like = "patron-bronze"): Promise<Browser> {
    const person = `${like}-${(people += 1)}`;
    await archive.control(`PUT personas/${person}`, { like });
    const browser = archive.openBrowser();
    await browser.signIn(person);
    return browser;
  }
  async function invite(wish: Partial<Record<"guest_until" | "most_uses" | "link_until" | "note", unknown>> = {}) {
    const body = { guest_until: inDays(10), link_until: inDays(7), most_uses: 1, note: "the drummer", ...wish };
    const made = await owner.ask<{ invitation: Invitation; link: string; change: string }>(
      "POST /api/invitations",
      body,
    );
    expect(made.status).toBe(200);
    return { ...made.body, key: made.body.link.split("#")[1] ?? "" };
  }
  const accept = (browser: Browser, key: string) => browser.ask<Problem>("POST /api/invitation/accept", { key });
  const watches = async (browser: Browser) => (await browser.ask("GET /api/video/list")).status;
  const listed = async (browser = owner) => (await browser.ask<Guests>("GET /api/guests")).body;
  const newest = async () =>
    (await owner.ask<{ entries: HistoryEntry[] }>("GET /api/history?kind=permission")).body.entries[0];
  const undo = (change: string | null | undefined) => owner.ask("POST /api/history/undo", { changes: [change] });
  const nameOf = async (browser: Browser) => (await browser.whoAmI())?.name ?? "";
  const accountOf = async (browser: Browser) =>
    (await browser.ask<MyData>("GET /api/user/data")).body.logins[0]?.account_id ?? "";
  const guestOf = async (browser: Browser): Promise<Guest> => {
    const name = await nameOf(browser);
    const guest = (await listed()).guests.find((one) => one.name === name);
    if (!guest) throw new Error(`${name} is not a guest`);
    return guest;
  };

  it("by a link: who opens it sees who invites, logs in, and watches without a membership", async () => {
    const { key, link } = await invite();
    expect(link).toMatch(/\/invitation#[\w-]{43}$/);
    const rows = await archive.parts.db.selectFrom("invitation").selectAll().execute();
    expect(JSON.stringify(rows)).toContain(hashToken(key));
    expect(JSON.stringify([rows, await listed()])).not.toContain(key);
    const offered = await archive.openBrowser().ask("POST /api/invitation", { key });
    expect(offered.body).toEqual({
      archive: archive.config.name,
      invited_by: await nameOf(owner),
      until: expect.any(String),
    });

    const guest = await arrive();
    expect(await watches(guest)).toBe(403);
    expect((await accept(guest, key)).status).toBe(200);
    expect(await watches(guest)).toBe(200);
    const why = (await guest.whoAmI())?.why.find(({ grants }) => grants);
    expect(why?.sentence).toMatch(new RegExp(`^Invited by ${await nameOf(owner)} until \\d+ \\w+( \\d{4})?\\.$`));
    expect(await newest()).toMatchObject({
      who: await nameOf(guest),
      sentence: "Accepted an invitation as a guest.",
    });
    expect(await guestOf(guest)).toMatchObject({ state: "active", note: "the drummer" });

    // once for one person, however often they open it; and then it is used up
    expect((await accept(guest, key)).status).toBe(200);
    expect((await accept(await arrive(), key)).status).toBe(404);
    expect((await archive.openBrowser().ask("POST /api/invitation", { key })).status).toBe(404);
  });

  it("the last use of a link goes to one of those who open it at the same moment", async () => {
    const { key, invitation } = await invite({ most_uses: 2 });
    const guests = [await arrive(), await arrive(), await arrive(), await arrive()];
    const statuses = await Promise.all(guests.map(async (guest) => (await accept(guest, key)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 404, 404]);
    const after = (await listed()).invitations.find(({ id }) => id === invitation.id);
    expect(after).toMatchObject({ uses: 2, state: "used-up" });
  });

  it("a link that was ended, or is over, looks like one that never existed", async () => {
    const { key, invitation } = await invite({ most_uses: 5 });
    const guest = await arrive();
    const ended = await owner.ask<{ change: string }>(`DELETE /api/invitations/${invitation.id}`);
    const answers = [await accept(guest, key), await accept(guest, "guessed"), await accept(guest, "")];
    expect(answers.map(({ status, body }) => [status, body.code, body.detail])).toEqual(
      answers.map(() => [404, "not-found", answers[0]?.body.detail]),
    );
    expect((await undo(ended.body.change)).status).toBe(200);
    expect((await accept(guest, key)).status).toBe(200);
    // the guests of an ended link stay guests
    await owner.ask(`DELETE /api/invitations/${invitation.id}`);
    expect(await watches(guest)).toBe(200);
    expect((await newest())?.sentence).toBe("Turned off an invitation link.");
  });

  it("ended and extended with effect at the next request, with undo; no link brings them back", async () => {
    const { key } = await invite({ most_uses: 5 });
    const guest = await arrive();
    await accept(guest, key);
    const { id } = await guestOf(guest);
    expect(await watches(guest)).toBe(200);
    const ended = await owner.ask<{ guest: Guest; change: string }>(`PUT /api/guests/${id}`, { ended: true });
    expect(ended.body.guest.state).toBe("ended");
    expect(await watches(guest)).toBe(403);
    expect((await guest.whoAmI())?.why[0]?.sentence).toMatch(/^Your invitation ended on /);
    expect((await accept(guest, key)).status).toBe(409);
    const entry = await newest();
    expect(entry).toMatchObject({
      id: ended.body.change,
      sentence: `Ended the access of the guest ${await nameOf(guest)}.`,
      can_undo: true,
    });
    expect((await undo(entry?.id)).status).toBe(200);
    expect(await watches(guest)).toBe(200);
    expect((await undo(entry?.id)).status).toBe(409);

    const until = inDays(400);
    await owner.ask(`PUT /api/guests/${id}`, { until });
    expect(await guestOf(guest)).toMatchObject({ until, state: "active" });
    expect((await newest())?.sentence).toMatch(/^Changed the guest .+: access now ends on \d+ \w+ \d{4}\.$/);
    expect((await owner.ask(`PUT /api/guests/${id}`, { until: inDays(-1) })).status).toBe(400);
    await owner.ask(`PUT /api/guests/${id}`, { ended: true });
    archive.advance(1000);
    const refused = await accept(guest, (await invite()).key);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(/^Your access as a guest was ended/),
    ]);
    expect(await watches(guest)).toBe(403);
    await owner.ask(`PUT /api/guests/${id}`, { ended: false });
    expect(await watches(guest)).toBe(200);
  });

  it("an end outlives the account, which leaves nothing else; given back it is for good", async () => {
    const { key } = await invite({ most_uses: 5 });
    const guest = await arrive();
    const person = `patron-bronze-${people}`;
    await accept(guest, key);
    await owner.ask(`PUT /api/guests/${(await guestOf(guest)).id}`, { ended: true });
    const [name, account] = [await nameOf(guest), await accountOf(guest)];
    expect((await guest.ask("DELETE /api/user")).status).toBe(200);
    const kept = await archive.parts.db.selectFrom("guest_decision").selectAll().execute();
    expect(JSON.stringify([kept, await listed()])).not.toMatch(new RegExp(`${name}|${account}`));

    await guest.signIn(person);
    const back = await guestOf(guest);
    expect(back).toMatchObject({ name, state: "ended", note: "", invited_by: null, can_change: true });
    expect((await accept(guest, key)).status).toBe(409);
    await owner.ask(`PUT /api/guests/${back.id}`, { ended: false });
    expect(await watches(guest)).toBe(200);
    await guest.ask("DELETE /api/user");
    await guest.signIn(person);
    expect(await watches(guest)).toBe(403);
    // that link is older than what was decided last
    expect((await accept(guest, key)).status).toBe(409);
    archive.advance(1000);
    expect((await accept(guest, (await invite()).key)).status).toBe(200);
    expect(await watches(guest)).toBe(200);
  });

  it("an end from before 1.1, of which only the guest's row knows, outlives the account as well", async () => {
    const { key } = await invite({ most_uses: 5 });
    const guest = await arrive();
    const person = `patron-bronze-${people}`;
    await accept(guest, key);
    await owner.ask(`PUT /api/guests/${(await guestOf(guest)).id}`, { ended: true });
    await archive.parts.db.deleteFrom("guest_decision").execute();
    await guest.ask("DELETE /api/user");
    await guest.signIn(person);
    expect((await accept(guest, key)).status).toBe(409);
    expect(await watches(guest)).toBe(403);
  });

  it("a time or a level that was set by name outweighs every link that is older, also with a new account", async () => {
    const { key } = await invite({ guest_until: null, most_uses: 5 });
    const { key: other } = await invite({ guest_until: null, most_uses: 5 });
    const guest = await arrive();
    const person = `patron-bronze-${people}`;
    await accept(guest, key);
    const until = new Date(archive.parts.clock.now().getTime() + 4000).toISOString();
    await owner.ask(`PUT /api/guests/${(await guestOf(guest)).id}`, { until });
    expect((await accept(guest, other)).status).toBe(200);
    expect(await guestOf(guest)).toMatchObject({ until });
    archive.advance(4000);
    expect((await accept(guest, other)).status).toBe(409);
    await guest.ask("DELETE /api/user");
    await guest.signIn(person);
    expect([(await accept(guest, key)).status, (await accept(guest, other)).status]).toEqual([409, 409]);
    expect(await watches(guest)).toBe(403);
  });

  it("at the end of their time they see nothing more, though their answers were remembered", async () => {
    const guest = await arrive();
    const soon = new Date(archive.parts.clock.now().getTime() + 4000).toISOString();
    await accept(guest, (await invite({ guest_until: soon })).key);
    expect(await watches(guest)).toBe(200);
    archive.advance(4000);
    expect(await watches(guest)).toBe(403);
    expect(await guestOf(guest)).toMatchObject({ state: "over" });
  });

  it("by account: a Twitch name is looked up at once, and the access is there at the first login", async () => {
    const person = `twitch-never-${(people += 1)}`;
    const made = (await archive.control(`PUT personas/${person}`, { like: "twitch-never" })) as {
      persona: { login: string };
    };
    const wish = { provider: "twitch", account: `@${made.persona.login.toUpperCase()}`, until: null, note: "" };
    const added = await owner.ask<{ guest: Guest; change: string }>("POST /api/guests", wish);
    expect(added.body.guest).toMatchObject({ provider: "twitch", state: "waiting", until: null });
    expect((await newest())?.sentence).toBe(`Added ${added.body.guest.name} as a guest.`);
    expect((await owner.ask("POST /api/guests", wish)).status).toBe(409);
    const guest = archive.openBrowser();
    await guest.signIn(person);
    expect(await watches(guest)).toBe(200);
    expect((await guest.whoAmI())?.why[0]?.sentence).toBe(`Invited by ${await nameOf(owner)}.`);
    expect((await undo(added.body.change)).status).toBe(200);
    expect(await watches(guest)).toBe(403);
  });

  it.each([
    ["a Twitch name that nobody has", { provider: "twitch", account: "nobody_at_all" }, /no Twitch account/],
    ["a Patreon name, which anybody could take", { provider: "patreon", account: "Anna" }, /by the number/],
  ])("%s is refused, and the answer says what to do", async (_what, wish, sentence) => {
    const answer = await owner.ask<Problem>("POST /api/guests", { until: null, note: "", ...wish });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(sentence);
    expect(answer.body.fields).toMatchObject([{ field: "account" }]);
  });

  it("editors invite only where the owner allows it, and change only their own guests", async () => {
    expect((await editor.ask("GET /api/guests")).status).toBe(403);
    await owner.ask("PUT /api/settings", { editors_invite: true });
    const theirs = await arrive();
    await accept(theirs, (await invite()).key);
    const { id } = await guestOf(theirs);
    expect((await listed(editor)).guests.find((one) => one.id === id)?.can_change).toBe(false);
    expect((await editor.ask(`PUT /api/guests/${id}`, { ended: true })).status).toBe(403);
    const wish = { provider: "patreon", account: "https://www.patreon.com/user?u=4711", until: null, note: "" };
    const own = await editor.ask<{ guest: Guest }>("POST /api/guests", wish);
    expect(own.body.guest).toMatchObject({ name: "Patreon account 4711", can_change: true });
    expect((await editor.ask(`PUT /api/guests/${own.body.guest.id}`, { ended: true })).status).toBe(200);
    // whom the owner has added and ended, no editor adds again
    const others = { ...wish, account: "4712" };
    const added = await owner.ask<{ guest: Guest }>("POST /api/guests", others);
    await owner.ask(`PUT /api/guests/${added.body.guest.id}`, { ended: true });
    expect((await editor.ask("POST /api/guests", others)).status).toBe(403);
    expect((await editor.ask("POST /api/guests", wish)).status).toBe(200);
    expect((await owner.ask("POST /api/guests", others)).status).toBe(200);
    await owner.ask("PUT /api/settings", { editors_invite: false });
    expect((await editor.ask("GET /api/guests")).status).toBe(403);
  });
});
