import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Inbox, InboxEntry } from "#contract/inbox.ts";
import type { Video, VideoInList } from "#contract/video.ts";
import { findOne } from "#server/intake/folder/walk.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { makeWave, openClips, type Clips } from "#server/testing/clips.ts";

let clips: Clips;
let archive: TestArchive;
let editor: Browser;
beforeAll(async () => {
  clips = await openClips();
  archive = await openTestArchive({ env: { NEW_RECORDINGS: "hidden" } });
  editor = archive.openBrowser();
  await editor.signIn("patron-editor");
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

interface Changed {
  changes: string[];
  detail?: string;
}

let made = 0;
/** No two are alike. */
async function add(name: string, beside?: string): Promise<string> {
  const file = path.join(clips.folder, name);
  await writeFile(file, makeWave(Buffer.from(`sound ${made++}`)));
  if (beside !== undefined) await writeFile(`${file}.json`, beside);
  const { surroundings } = await findOne(file);
  return (await takeIn(archive.parts, { file, name, memberId: null, surroundings })).id;
}

const getInbox = async () => (await editor.ask<Inbox>("GET /api/studio/inbox")).body;
async function find(id: string): Promise<InboxEntry | undefined> {
  return (await getInbox()).entries.find((entry) => entry.id === id);
}
const get = async (id: string): Promise<InboxEntry> => (await find(id)) ?? expect.fail(`${id} is not in the inbox`);
const edit = (edits: unknown) => editor.ask<Changed>("POST /api/studio/inbox/edits", { edits });
const finish = (ids: readonly string[], publish = true) =>
  editor.ask<Changed>("POST /api/studio/inbox/done", { ids, publish });
const undo = (changes: readonly string[]) => editor.ask("POST /api/history/undo", { changes });

it("what came in is in the inbox in its order, hidden, and says where its title and date came from", async () => {
  const named = await add("2024-05-01 21-30-00 Harbour.wav");
  const guessed = await add("VID_0001.wav");
  const broken = await add("broken.wav", "{");
  const { entries: all, total } = await getInbox();
  expect(total).toBe(all.length);
  const entries = all.filter(({ id }) => [named, guessed, broken].includes(id));
  expect(entries.map(({ id }) => id)).toEqual([named, guessed, broken]);
  expect(entries[0]).toMatchObject({
    ...{ title: "Harbour", hidden: true, title_from: "the file name", is_title_guess: false },
    ...{ date_from: "the file name", is_date_guess: false, notes: [], doubles: [] },
  });
  expect(entries[1]).toMatchObject({ title_from: "the file name (a guess)", is_title_guess: true });
  expect(entries[1]).toMatchObject({ is_date_guess: true, date_from: "the file's last change (a guess)" });
  expect(entries[2]?.notes[0]).toContain("was not read, so the recording is hidden");
});

it("the name of a file that the upload page offers as a title is not called an editor's", async () => {
  const upload = async (name: string, title: string) => {
    const file = path.join(clips.folder, name);
    await writeFile(file, makeWave(Buffer.from(`sound ${made++}`)));
    return get((await takeIn(archive.parts, { file, name, said: { title }, memberId: null })).id);
  };
  expect(await upload("Left as it is.wav", "Left as it is")).toMatchObject({ title_from: "the file name" });
  expect(await upload("VID_0009.wav", "Typed")).toMatchObject({ title_from: "an editor" });
});

it("many are edited at once, a date without a time stays without one, and one Undo restores all", async () => {
  const [one, two] = [await get(await add("a.wav")), await get(await add("b.wav"))];
  const edits = [
    { id: one.id, revision: one.revision, title: "First night", add_date: "2023-02-01T00:00:00Z", time_missing: true },
    { id: two.id, revision: two.revision, title: "Second night", description: "With Ada" },
  ];
  const saved = await edit(edits);
  expect(saved.body.changes).toHaveLength(2);
  expect(await get(one.id)).toMatchObject({
    ...{ title: "First night", add_date: "2023-02-01T00:00:00.000Z", time_missing: true },
    ...{ title_from: "an editor", date_from: "an editor", is_date_guess: false },
  });
  // a save that is sent twice changes nothing more
  expect((await edit(edits)).body).toEqual({ changes: [] });
  expect((await undo(saved.body.changes)).status).toBe(200);
  expect(await get(one.id)).toMatchObject({ title: one.title, add_date: one.add_date, title_from: one.title_from });
  expect(await get(two.id)).toMatchObject({ title: two.title, description: "" });
});

it("a year is enough: members see no more than that, and Undo brings the whole date back", async () => {
  const one = await get(await add("2022-03-04 Year.wav"));
  await archive.parts.db.updateTable("video").set({ state: "published" }).where("id", "=", one.id).execute();
  await finish([one.id]);
  const member = archive.openBrowser();
  await member.signIn("patron-gold");
  const seen = async () => {
    const { body } = await member.ask<{ videos: VideoInList[] }>("GET /api/video/list");
    const { add_date, time_missing, only_known } = body.videos.find(({ id }) => id === one.id) ?? {};
    return { add_date, time_missing, only_known };
  };
  expect(await seen()).toMatchObject({ add_date: "2022-03-04T00:00:00.000Z", only_known: undefined });
  const { revision } = (await member.ask<{ video: Video }>(`GET /api/video/v/${one.id}`)).body.video;
  const year = { add_date: "2017-01-01T00:00:00.000Z", time_missing: true, only_known: "year" };
  const saved = await edit([{ id: one.id, revision, ...year }]);
  expect(saved.status).toBe(200);
  expect(await seen()).toEqual(year);
  expect((await undo(saved.body.changes)).status).toBe(200);
  expect(await seen()).toEqual({ add_date: "2022-03-04T00:00:00.000Z", time_missing: true, only_known: undefined });
});

it("if one of many cannot be saved, none is, and the sentence names it", async () => {
  const [one, two] = [await get(await add("c.wav")), await get(await add("d.wav"))];
  const good = { id: one.id, revision: one.revision, title: "Good" };
  const empty = await edit([good, { id: two.id, revision: two.revision, title: " " }]);
  expect([empty.status, empty.body.detail]).toEqual([400, expect.stringContaining("Nothing was saved. “d”: ")]);
  const stale = await edit([good, { id: two.id, revision: two.revision - 1, title: "Old" }]);
  expect(stale.status).toBe(409);
  expect((await edit([good, { id: "x", revision: 1, title: "Gone" }])).status).toBe(404);
  expect((await edit([good, good])).status).toBe(400);
  expect((await get(one.id)).title).toBe("c");
});

it("publishing shows recordings to members and empties the inbox; Undo hides them and puts them back", async () => {
  const ids = [await add("e.wav"), await add("f.wav")];
  await archive.parts.db.updateTable("video").set({ state: "published" }).where("id", "in", ids).execute();
  const member = archive.openBrowser();
  await member.signIn("patron-gold");
  const seen = async () => (await member.ask(`GET /api/video/v/${ids[0]}`)).status;
  expect(await seen()).toBe(404);
  const done = await finish(ids);
  expect([await find(ids[0] ?? ""), await seen()]).toEqual([undefined, 200]);
  expect((await finish(ids)).body).toEqual({ changes: [] });
  expect((await undo(done.body.changes)).status).toBe(200);
  expect([(await get(ids[0] ?? "")).hidden, await seen()]).toEqual([true, 404]);

  await finish(ids, false);
  expect([await find(ids[1] ?? ""), await seen()]).toEqual([undefined, 404]);
  const { body } = await editor.ask<{ entries: { sentence: string }[] }>(`GET /api/history?video=${ids[0]}`);
  expect(body.entries.map(({ sentence }) => sentence).slice(0, 2)).toEqual([
    "Removed this recording from the inbox.",
    "Put this recording back into the inbox.",
  ]);
  expect((await finish([...ids, "x"])).status).toBe(404);
  expect((await member.ask("GET /api/studio/inbox")).status).toBe(403);
});

it("the same sound in another file is named, another sound of the same length is not", { tags: ["long"] }, async () => {
  const pulse = (rate: number) => `-f lavfi -i aevalsrc=exp(-mod(t\\,${rate}))*0.8*sin(300*2*PI*t):s=48000:d=12`;
  const sounds = [
    ["same.wav", `${pulse(3)} -c:a pcm_s16le`],
    ["again.m4a", `${pulse(3)} -c:a aac -b:a 96k`],
    ["cut.mp3", `-ss 2 ${pulse(3)} -af volume=4dB -c:a libmp3lame`],
    ["other.m4a", `${pulse(4)} -c:a aac`],
  ] as const;
  const ids: string[] = [];
  for (const [name, how] of sounds) {
    const file = await clips.make(name, how);
    ids.push((await takeIn(archive.parts, { file, name, memberId: null })).id);
  }
  const [same = "", again = "", cut = "", other = ""] = ids;
  const doubles = async (id: string) => (await get(id)).doubles.map((double) => double.id).toSorted();
  await expect.poll(() => doubles(same)).toEqual([again, cut].toSorted());
  expect(await doubles(again)).toEqual([same, cut].toSorted());
  await expect
    .poll(
      async () => (await editor.ask<{ video: { peaks: string | null } }>(`GET /api/video/v/${other}`)).body.video.peaks,
    )
    .not.toBeNull();
  expect(await doubles(other)).toEqual([]);
});
