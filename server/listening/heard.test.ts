// What is heard, over real HTTP: counted once, in each way it was heard; a member's own history; who may read what.
import { describe, expect, it } from "vitest";
import type { Answer } from "#contract/api.ts";
import type { Heard } from "#contract/heard/heard.ts";
import type { MyData } from "#contract/my-data.ts";
import { addVideo } from "#server/library/add.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { changeLibrary } from "#server/library/version.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { forgetCounts, partCount } from "./count.ts";

const dayMs = 24 * 3_600_000;
/** So that no day ends while a test runs. */
function startsAt(): Date {
  const leftMs = dayMs - (Date.now() % dayMs);
  return new Date(Date.now() + (leftMs < 600_000 ? leftMs : 0));
}

async function add(archive: TestArchive, title: string, durationSeconds = 2400): Promise<string> {
  const now = archive.parts.clock.now();
  const video = { title, addDate: now, memberId: null, state: "published", durationSeconds } as const;
  return changeLibrary(archive.parts.db, (trx) => addVideo(trx, video, now));
}

async function logIn(archive: TestArchive, persona: string, like = persona): Promise<Browser> {
  if (like !== persona) await archive.control(`PUT personas/${persona}`, { like });
  const browser = archive.openBrowser();
  await browser.signIn(persona);
  return browser;
}

const dayOf = (archive: TestArchive, ago = 0) =>
  new Date(archive.parts.clock.now().getTime() - ago * dayMs).toISOString().slice(0, 10);

const reportTo =
  (archive: TestArchive) =>
  async (browser: Browser, video: string, heard: Partial<Heard>): Promise<number> => {
    const one = { id: "a-first-listening", kind: "audio", day: dayOf(archive), before: 0, spans: [], ...heard };
    return (await browser.ask(`PUT /api/user/positions/${video}`, { heard: [one] })).status;
  };

const read = async (editor: Browser, days = 28) =>
  (await editor.ask<Answer<"getHeardFigures">>(`GET /api/studio/heard?days=${days}`)).body;
const listOwn = async (browser: Browser, query = "") =>
  (await browser.ask<Answer<"listHeard">>(`GET /api/user/heard${query}`)).body;

