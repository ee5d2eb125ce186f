// Who may call what in the studio, what members see change at once, and what the history can take back.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { HistoryEntry, MemberInStudio, Storage, Work } from "#contract/studio.ts";
import type { Video } from "#contract/video.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { changeLibrary } from "#server/library/version.ts";

const roles = ["anonymous", "member", "viewer", "editor", "owner"] as const;
type Role = (typeof roles)[number];
const personas: Record<Exclude<Role, "anonymous">, string> = {
  member: "patron-bronze",
  viewer: "patron-gold",
  editor: "patron-editor",
  owner: "patron-owner",
};
const nobody = "00000000-0000-4000-8000-000000000000";
const noVideo = "a".repeat(26);

/** Answers in the order of the roles. Each call names what is not there, so that nothing comes of it. */
const editors = (status: number) => [401, 403, 403, status, status];
/** Members may undo what they changed in their own lists: of them, too, what is sent is read. */
const everybody = (status: number) => [401, 403, status, status, status];
const owners = (status: number) => [401, 403, 403, 403, status];
const calls: [call: string, expected: number[], body?: unknown][] = [
  ["GET /api/studio/work", editors(200)],
  ["GET /api/studio/work/ahead", editors(200)],
  ["POST /api/studio/work/999999/retry", editors(404)],
  ["POST /api/studio/work/999999/cancel", editors(404)],
  ["POST /api/studio/work/x/cancel", editors(400)],
  [`POST /api/video/v/${noVideo}/prepare`, editors(404)],
  ["GET /api/studio/storage", editors(200)],
  ["GET /api/studio/incoming", editors(200)],
  ["POST /api/upload/guess", editors(200), { names: ["[2024-05-01] Song.mp4"] }],
  [`GET /api/upload/known?sha256=${"0".repeat(64)}`, editors(200)],
  ["GET /api/upload/known?sha256=x", editors(400)],
  [`PUT /api/upload/${"0".repeat(32)}`, editors(404), { title: "Song" }],
  ["GET /api/history", editors(200)],
  ["GET /api/history?kind=retention", editors(200)],
  ["GET /api/history?kind=permission", owners(200)],
  ["GET /api/history?kind=sign-in", owners(200)],
  ["GET /api/history?after=nonsense", editors(400)],
  ["POST /api/history/undo", editors(404), { changes: ["c999999"] }],
  ["POST /api/history/undo", owners(409), { changes: ["a999999"] }],
  ["POST /api/history/undo", editors(404), { changes: ["x"] }],
  ["POST /api/history/undo", everybody(400), { changes: [] }],
  ["POST /api/history/undo", everybody(400), { changes: ["c1", "c1"] }],
  ["POST /api/history/undo", everybody(404), { changes: ["l999999"] }],
  ["GET /api/members", owners(200)],
  ["GET /api/members?after=nonsense", owners(400)],
  [`PUT /api/members/${nobody}`, owners(404), { role: "editor" }],
  [`PUT /api/members/${nobody}`, owners(404), { role: "owner" }],
  [`PUT /api/members/${nobody}`, owners(400), { role: "king" }],
  [`DELETE /api/members/${nobody}/sessions`, owners(404)],
];

