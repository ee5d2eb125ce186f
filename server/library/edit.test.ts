import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { addVideo } from "./add.ts";
import { changeMany, previewMany, saveVideo, setHidden, type Editor } from "./edit.ts";
import { listChanges } from "#server/history/log.ts";
import { publishVideo, setDuration, setPictures } from "./prepared.ts";
import { describeVideo, getVideo } from "./video.ts";
import { changeLibrary } from "#server/library/version.ts";

const added = new Date("2026-01-01T00:00:00Z");
const later = new Date("2026-01-02T00:00:00Z");
const nobody: Editor = { memberId: "", now: later };

describe.each(databaseKinds)("editing, on %s", (kind) => {
  let database: TestDatabase;
  let db: Database;
  let editor: Editor;
  let id: string;
  let fetched: Video;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    editor = { memberId: await addMember(db, "Ada"), now: later };
  });
  afterAll(() => database[Symbol.asyncDispose]());
  beforeEach(async () => {
    id = await add("First song");
    fetched = await read(id);
  });

  const add = (title: string, more: Partial<Parameters<typeof addVideo>[1]> = {}) =>
    changeLibrary(db, (trx) =>
      addVideo(trx, { title, addDate: added, state: "published", memberId: editor.memberId, ...more }, added),
    );
  const read = async (video: string) => describeVideo(await getVideo(db, audiences.editors, video));
  const save = async (edited: Record<string, unknown>) =>
    describeVideo((await saveVideo(db, editor, { id, edited })).row);

  it("keeps what was typed, trimmed, and counts the revision up", async () => {
    const saved = await save({
      ...fetched,
      title: "  Café Sessions ",
      description: "one\r\ntwo",
      prevent_autodelete: true,
    });
    expect(saved).toMatchObject({
      title: "Café Sessions",
      description: "one\ntwo",
      prevent_autodelete: true,
      revision: 2,
    });
    expect(saved.changed_at).toBe(later.toISOString());
    expect(await read(id)).toEqual(saved);
    const { title_folded } = await getVideo(db, audiences.editors, id);
    expect(title_folded).toBe("cafe sessions");
  });

  const refused: [what: string, edit: Record<string, unknown>, field: string, rule: RegExp][] = [
    ["an empty title", { title: " \u3000 " }, "title", /must not be empty/],
    ["201 characters", { title: "é".repeat(201) }, "title", /at most 200 characters/],
    ["a line break in the title", { title: "a\nb" }, "title", /line breaks/],
    ["a title that is no text", { title: 7 }, "title", /must be text/],
    ["a title of null", { title: null }, "title", /must be text/],
    ["a date without a time", { add_date: "2024-05-31" }, "add_date", /date and time with a time zone/],
    ["a date without a zone", { add_date: "2024-05-31T10:00:00" }, "add_date", /with a time zone/],
    ["a day that is not in the calendar", { add_date: "2023-02-30T10:00:00Z" }, "add_date", /date and time/],
    ["a year too early", { add_date: "1969-12-31T23:59:59.999Z" }, "add_date", /1970 to 2100/],
    ["a year too late", { add_date: "2101-01-01T00:00:00Z" }, "add_date", /1970 to 2100/],
    ["a year too late elsewhere", { add_date: "2100-12-31T23:30:00-01:00" }, "add_date", /1970 to 2100/],
    ["a number for a date", { add_date: 0 }, "add_date", /date and time/],
    ["a word for a switch", { prevent_autodelete: "yes" }, "prevent_autodelete", /true or false/],
    ["a long description", { description: "x".repeat(10_001) }, "description", /at most 10,000/],
    ["a zero byte", { description: "a\u0000b" }, "description", /control characters/],
    ["half a revision", { revision: 1.5 }, "revision", /whole number/],
    ["a field that does not exist", { can_edit: true }, "can_edit", /is not a field/],
    ["a field of every object", { constructor: 1 }, "constructor", /is not a field/],
    ["another id", { id: "a".repeat(26) }, "id", /cannot be changed/],
    ["hidden", { hidden: true }, "hidden", /use Hide/],
    ["another length", { duration: 5 }, "duration", /cannot be changed/],
    ["another state", { state: "failed" }, "state", /cannot be changed/],
    ["another picture", { thumbnail_url: "https://elsewhere.example/" }, "thumbnail_url", /cannot be changed/],
    ["another day of arrival", { created_at: later.toISOString() }, "created_at", /cannot be changed/],
    ["a change in the future", { changed_at: "2099-01-01T00:00:00Z" }, "changed_at", /cannot be changed/],
  ];
  it.each(refused)(
    "refuses %s, names the field and the rule, and changes nothing",
    async (_what, edit, field, rule) => {
      await expect(save({ ...fetched, ...edit })).rejects.toMatchObject({
        code: "bad-input",
        fields: [{ field, rule: expect.stringMatching(rule) }],
      });
      expect(await read(id)).toEqual(fetched);
    },
  );

  it("names all broken fields at once, in sentences", async () => {
    const saved = save({ ...fetched, title: "", add_date: "soon" });
    await expect(saved).rejects.toThrow(/^The title must not be empty\. The date must be a date and time/);
  });

  it.each(["1970-01-01T00:00:00Z", "2100-12-31T23:59:59.999Z", "2024-05-31T18:30+09:00", "2024-02-29T00:00:00.5Z"])(
    "takes %s as an upload time",
    async (add_date) => {
      expect((await save({ ...fetched, add_date })).add_date).toBe(new Date(add_date).toISOString());
    },
  );

  it("a title of 200 characters beyond the basic plane fits", async () => {
    expect((await save({ ...fetched, title: "🎸".repeat(200) })).title).toBe("🎸".repeat(200));
  });

  it("setting an upload time makes it known, and taking that back makes it unknown again", async () => {
    id = await add("Undated", { timeMissing: true });
    const before = await read(id);
    expect(before.time_missing).toBe(true);
    const renamed = await save({ ...before, title: "Still undated" });
    expect(renamed.time_missing).toBe(true);
    const dated = await save({ ...renamed, add_date: "2024-05-31T18:30:00Z" });
    expect(dated.time_missing).toBe(false);
    const undone = await save({ ...before, revision: dated.revision });
    expect(undone).toMatchObject({ title: "Undated", add_date: before.add_date, time_missing: true });
  });

  it("of a date perhaps only the year is known: it stays so until the date is set, and a time ends it", async () => {
    const vague = { addDate: new Date("2017-01-01T00:00:00Z"), timeMissing: true, onlyKnown: "year" as const };
    id = await add("Long ago", vague);
    const before = await read(id);
    expect(before).toMatchObject({ time_missing: true, only_known: "year" });
    const renamed = await save({ ...before, title: "Very long ago" });
    expect(renamed.only_known).toBe("year");
    const dated = await save({ ...renamed, add_date: "2017-08-11T18:30:00Z" });
    expect(dated).toMatchObject({ time_missing: false, add_date: "2017-08-11T18:30:00.000Z" });
    expect(dated.only_known).toBeUndefined();
    const month = { add_date: "2017-08-01T00:00:00.000Z", time_missing: true, only_known: "month" };
    expect(await save({ ...dated, ...month })).toMatchObject(month);
    await expect(save({ ...(await read(id)), only_known: "week" })).rejects.toThrow(/must be month or year/);
  });

  it("a save with an old revision is refused and told what is there now", async () => {
    const theirs = await save({ ...fetched, title: "Theirs" });
    await expect(save({ ...fetched, title: "Mine" })).rejects.toMatchObject({ code: "conflict", current: theirs });
    await expect(save({ ...fetched, revision: 99, title: "Mine" })).rejects.toMatchObject({ code: "conflict" });
    expect(await read(id)).toEqual(theirs);
  });

  it("a save that is sent twice is answered twice and counted once", async () => {
    const once = await save({ ...fetched, title: "Sent twice" });
    expect(await save({ ...fetched, title: "Sent twice" })).toEqual(once);
    expect(await listChanges(db, id)).toHaveLength(2);
  });

  it("a save without a revision counts as one of now", async () => {
    await save({ ...fetched, title: "Theirs" });
    expect(await save({ title: "Mine" })).toMatchObject({ title: "Mine", revision: 3 });
  });

  it("preparing does not cause conflicts for an editor", async () => {
    await changeLibrary(db, async (trx) => {
      expect(await setDuration(trx, id, { durationSeconds: 12.5, now: later })).toBe(true);
      expect(await setPictures(trx, id, { thumbnailHash: "abc", dominantColor: "#102030", now: later })).toBe(true);
      expect(await publishVideo(trx, id, later)).toBe(true);
      expect(await publishVideo(trx, "a".repeat(26), later)).toBe(false);
    });
    const saved = await save({ ...fetched, title: "Typed meanwhile" });
    expect(saved).toMatchObject({
      title: "Typed meanwhile",
      duration: 12.5,
      thumbnail_url: `/api/media/${id}/thumbnail?v=abc`,
      revision: 2,
    });
  });

  it("the history says who, when and what, newest first", async () => {
    await save({ ...fetched, title: "Second" });
    await setHidden(db, editor, { id, hidden: true });
    await setHidden(db, editor, { id, hidden: true });
    await changeMany(db, editor, [{ id, prevent_autodelete: true }]);
    await changeMany(db, editor, [{ id, prevent_autodelete: false, hidden: false }]);
    const changes = await listChanges(db, id);
    expect(changes.map(({ kind }) => kind)).toEqual(["edited", "protected", "hidden", "edited", "added"]);
    expect(changes[2]).toMatchObject({
      who: "Ada",
      at: later.toISOString(),
      fields: [{ field: "hidden", before: false, after: true }],
    });
    expect(changes[3]?.fields).toEqual([{ field: "title", before: "First song", after: "Second" }]);
  });

  it("a member whose account is gone is not named", async () => {
    const memberId = await addMember(db, "Bob");
    await setHidden(db, { memberId, now: later }, { id, hidden: true });
    await db.deleteFrom("member").where("id", "=", memberId).execute();
    expect((await listChanges(db, id))[0]?.who).toBe("A former member");
  });

  it("many are changed at once, and the answer names only what really changed", async () => {
    const ids = [id, await add("B"), await add("C")];
    await setHidden(db, editor, { id: ids[1] ?? "", hidden: true });
    const { rows, changes } = await changeMany(
      db,
      editor,
      ids.map((video) => ({ id: video, hidden: true })),
    );
    expect(rows.every(({ hidden }) => hidden)).toBe(true);
    const newest = async (video = "") => `c${(await listChanges(db, video))[0]?.id}`;
    expect(changes).toEqual([await newest(ids[0]), await newest(ids[2])]);
    expect(await setHidden(db, editor, { id, hidden: true })).toMatchObject({ change: null });
    expect(await setHidden(db, editor, { id, hidden: false })).toMatchObject({ change: await newest(id) });
  });

  it("recordings that lose their protection are counted, except those that the same editor has just protected", async () => {
    const other: Editor = { memberId: await addMember(db, "Eve"), now: later };
    const inMinutes = (minutes: number): Editor => ({ ...editor, now: new Date(later.getTime() + minutes * 60_000) });
    const set = (by: Editor, prevent_autodelete: boolean) => changeMany(db, by, [{ id, prevent_autodelete }]);
    const count = async (by: Editor) => {
      let counted = -1;
      const refuse = (unprotected: number) => {
        counted = unprotected;
        throw new Error("refused");
      };
      await expect(changeMany(db, by, [{ id, prevent_autodelete: false }], refuse)).rejects.toThrow("refused");
      return counted;
    };
    expect(await count(editor)).toBe(1);
    await set(editor, true);
    await save({ ...(await read(id)), title: "Changed meanwhile" });
    expect([await count(editor), await count(inMinutes(5)), await count(inMinutes(6))]).toEqual([0, 0, 1]);
    expect(await count(other)).toBe(1);
    await set(other, false);
    await set(other, true);
    expect([await count(editor), await count(other)]).toEqual([1, 0]);
    // already protected: nothing begins anew
    await set(editor, true);
    expect(await count(editor)).toBe(1);
    expect(await read(id)).toMatchObject({ prevent_autodelete: true });
  });

  it("many get the same day and description, once: a preview says on how many, and doing it again changes nothing", async () => {
    const ids = [id, await add("B"), await add("C")];
    const day = { add_date: "2019-05-12T00:00:00.000Z", time_missing: true, only_known: null };
    await changeMany(db, editor, [{ id: ids[1] ?? "", ...day }]);
    const wanted = ids.map((video) => ({ id: video, ...day, description: "At the lake" }));
    const preview = await previewMany(db, editor, wanted);
    expect(preview.changed).toBe(3);
    expect(preview.fields).toEqual(
      expect.arrayContaining([
        { field: "add_date", count: 2 },
        { field: "time_missing", count: 2 },
        { field: "description", count: 3 },
      ]),
    );
    expect((await read(id)).description).toBe(fetched.description);
    expect((await changeMany(db, editor, wanted)).changes).toHaveLength(3);
    for (const video of ids) {
      const { add_date, time_missing, only_known, description } = await read(video);
      expect({ add_date, time_missing, only_known: only_known ?? null }).toEqual(day);
      expect(description).toBe("At the lake");
    }
    expect((await changeMany(db, editor, wanted)).changes).toEqual([]);
    expect(await previewMany(db, editor, wanted)).toEqual({ changed: 0, fields: [] });
  });

  it.each([
    ["a day that is in no calendar", { add_date: "2019-02-30T00:00:00Z" }, "add_date"],
    ["a year far away", { add_date: "1203-02-01T00:00:00Z" }, "add_date"],
    ["a description with control characters", { description: "a\u0000b" }, "description"],
  ])("many are refused %s, and so is their preview", async (_what, wrong, field) => {
    const refusal = { code: "bad-input", fields: [{ field }] };
    await expect(changeMany(db, editor, [{ id, ...wrong }])).rejects.toMatchObject(refusal);
    await expect(previewMany(db, editor, [{ id, ...wrong }])).rejects.toMatchObject(refusal);
    expect(await read(id)).toEqual(fetched);
  });

  it("if one of many is gone, none is changed", async () => {
    await expect(
      changeMany(db, editor, [
        { id, hidden: true },
        { id: "z".repeat(26), hidden: true },
      ]),
    ).rejects.toMatchObject({ code: "not-found" });
    expect(await read(id)).toEqual(fetched);
    expect(await listChanges(db, id)).toHaveLength(1);
  });

  it.each(["\u0000", "a".repeat(26), "A".repeat(26), "%", "../x"])("no video is called %j", async (video) => {
    await expect(setHidden(db, nobody, { id: video, hidden: true })).rejects.toMatchObject({ code: "not-found" });
  });
});

async function addMember(db: Database, name: string): Promise<string> {
  const id = crypto.randomUUID();
  const blank = { picture_type: null, picture: null, picture_hash: null, role: null, disabled_at: null };
  await db
    .insertInto("member")
    .values({ id, name, created_at: added, seen_at: added, ...blank })
    .execute();
  return id;
}
