import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { MarkersReading, SetList, SetListReading, SongInList } from "#contract/songs.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { addPlayed, entriesOf } from "#server/testing/songs.ts";

describe.each(heavyKinds("postgres"))("set lists and songs over HTTP, on %s", (kind) => {
  it("an editor reads a text, saves what was understood, and undoes it; a stale save gets both versions", async () => {
    await using archive = await openTestArchive({ kind });
    const [editor, member] = [archive.openBrowser(), archive.openBrowser()];
    await editor.signIn("patron-editor");
    await member.signIn("patron-gold");
    const memberId = (await editor.whoAmI())?.id ?? "";
    const id = await addPlayed(archive.parts.db, { memberId, now: new Date() });
    const at = `/api/video/v/${id}/set-list`;

    const read = await editor.ask<SetListReading>(`POST ${at}/read`, { text: "0:00 One\n3:00 Two >\n99:00:00 Three" });
    expect(read.body.entries.map(({ start }) => start)).toEqual([0, 180, null]);
    expect(read.body.doubts).toMatchObject([
      { line: 3, kind: "too-late", sentence: expect.stringContaining("by hand") },
    ]);
    expect((await member.ask<{ set_list: SetList }>(`GET ${at}`)).body.set_list).toEqual({ revision: 0, entries: [] });

    const set_list = { revision: 0, entries: read.body.entries };
    const saved = await editor.ask<{ set_list: SetList; change: string }>(`PUT ${at}`, { set_list });
    expect(saved.status).toBe(200);
    expect((await member.ask<{ set_list: SetList }>(`GET ${at}`)).body.set_list).toEqual(saved.body.set_list);
    const stale = await editor.ask<Problem>(`PUT ${at}`, {
      set_list: { revision: 0, entries: entriesOf("0:00 Four") },
    });
    expect(stale.status).toBe(409);
    expect(stale.body.current_set_list).toEqual(saved.body.set_list);

    const songs = async () =>
      (await member.ask<{ songs: SongInList[] }>("GET /api/songs")).body.songs.map(({ title }) => title);
    expect(await songs()).toEqual(["One", "Three", "Two"]);
    const undone = await editor.ask("POST /api/history/undo", { changes: [saved.body.change] });
    expect(undone.status).toBe(200);
    expect(await songs()).toEqual([]);
  });

  it("is exported in four formats, and the title of the recording names the file", async () => {
    await using archive = await openTestArchive({ kind });
    const member = archive.openBrowser();
    await member.signIn("patron-gold");
    const memberId = (await member.whoAmI())?.id ?? "";
    const editor = { memberId, now: new Date() };
    const id = await addPlayed(archive.parts.db, editor, { title: "Löwe (live)/1", setList: "0:00 One\n3:00 Two" });
    const get = (format: string) => member.ask<string>(`GET /api/video/v/${id}/set-list/${format}`);
    const text = await get("text");
    expect([text.headers.get("content-type"), text.body]).toEqual([
      "text/plain; charset=utf-8",
      "0:00 One\n3:00 Two\n",
    ]);
    expect(text.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''L%C3%B6we%20%28live%29_1.txt");
    expect((await get("cue")).body).toContain('TITLE "Two"\n    INDEX 01 03:00:00');
    expect((await get("webvtt")).body).toContain("00:03:00.000 --> 01:00:00.000\nTwo");
    expect(await get("chapters")).toMatchObject({
      body: { chapters: [{ startTime: 0 }, { startTime: 180, title: "Two" }] },
    });
    expect((await get("pdf")).status).toBe(400);
  });

  it("bad input gets a sentence that names the entry", async () => {
    await using archive = await openTestArchive({ kind });
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    const id = await addPlayed(archive.parts.db, { memberId: (await editor.whoAmI())?.id ?? "", now: new Date() });
    const [entry] = entriesOf("0:10 One");
    const save = (entries: unknown) =>
      editor.ask<Problem>(`PUT /api/video/v/${id}/set-list`, { set_list: { revision: 0, entries } });
    for (const more of [{ start: -1 }, { start: "0:00" }, { part: "" }, { note: "a\nb" }, { extra: 1 }, { end: 5 }]) {
      const { status, body } = await save([{ ...entry, ...more }]);
      expect(status).toBe(400);
      expect(body.fields?.[0]?.field).toMatch(/entries\.0/);
    }
    expect(
      (await editor.ask<Problem>(`POST /api/video/v/${id}/set-list/read`, { text: "x".repeat(30_001) })).status,
    ).toBe(400);
    expect((await editor.ask("GET /api/songs?after=nonsense&limit=5")).status).toBe(400);
    expect((await editor.ask("GET /api/songs/v/nothing")).status).toBe(404);
  });
});

describe.each(heavyKinds("postgres"))("changing songs over HTTP, on %s", (kind) => {
  it("editors change, merge and undo; members may not; bad addresses are refused", async () => {
    await using archive = await openTestArchive({ kind });
    const [editor, member] = [archive.openBrowser(), archive.openBrowser()];
    await editor.signIn("patron-editor");
    await member.signIn("patron-gold");
    const memberId = (await editor.whoAmI())?.id ?? "";
    await addPlayed(archive.parts.db, { memberId, now: new Date() }, { setList: "0:00 One\n3:00 Two" });
    const list = async () => (await member.ask<{ songs: SongInList[] }>("GET /api/songs")).body.songs;
    const [one, two] = await list();
    const song = {
      revision: 1,
      title: "Uno",
      is_cover: false,
      artist: null,
      other_names: [],
      notes: "",
      lyrics_url: null,
    };
    const at = `/api/songs/v/${one?.id}`;
    expect((await member.ask(`PUT ${at}`, { song })).status).toBe(403);
    expect((await member.ask(`POST ${at}/merge`, { into: two?.id })).status).toBe(403);
    for (const lyrics_url of ["javascript:alert(1)", "no address", "ftp://x.example/"])
      expect((await editor.ask(`PUT ${at}`, { song: { ...song, lyrics_url } })).status).toBe(400);
    const saved = await editor.ask<{ change: string }>(`PUT ${at}`, { song });
    expect(saved.status).toBe(200);
    const merged = await editor.ask<{ change: string }>(`POST ${at}/merge`, { into: two?.id });
    expect((await list()).map(({ title, times }) => [title, times])).toEqual([["Two", 2]]);
    expect((await member.ask("POST /api/history/undo", { changes: [merged.body.change] })).status).toBe(403);
    const undone = await editor.ask("POST /api/history/undo", { changes: [saved.body.change, merged.body.change] });
    expect(undone.status).toBe(200);
    expect((await list()).map(({ title }) => title)).toEqual(["One", "Two"]);
  });
});

it("the markers of the stream become a set list to look at, by the video that fits or by one that is named", async () => {
  await using archive = await openTestArchive();
  const [editor, member] = [archive.openBrowser(), archive.openBrowser()];
  await editor.signIn("patron-editor");
  await member.signIn("patron-gold");
  const by = { memberId: (await editor.whoAmI())?.id ?? "", now: new Date() };
  const id = await addPlayed(archive.parts.db, by, { date: "2026-01-01T20:00:00Z" });
  const call = `POST /api/video/v/${id}/set-list/twitch`;
  const stream = { id: "70000001", title: "New year", created_at: "2026-01-01T20:00:10Z", duration_seconds: 3590 };
  const markers = [
    { position_seconds: 61, description: "River (The Sailors cover)" },
    { position_seconds: 300 },
    { position_seconds: 5000, description: "Too late" },
  ];
  await archive.control("POST videos", { ...stream, markers });

  const found = await editor.ask<MarkersReading>(call, {});
  expect(found.body).toMatchObject({ markers: 3, same_length: true, video: { id: "70000001", duration: 3590 } });
  expect(found.body.text).toBe(`1:01 River (The Sailors cover)\n5:00 "Marker 2" (not a song)\n1:23:20 Too late\n`);
  const { text } = found.body;
  const read = await editor.ask<SetListReading>(`POST /api/video/v/${id}/set-list/read`, { text });
  expect(read.body.entries.map(({ start, talk }) => [start, talk])).toEqual([
    [61, null],
    [300, "Marker 2"],
    [null, null],
  ]);
  // nothing is saved
  expect((await member.ask<{ set_list: SetList }>(`GET /api/video/v/${id}/set-list`)).body.set_list.revision).toBe(0);
  expect((await member.ask(call, {})).status).toBe(403);

  const other = await addPlayed(archive.parts.db, by, { date: "2020-05-05T20:00:00Z" });
  const none = await editor.ask<MarkersReading>(`POST /api/video/v/${other}/set-list/twitch`, {});
  expect(none.body).toMatchObject({ video: null, text: "", choices: [{ id: "335921245" }, { id: "70000001" }] });
  // the token has expired meanwhile
  await archive.control("POST clock", { advanceMs: 5 * 3_600_000 });
  const named = await editor.ask<MarkersReading>(call, { video: "https://www.twitch.tv/videos/335921245" });
  expect(named.body).toMatchObject({ markers: 3, same_length: false, video: { title: "An evening at the lamp room" } });
  const unknown = await editor.ask<Problem>(call, { video: "12" });
  expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining("Twitch has no video 12")]);
  expect((await editor.ask<Problem>(call, { video: "river" })).body.detail).toContain("https://www.twitch.tv/videos/1");
  await archive.control("POST faults", { route: "GET /twitch-api/helix/streams/markers", status: 503 });
  const silent = await editor.ask<Problem>(call, {});
  expect(silent.body.detail).toBe("Twitch does not answer at the moment. Please try again in a few minutes.");
});