describe.each(heavyKinds("postgres"))("what is heard, on %s", (kind) => {
  it("is counted once, however often it is reported, and grows with what is new", async () => {
    await using archive = await openTestArchive({ kind, startsAt: startsAt() });
    const report = reportTo(archive);
    const id = await add(archive, "An evening");
    const [member, editor] = [await logIn(archive, "patron-gold"), await logIn(archive, "patron-editor")];
    const sums = async () =>
      (await read(editor)).recordings.map(({ plays, seconds, members }) => [plays, seconds, members]);

    // not long enough for a play
    expect(await report(member, id, { spans: [[0, 6]] })).toBe(200);
    expect(await sums()).toEqual([[0, 6, 0]]);
    expect((await listOwn(member)).entries).toEqual([]);
    const spans: [number, number][] = [
      [0, 30],
      [100, 115],
    ];
    for (let times = 0; times < 3; times += 1) expect(await report(member, id, { spans })).toBe(200);
    expect(await sums()).toEqual([[1, 45, 1]]);
    // the first thirty were confirmed; the rest comes again, and goes on
    await report(member, id, { before: 30, spans: [[100, 120]] });
    // an old page's report that was on its way
    await report(member, id, { spans: [[0, 20]] });
    expect(await sums()).toEqual([[1, 50, 1]]);
    // all at once
    await Promise.all([1, 2, 3, 4].map(() => report(member, id, { before: 50, spans: [[120, 130]] })));
    expect(await sums()).toEqual([[1, 60, 1]]);
    expect((await listOwn(member)).entries).toMatchObject([{ seconds: 60, entry: { title: "An evening" } }]);
    // another listening is another play, of the same member
    await report(member, id, { id: "a-second-listening", spans: [[0, 20]] });
    expect(await sums()).toEqual([[2, 80, 1]]);
  });

  it("is told apart by kind, by day, and never beyond the end of the recording", async () => {
    await using archive = await openTestArchive({ kind, startsAt: startsAt() });
    const report = reportTo(archive);
    const [long, short] = [await add(archive, "Long"), await add(archive, "Short", 12)];
    const [member, editor] = [await logIn(archive, "patron-gold"), await logIn(archive, "patron-editor")];
    const heard = (id: string, of: Partial<Heard>) => ({
      ...{ id, kind: "video", day: dayOf(archive), before: 0, spans: [[0, 40]] },
      ...of,
    });
    const at = archive.parts.clock.now().toISOString();
    const both = [
      heard("listening-with-video", { spans: [[0, 45]] }),
      heard("listening-yesterday", { kind: "saved", day: dayOf(archive, 1) }),
    ];
    expect((await member.ask(`PUT /api/user/positions/${long}`, { seconds: 40, at, heard: both })).status).toBe(200);
    // half of a short one is a play, and there is nothing after its end
    await report(member, short, { spans: [[0, 100]] });
    // too long ago: it counts for today
    await report(member, short, { id: "heard-long-ago-here", day: dayOf(archive, 30), spans: [[0, 6]] });
    const { kinds, days, total, recordings } = await read(editor);
    expect(kinds).toEqual([
      { kind: "video", plays: 1, seconds: 45 },
      { kind: "saved", plays: 1, seconds: 40 },
      { kind: "audio", plays: 2, seconds: 18 },
    ]);
    expect(days.slice(-2).map(({ seconds, plays }) => [seconds, plays])).toEqual([
      [40, 1],
      [63, 3],
    ]);
    expect(days).toHaveLength(28);
    expect(total).toEqual({ plays: 4, seconds: 103, members: 1 });
    expect(recordings.map(({ title, seconds }) => [title, seconds])).toEqual([
      ["Long", 85],
      ["Short", 18],
    ]);
    const positions = await member.ask<{ positions: object[] }>("GET /api/user/positions");
    expect(positions.body.positions).toContainEqual({ id: long, seconds: 40, at });
    expect((await listOwn(member)).entries.map(({ day, seconds, entry }) => [day, entry.title, seconds])).toEqual([
      [dayOf(archive), "Short", 18],
      [dayOf(archive), "Long", 45],
      [dayOf(archive, 1), "Long", 40],
    ]);
    const table = (await editor.ask<string>("GET /api/studio/heard/table?days=28")).body;
    expect(table.split("\r\n").slice(0, 2)).toEqual([
      "day,recording,title,kind,plays,seconds,new_members",
      expect.stringMatching(/^\d{4}-\d\d-\d\d,[a-z2-7]{26},"(Long|Short)",/) as string,
    ]);
    expect(table.trim().split("\r\n")).toHaveLength(4);
  });

  it("shows which song and which second is heard most, and members see the curve when eight have heard it", async () => {
    await using archive = await openTestArchive({ kind, startsAt: startsAt() });
    const report = reportTo(archive);
    const id = await add(archive, "=Formula night", 2400);
    const editor = await logIn(archive, "patron-editor");
    const blank = { id: null, part: null, talk: null, guest: null, note: null, segue: false, debut: false };
    const song = (title: string) => [{ id: null, title, is_cover: false, artist: null }];
    await saveSetList(
      archive.parts.db,
      { memberId: (await editor.whoAmI())?.id ?? "", now: archive.parts.clock.now() },
      {
        ...{ id, revision: 0 },
        entries: [
          { ...blank, start: 0, end: 600, songs: song("Salt") },
          { ...blank, start: 600, end: null, songs: song("Harbour") },
        ],
      },
    );
    const curve = async (browser: Browser) =>
      (await browser.ask<Answer<"getHeardCurve">>(`GET /api/video/v/${id}/heard`)).body.parts;
    let last = editor;
    for (let n = 0; n < 8; n += 1) {
      last = await logIn(archive, `patron-gold-${n}`, "patron-gold");
      // with the part that all of them play again
      await report(last, id, {
        spans: [
          [590, 620],
          [600, 610],
          [600, 610],
        ],
      });
      expect((await curve(last)) === null).toBe(n < 7);
    }
    const parts = (await curve(last)) ?? [];
    expect(parts).toHaveLength(partCount);
    expect([parts[0], parts[59], parts[60], parts[61]]).toEqual([0, 33, 100, 33]);
    const { recordings, songs, total } = await read(editor);
    expect(recordings).toMatchObject([{ most_at: 600, members: 8, plays: 8, seconds: 400 }]);
    expect(songs.map(({ title, seconds }) => [title, seconds])).toEqual([
      ["Harbour", 320],
      ["Salt", 80],
    ]);
    expect(total.members).toBe(8);
    expect((await editor.ask<string>("GET /api/studio/heard/table?days=28")).body).toContain(`"'=Formula night"`);
    // one of them leaves: nothing of them is left but the sums
    await last.ask("DELETE /api/user");
    expect(await curve(editor)).toBe(null);
    expect((await read(editor)).recordings).toMatchObject([{ members: 7, plays: 8, seconds: 400 }]);
    expect(await archive.parts.db.selectFrom("listened").selectAll().execute()).toHaveLength(7);
  });

  it("is nobody else's: a history is only in the answers to its member, who clears it and turns it off", async () => {
    await using archive = await openTestArchive({ kind, startsAt: startsAt() });
    const report = reportTo(archive);
    const [one, two] = [await add(archive, "First night"), await add(archive, "Second night")];
    const [member, other] = [await logIn(archive, "patron-gold"), await logIn(archive, "twitch-tier1")];
    const [editor, owner] = [await logIn(archive, "patron-editor"), await logIn(archive, "patron-owner")];
    await report(member, one, { spans: [[0, 20]] });
    await report(member, two, { spans: [[0, 30]] });
    const titles = async (browser: Browser, query = "") =>
      (await listOwn(browser, query)).entries.map(({ entry }) => entry.title);
    expect(await titles(member)).toEqual(["Second night", "First night"]);
    for (const somebody of [other, editor, owner]) expect(await titles(somebody)).toEqual([]);
    const { next } = await listOwn(member, "?limit=1");
    expect(await titles(member, `?limit=1&after=${encodeURIComponent(next ?? "")}`)).toEqual(["First night"]);
    expect((await member.ask("GET /api/user/heard?after=x")).status).toBe(400);

    const year = (await member.ask<Answer<"getHeardYear">>(`GET /api/user/heard/years/${dayOf(archive).slice(0, 4)}`))
      .body;
    expect(year).toMatchObject({ seconds: 50, days: 1, recordings: 2, most: [{ seconds: 30 }, { seconds: 20 }] });
    expect(year.months.reduce((sum, seconds) => sum + seconds, 0)).toBe(50);
    const own = (await member.ask<MyData>("GET /api/user/data")).body;
    expect(own.history).toMatchObject([
      { title: "Second night", seconds: 30 },
      { title: "First night", seconds: 20 },
    ]);
    const { id = "" } = (await member.whoAmI()) ?? {};
    const forOwner = (await owner.ask<MyData>(`GET /api/members/${id}/data`)).body;
    expect([forOwner.account.id, forOwner.history]).toEqual([id, undefined]);

    // what is hidden is not found, and comes back with it
    await editor.ask(`PUT /api/video/v/${two}/hidden`, { hidden: true });
    expect(await titles(member)).toEqual(["First night"]);
    await editor.ask(`PUT /api/video/v/${two}/hidden`, { hidden: false });
    expect((await other.ask(`DELETE /api/user/heard/${dayOf(archive)}/${one}`)).status).toBe(200);
    expect(await titles(member)).toHaveLength(2);
    expect((await member.ask(`DELETE /api/user/heard/${dayOf(archive)}/${one}`)).status).toBe(200);
    expect(await titles(member)).toEqual(["Second night"]);

    await member.ask("PUT /api/user/heard", { keeps: false });
    await report(member, one, { id: "listening-in-secret", spans: [[0, 20]] });
    expect([await titles(member), (await listOwn(member)).keeps]).toEqual([["Second night"], false]);
    expect((await read(editor)).total.plays).toBe(3);
    await member.ask("PUT /api/user/heard", { keeps: true });
    await report(member, one, { id: "listening-in-public", spans: [[0, 20]] });
    expect(await titles(member)).toEqual(["First night", "Second night"]);
    await member.ask("DELETE /api/user/heard");
    expect(await titles(member)).toEqual([]);
    expect((await read(editor)).total.plays).toBe(4);
  });

  it("is not counted where the owner does not want it, and is kept for as long as they say", async () => {
    await using archive = await openTestArchive({ kind, startsAt: startsAt() });
    const report = reportTo(archive);
    const id = await add(archive, "An evening");
    const personas = ["patron-gold", "patron-editor", "patron-owner"] as const;
    const [member, editor, owner] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
    /** Their logins get old. */
    const wait = async (days: number) => {
      archive.advance(days * dayMs);
      for (const [n, browser] of [member, editor, owner].entries()) await browser.signIn(personas[n] ?? "");
      await forgetCounts(archive.parts);
    };
    await wait(0);
    await report(member, id, { spans: [[0, 20]] });
    expect((await owner.ask("PUT /api/settings", { heard_days: 30 })).status).toBe(200);
    await wait(29);
    expect((await read(editor, 365)).total.seconds).toBe(20);
    await wait(2);
    expect((await read(editor, 365)).total).toEqual({ plays: 0, seconds: 0, members: 0 });
    await report(member, id, { id: "a-later-listening", spans: [[0, 20]] });

    expect((await owner.ask("PUT /api/settings", { heard_days: 0 })).status).toBe(200);
    await report(member, id, { id: "a-listening-nobody-counts", spans: [[0, 20]] });
    expect(await read(editor)).toMatchObject({ keep_days: 0, total: { plays: 1 } });
    await forgetCounts(archive.parts);
    expect((await read(editor)).total.plays).toBe(0);
    expect(await archive.parts.db.selectFrom("heard_part").selectAll().execute()).toEqual([]);
    // their own history is not the owner's
    expect((await listOwn(member)).entries).toHaveLength(2);
  });
});