describe.each(heavyKinds("postgres"))("the studio's calls, on %s", (kind) => {
  let archive: TestArchive;
  const browsers = {} as Record<Role, Browser>;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
    for (const role of roles) {
      browsers[role] = archive.openBrowser();
      if (role !== "anonymous") await browsers[role].signIn(personas[role]);
    }
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  async function add(title: string): Promise<string> {
    const now = archive.parts.clock.now();
    const video = { title, addDate: now, memberId: null, state: "published" } as const;
    return changeLibrary(archive.parts.db, (trx) => addVideo(trx, video, now));
  }
  async function listMembers(query = ""): Promise<MemberInStudio[]> {
    const { body } = await browsers.owner.ask<{ members: MemberInStudio[] }>(`GET /api/members${query}`);
    return body.members;
  }
  async function idOf(persona: string): Promise<string> {
    const browser = archive.openBrowser();
    await browser.signIn(persona);
    const { name } = (await browser.whoAmI()) ?? { name: "" };
    return (await listMembers()).find((member) => member.name === name)?.id ?? "";
  }
  async function history(query = "", browser = browsers.owner): Promise<HistoryEntry[]> {
    return (await browser.ask<{ entries: HistoryEntry[] }>(`GET /api/history${query}`)).body.entries;
  }
  const undoAll = (changes: (string | null | undefined)[], browser = browsers.editor) =>
    browser.ask<{ changes: string[] } & Problem>("POST /api/history/undo", { changes });
  const undo = (entry: HistoryEntry | undefined, browser = browsers.editor) => undoAll([entry?.id], browser);

  it.each(calls)("%s answers each role as the table says", async (call, expected, body) => {
    const statuses = [];
    for (const role of roles) statuses.push((await browsers[role].ask(call, body)).status);
    expect(statuses).toEqual(expected);
  });

  it("an owner finds members by name, page by page, with their permission and its reason and no address", async () => {
    const members = await listMembers();
    const gold = members.find(({ can_view, can_edit }) => can_view && !can_edit);
    expect(gold).toMatchObject({ role: null, disabled: false, is_owner: false, sessions: 1 });
    expect(gold?.why.map(({ sentence }) => sentence).join()).toMatch(/^Patreon: the tier \(.+\) gives access\.$/);
    expect(members.find(({ is_owner }) => is_owner)?.why[0]?.sentence).toBe("Owns this archive.");
    expect(JSON.stringify(members)).not.toMatch(/@|mail/);
    expect(await listMembers(`?q=${encodeURIComponent(gold?.name.toUpperCase() ?? "")}`)).toEqual([gold]);
    expect(await listMembers("?q=%25")).toEqual([]);

    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const after: string = next && `&after=${next}`;
      const page = await browsers.owner.ask<{ members: MemberInStudio[]; next: string | null }>(
        `GET /api/members?limit=2${after}`,
      );
      seen.push(...page.body.members.map(({ id }) => id));
      next = page.body.next;
    }
    expect(seen).toEqual(members.map(({ id }) => id));
  });

  it("an editor made here may edit with the next request, and no more when that is undone", async () => {
    const { viewer, owner } = browsers;
    const member = (await listMembers()).find(({ can_view, can_edit }) => can_view && !can_edit);
    const ask = () => viewer.ask("GET /api/studio/work").then(({ status }) => status);
    expect(await ask()).toBe(403);
    const made = await owner.ask<{ member: MemberInStudio; change: string }>(`PUT /api/members/${member?.id}`, {
      role: "editor",
    });
    expect(made.body.member).toMatchObject({ role: "editor", can_edit: true });
    expect(await ask()).toBe(200);
    expect((await viewer.whoAmI())?.can_edit).toBe(true);

    const [entry] = await history("?kind=permission");
    expect(entry?.id).toBe(made.body.change);
    const ownerName = (await owner.whoAmI())?.name;
    expect(entry).toMatchObject({ who: ownerName, sentence: `Made ${member?.name} an editor.`, can_undo: true });
    expect(entry?.fields).toEqual([{ field: "role", before: null, after: "editor" }]);
    expect((await undo(entry)).status).toBe(403);
    const undone = await undo(entry, owner);
    const [newest] = await history("?kind=permission");
    expect(newest?.sentence).toBe(`Removed ${member?.name} as editor.`);
    expect(undone.body.changes).toEqual([newest?.id]);
    expect(await ask()).toBe(403);
    expect((await history("?kind=permission")).find(({ id }) => id === entry?.id)?.can_undo).toBe(false);
    expect((await undo(entry, owner)).status).toBe(409);
  });

  it("a disabled account sees nothing from the next request on, and everything again when it is enabled", async () => {
    const { viewer, owner } = browsers;
    const member = (await listMembers()).find(({ can_view, can_edit }) => can_view && !can_edit);
    const ask = () => viewer.ask("GET /api/video/list").then(({ status }) => status);
    await owner.ask(`PUT /api/members/${member?.id}`, { disabled: true });
    expect(await ask()).toBe(403);
    const [entry] = await history("?kind=permission");
    expect(entry?.sentence).toBe(`Disabled the account of ${member?.name}.`);
    await owner.ask(`PUT /api/members/${member?.id}`, { disabled: false });
    expect(await ask()).toBe(200);
  });

  it("nobody may change themselves or an owner, and a member who is logged out loses access at once", async () => {
    const { owner } = browsers;
    const self = (await listMembers()).find(({ is_owner }) => is_owner);
    expect((await owner.ask(`PUT /api/members/${self?.id}`, { disabled: true })).status).toBe(409);
    expect((await owner.ask(`DELETE /api/members/${self?.id}/sessions`)).status).toBe(409);

    const id = await idOf("twitch-tier1");
    const twitch = archive.openBrowser();
    await twitch.signIn("twitch-tier1");
    const { body } = await owner.ask<{ ended: number }>(`DELETE /api/members/${id}/sessions`);
    expect(body.ended).toBe(2);
    expect(await twitch.whoAmI()).toBeNull();
    expect((await history("?kind=sign-in"))[0]?.sentence).toMatch(/^Logged .+ out everywhere\.$/);
  });

  it("an edit is undone unless somebody has changed the same since, and the undo is itself recorded", async () => {
    const { editor } = browsers;
    const id = await add("Before");
    const save = (video: object) => editor.ask<{ video: Video }>(`PUT /api/video/v/${id}`, { video });
    await save({ title: "After", add_date: "2020-01-02T03:04:05Z" });
    await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true });
    const [hidden, edited, added] = await history(`?video=${id}`, editor);
    expect([hidden, edited, added].map((entry) => [entry?.kind, entry?.can_undo])).toEqual([
      ["hidden", true],
      ["edited", true],
      ["added", false],
    ]);
    expect(edited?.sentence).toBe("Changed the title and the date.");

    const undone = await undo(edited);
    const [newest] = await history(`?video=${id}`, editor);
    expect(newest).toMatchObject({ kind: "edited", who: (await editor.whoAmI())?.name });
    expect(undone.body.changes).toEqual([newest?.id]);
    const { body } = await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    expect(body.video).toMatchObject({ title: "Before", hidden: true });
    expect((await undo(hidden)).status).toBe(200);
    expect(await history(`?video=${id}`, editor)).toHaveLength(5);

    const again = await undo(edited);
    expect(again.status).toBe(409);
    expect(again.body.detail).toBe(
      "The title and the date have been changed again since then. Only the newest change can be undone.",
    );
    expect((await undo(added)).status).toBe(409);
  });

  it("what was put into the trash comes back, and goes there again", async () => {
    const { editor } = browsers;
    const id = await add("Nearly gone");
    await editor.ask(`POST /api/video/v/${id}/trash`);
    const [trashed] = await history(`?video=${id}`, editor);
    expect(trashed).toMatchObject({
      kind: "trashed",
      can_undo: true,
      video: { title: "Nearly gone", is_there: false },
    });
    expect((await undo(trashed)).status).toBe(200);
    expect((await editor.ask(`GET /api/video/v/${id}`)).status).toBe(200);
    const [restored] = await history(`?video=${id}`, editor);
    expect(restored?.kind).toBe("restored");
    expect((await undo(restored)).status).toBe(200);
    expect((await history(`?video=${id}`, editor))[0]?.kind).toBe("trashed");
    expect((await editor.ask(`GET /api/video/v/${id}`)).status).toBe(404);

    // what was in between is past: taking the first back would take back what was done after it
    expect((await undo(trashed)).status).toBe(409);
    expect((await undo(restored)).status).toBe(409);
    const moves = await history(`?video=${id}`, editor);
    expect(moves.map(({ can_undo }) => can_undo)).toEqual([true, false, false, false]);
    expect((await undo(moves[0])).status).toBe(200);
    expect((await undo(restored)).status).toBe(409);
    expect((await editor.ask(`GET /api/video/v/${id}`)).status).toBe(200);
  });

  it("every change says its id in the history, and one request undoes them all: the newest first", async () => {
    const { editor } = browsers;
    const [id, other] = [await add("Before"), await add("Other")];
    type Done = { change: string | null; changes: string[]; video: Video };
    const ask = async (call: string, body?: object) => (await editor.ask<Done>(call, body)).body;
    const changes = [
      (await ask(`PUT /api/video/v/${id}`, { video: { title: "Between" } })).change,
      (await ask(`PUT /api/video/v/${id}`, { video: { title: "After" } })).change,
      (await ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).change,
      ...(await ask("POST /api/video/many", { changes: [{ id: other, prevent_autodelete: true }] })).changes,
      (await ask(`POST /api/video/v/${other}/trash`)).change,
    ];
    const entries = await history("?limit=5", editor);
    expect(entries.map((entry) => entry.id).toReversed()).toEqual(changes);
    expect((await ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).change).toBeNull();

    const { status, body } = await undoAll(changes);
    expect([status, body.changes.length]).toEqual([200, 5]);
    expect((await ask(`GET /api/video/v/${id}`)).video).toMatchObject({ title: "Before", hidden: false });
    expect((await ask(`GET /api/video/v/${other}`)).video.prevent_autodelete).toBe(false);
    const { change } = await ask(`POST /api/video/v/${other}/trash`);
    const restored = await ask(`POST /api/video/v/${other}/restore`);
    expect((await undoAll([restored.change])).status).toBe(200);
    expect((await undoAll([change])).status).toBe(409);
  });

  it("of several changes all or none are undone, and the refusal names the recording that prevents it", async () => {
    const { editor, owner } = browsers;
    const ids = [await add("One"), await add("Two"), await add("Three")];
    const moved = await editor.ask<{ changes: string[] }>("POST /api/video/trash", { ids, trashed: true });
    expect(moved.body.changes).toHaveLength(3);
    await owner.ask(`POST /api/video/v/${ids[1]}/restore`);
    const refused = await undoAll(moved.body.changes);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(
      /^Nothing was undone, because the change of “Two” cannot be undone: .+ You can undo the other/,
    );
    const statuses = async () =>
      Promise.all(ids.map(async (id) => (await editor.ask(`GET /api/video/v/${id}`)).status));
    expect(await statuses()).toEqual([404, 200, 404]);
    expect((await undoAll([moved.body.changes[0], "c999999"])).status).toBe(404);

    const member = (await listMembers()).find(({ can_view, can_edit }) => can_view && !can_edit);
    const made = await owner.ask<{ change: string }>(`PUT /api/members/${member?.id}`, { role: "editor" });
    const mixed = [moved.body.changes[0], made.body.change];
    expect((await undoAll(mixed)).status).toBe(403);
    expect(await statuses()).toEqual([404, 200, 404]);
    expect((await undoAll(mixed, owner)).status).toBe(200);
    expect(await statuses()).toEqual([200, 200, 404]);
    expect((await listMembers()).find(({ id }) => id === member?.id)?.role).toBeNull();
  });

  it("the history is the same read at once or page by page, and only owners read about people", async () => {
    const all = await history("?limit=200");
    const paged: HistoryEntry[] = [];
    let next: string | null = "";
    while (next !== null) {
      const after: string = next && `&after=${next}`;
      const page = await browsers.owner.ask<{ entries: HistoryEntry[]; next: string | null }>(
        `GET /api/history?limit=3${after}`,
      );
      paged.push(...page.body.entries);
      next = page.body.next;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ kind: of }) => of))).toContain("permission");
    expect(new Set(all.map(({ kind: of }) => of))).not.toContain("sign-in");
    const forEditors = await history("?limit=200", browsers.editor);
    expect(forEditors.some(({ kind: of }) => of === "permission" || of === "sign-in")).toBe(false);
    const editorId = (await listMembers()).find(({ can_edit, is_owner }) => can_edit && !is_owner)?.id;
    const own = await history(`?member=${editorId}&kind=edited`);
    expect(new Set(own.map(({ who }) => who))).toEqual(new Set([(await browsers.editor.whoAmI())?.name]));
  });

  it("storage and work of an empty archive are nothing, with room to spare", async () => {
    const storage = (await browsers.editor.ask<Storage>("GET /api/studio/storage")).body;
    // a bucket has no end that we could see
    const free = archive.config.bucket ? null : expect.any(Number);
    expect(storage).toMatchObject({ used: 0, trash: 0, free });
    expect(storage.months).toHaveLength(12);
    expect((await browsers.editor.ask<Work>("GET /api/studio/work")).body.items).toEqual([]);
  });
});
