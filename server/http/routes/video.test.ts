import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { Video, VideoChange, VideoPage } from "#contract/video.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser, Reply } from "#server/testing/browser.ts";
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
const states = ["published", "hidden", "preparing", "failed", "trashed", "unknown"] as const;
type State = (typeof states)[number];

/** In every text of every video that only editors may know of. */
const canary = "kanarienvogel";

/** What each role gets: for a published video, for one that only editors see, for one that is not there. */
type Expected = Record<Role, [published: number, forEditors: number, gone: number]>;
const readers: Expected = {
  anonymous: [401, 401, 401],
  member: [403, 403, 403],
  viewer: [200, 404, 404],
  editor: [200, 200, 404],
  owner: [200, 200, 404],
};
const editors: Expected = { ...readers, viewer: [403, 403, 403] };

const calls: [call: string, expected: Expected, ask: (browser: Browser, id: string, url: string) => Promise<Reply>][] =
  [
    ["GET /api/video/v/:id", readers, (browser, id) => browser.ask(`GET /api/video/v/${id}`)],
    ["HEAD /api/video/v/:id", readers, askHead],
    [
      "PUT /api/video/v/:id",
      editors,
      (browser, id) => browser.ask(`PUT /api/video/v/${id}`, { video: { description: `${canary} again` } }),
    ],
    [
      "PUT /api/video/v/:id/hidden",
      editors,
      (browser, id) => browser.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true }),
    ],
    ["GET /api/video/v/:id/history", editors, (browser, id) => browser.ask(`GET /api/video/v/${id}/history`)],
    [
      "POST /api/video/many",
      editors,
      (browser, id) => browser.ask("POST /api/video/many", { changes: [{ id, prevent_autodelete: true }] }),
    ],
  ];
const listExpected: Record<Role, number> = { anonymous: 401, member: 403, viewer: 200, editor: 200, owner: 200 };

describe.each(heavyKinds("postgres"))("the library's calls, on %s", (kind) => {
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

  async function add(state: State, title = state === "published" ? "Song" : canary): Promise<string> {
    const now = archive.parts.clock.now();
    if (state === "unknown") return "a".repeat(26);
    const id = await changeLibrary(archive.parts.db, (trx) =>
      addVideo(
        trx,
        {
          title,
          addDate: now,
          hidden: state === "hidden",
          state: state === "preparing" || state === "failed" ? state : "published",
          memberId: null,
        },
        now,
      ),
    );
    if (state === "trashed")
      await archive.parts.db.updateTable("video").set({ trashed_at: now }).where("id", "=", id).execute();
    return id;
  }

  describe.each(roles)("as %s", (role) => {
    it.each(calls)("%s is answered as the table says for every state of a video", async (_call, expected, ask) => {
      for (const state of states) {
        const { status, body, headers } = await ask(browsers[role], await add(state), archive.url);
        const column = state === "published" ? 0 : state === "trashed" || state === "unknown" ? 2 : 1;
        expect([state, status]).toEqual([state, expected[role][column]]);
        if (role !== "editor" && role !== "owner") expect(JSON.stringify([body, ...headers])).not.toContain(canary);
      }
    });

    it.each([
      "",
      "?limit=200",
      `?q=${canary}&limit=200`,
      "?hidden=only",
      "?sort=title",
      "?sort=longest&limit=10&year=2026",
    ])("GET /api/video/list%s shows what they may see and no more", async (query) => {
      const { status, body } = await browsers[role].ask<VideoPage>(`GET /api/video/list${query}`);
      expect(status).toBe(listExpected[role]);
      if (role === "editor" || role === "owner") return;
      expect(JSON.stringify(body)).not.toContain(canary);
      if (role === "viewer" && /q=|hidden/.test(query)) expect(body).toMatchObject({ videos: [] });
      if (role === "viewer" && /q=/.test(query)) expect(body).toEqual({ videos: [], next: null, total: 0 });
    });
  });

  it("a hidden video, one in the trash and one that never was are the same to a viewer, byte for byte", async () => {
    const answers: string[] = [];
    for (const state of states.filter((name) => name !== "published")) {
      const { status, headers, body } = await browsers.viewer.ask<Problem>(`GET /api/video/v/${await add(state)}`);
      const kept = [...headers].filter(([name]) => name !== "date");
      answers.push(JSON.stringify({ status, headers: kept, body: { ...body, request_id: "" } }));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("There is no such recording.");
  });

  it.each(["%00", "..%2f..%2fetc", "A".repeat(26), "a", "%F0%9F%8E%B8"])("a made-up id %s is not found", async (id) => {
    for (const role of ["viewer", "editor"] as const) {
      expect((await browsers[role].ask(`GET /api/video/v/${id}`)).status).toBe(404);
    }
  });

  it("the list has exactly the specified fields and a few for the card, newest first", async () => {
    await add("published", "Newest");
    const { body, headers } = await browsers.viewer.ask<VideoPage>("GET /api/video/list");
    expect(Object.keys(body)).toEqual(["videos"]);
    expect(Object.keys(body.videos[0] ?? {})).toEqual([
      "id",
      "title",
      "thumbnail_url",
      "add_date",
      "duration",
      "time_missing",
      "dominant_color",
      "hidden",
      "state",
      "peaks",
      "leaves_at",
      "audio_only",
    ]);
    expect(body.videos[0]?.title).toBe("Newest");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { body: forEditors } = await browsers.editor.ask<VideoPage>("GET /api/video/list");
    expect(forEditors.videos[0]).toHaveProperty("prevent_autodelete", false);
    expect(forEditors.videos.some(({ title, hidden }) => title === canary && hidden)).toBe(true);
  });

  it("pages carry a next and a total, and lead through the whole list", async () => {
    const { body: whole } = await browsers.viewer.ask<VideoPage>("GET /api/video/list");
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: VideoPage = (
        await browsers.viewer.ask<VideoPage>(`GET /api/video/list?limit=7${after && `&after=${after}`}`)
      ).body;
      expect(page.total).toBe(whole.videos.length);
      seen.push(...page.videos.map(({ id }) => id));
      after = page.next ?? null;
    }
    expect(seen).toEqual(whole.videos.map(({ id }) => id));
  });

  it.each([
    "?limit=0",
    "?limit=201",
    "?limit=x",
    "?sort=rank",
    "?hidden=yes",
    "?year=1969",
    "?user=1",
    "?limit=5&after=x",
  ])("GET /api/video/list%s is refused and says why", async (query) => {
    const { status, body } = await browsers.viewer.ask<Problem>(`GET /api/video/list${query}`);
    expect([status, body.code]).toEqual([400, "bad-input"]);
    expect(body.fields).toHaveLength(1);
  });

  it("the list is compressed as asked, the same for all viewers, and not sent twice", async () => {
    await add("published", "日本語");
    const cookie = cookieOf(browsers.viewer);
    const get = (headers: Record<string, string>, method = "GET") =>
      fetch(`${archive.url}/api/video/list`, { method, headers: { cookie, ...headers } });
    const decoders: [string, string | null, (bytes: Buffer) => Buffer][] = [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
      ["identity", null, (bytes) => bytes],
      ["br;q=0, gzip;q=0.000", null, (bytes) => bytes],
    ];
    const tags = new Set<string>();
    for (const [accepted, encoding] of decoders) {
      const response = await get({ "accept-encoding": accepted });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
      expect(response.headers.get("vary")).toBe("Accept-Encoding, Cookie");
      expect(await response.text()).toContain("日本語");
      const etag = response.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[^"]+"$/);
      tags.add(etag);

      const again = await get({ "accept-encoding": accepted, "if-none-match": `"other", W/${etag}` });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("vary")).toBe("Accept-Encoding, Cookie");
      const head = await get({ "accept-encoding": accepted }, "HEAD");
      expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
      expect(head.headers.get("content-length")).toBe(response.headers.get("content-length"));
    }
    expect(tags.size).toBe(3);
    const changed = await add("published", "One more");
    const after = await get({ "accept-encoding": "br", "if-none-match": [...tags].join(", ") });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain(changed);
  });

  it("after every change the very next list shows it", async () => {
    const { editor, viewer } = browsers;
    const id = await add("published", "Before");
    const find = async (browser: Browser) =>
      (await browser.ask<VideoPage>("GET /api/video/list")).body.videos.find((video) => video.id === id);
    for (let turn = 0; turn < 5; turn++) {
      await editor.ask(`PUT /api/video/v/${id}`, { video: { title: `Turn ${turn}` } });
      expect(await find(viewer)).toMatchObject({ title: `Turn ${turn}` });
      await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true });
      expect(await find(viewer)).toBeUndefined();
      expect(await find(editor)).toMatchObject({ hidden: true });
      await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: false });
    }
    expect(await find(viewer)).toBeDefined();
  });

  it("a save with an old revision gets 409 with the video as it is now", async () => {
    const { editor, owner } = browsers;
    const id = await add("published", "Before");
    const { body: mine } = await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    const { body: theirs } = await owner.ask<{ video: Video }>(`PUT /api/video/v/${id}`, {
      video: { ...mine.video, title: "Theirs" },
    });
    const { status, body } = await editor.ask<Problem>(`PUT /api/video/v/${id}`, {
      video: { ...mine.video, title: "Mine" },
    });
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(body.current).toEqual(theirs.video);
    const { body: history } = await editor.ask<{ changes: VideoChange[] }>(`GET /api/video/v/${id}/history`);
    expect(history.changes[0]).toMatchObject({
      kind: "edited",
      fields: [{ field: "title", before: "Before", after: "Theirs" }],
    });
  });

  it("two editors saving at the same moment: one is kept, the other is told", async () => {
    const id = await add("published", "Before");
    for (let turn = 0; turn < 12; turn++) {
      const { body } = await browsers.editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
      const save = (who: "editor" | "owner") =>
        browsers[who].ask<{ video: Video }>(`PUT /api/video/v/${id}`, {
          video: { ...body.video, title: `${who} ${turn}` },
        });
      const replies = await Promise.all([save("editor"), save("owner")]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const kept = replies.find(({ status }) => status === 200)?.body.video.title;
      expect((await browsers.editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video.title).toBe(kept);
    }
  });

  it("bad input names the field and the rule", async () => {
    const id = await add("published");
    const { status, body } = await browsers.editor.ask<Problem>(`PUT /api/video/v/${id}`, { video: { title: " " } });
    expect(status).toBe(400);
    expect(body.fields).toEqual([{ field: "title", rule: "must not be empty" }]);
    expect(body.detail).toBe("The title must not be empty.");
    const bodies: [string, unknown][] = [
      [`PUT /api/video/v/${id}`, { video: [] }],
      [`PUT /api/video/v/${id}`, { video: null }],
      [`PUT /api/video/v/${id}`, {}],
      [`PUT /api/video/v/${id}/hidden`, { hidden: "yes" }],
      [`PUT /api/video/v/${id}/hidden`, { hidden: true, title: "x" }],
      ["POST /api/video/many", { changes: [] }],
      [
        "POST /api/video/many",
        {
          changes: [
            { id, hidden: true },
            { id, hidden: false },
          ],
        },
      ],
      ["POST /api/video/many", { changes: [{ id, title: "x" }] }],
      [
        "POST /api/video/many",
        { changes: Array.from({ length: 201 }, (_, index) => ({ id: `${index}`, hidden: true })) },
      ],
    ];
    for (const [call, sent] of bodies) expect((await browsers.editor.ask(call, sent)).status).toBe(400);
  });

  it("many at once, and one call to take it back", async () => {
    const ids = [await add("published"), await add("published"), await add("hidden")];
    const { body } = await browsers.editor.ask<VideoPage & { changes: string[] }>("POST /api/video/many", {
      changes: ids.map((id) => ({ id, hidden: true, prevent_autodelete: true })),
    });
    expect(body.videos.map(({ hidden, prevent_autodelete }) => [hidden, prevent_autodelete])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
    expect(body.changes).toHaveLength(3);
    expect((await browsers.editor.ask("POST /api/history/undo", { changes: body.changes })).status).toBe(200);
    const now = await Promise.all(ids.map((id) => browsers.editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)));
    expect(now.map(({ body: { video } }) => [video.hidden, video.prevent_autodelete])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  it("the same for all of them in one call, with a preview that changes nothing", async () => {
    const { editor } = browsers;
    const ids = [await add("published"), await add("hidden")];
    const body = { changes: ids.map((id) => ({ id })), to_all: { hidden: true, description: "At the lake" } };
    const preview = await editor.ask<{ changed: number; fields: object[] }>("POST /api/video/many/preview", body);
    expect(preview.body.changed).toBe(2);
    expect(preview.body.fields).toEqual(
      expect.arrayContaining([
        { field: "hidden", count: 1 },
        { field: "description", count: 2 },
      ]),
    );
    const read = async (id = "") => (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video;
    expect((await read(ids[0])).hidden).toBe(false);
    expect((await editor.ask<{ changes: string[] }>("POST /api/video/many", body)).body.changes).toHaveLength(2);
    expect(await read(ids[0])).toMatchObject({ hidden: true, description: "At the lake" });
    const again = await editor.ask<{ changes: string[] }>("POST /api/video/many", body);
    expect(again.body.changes).toEqual([]);
  });

  it("the studio's table and the files of a recording are for editors", async () => {
    const { editor, viewer } = browsers;
    const id = await add("hidden");
    const { title } = (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video;
    const q = new URLSearchParams({ q: title, state: "draft" });
    const listed = await editor.ask<{ recordings: { id: string }[]; next: null }>(`GET /api/studio/recordings?${q}`);
    expect(listed.body.recordings.map((row) => row.id)).toContain(id);
    const all = await editor.ask<{ total: number; ids: string[] }>(`GET /api/studio/recordings/all?ids=yes&${q}`);
    expect(all.body.ids).toContain(id);
    expect(all.body.total).toBe(all.body.ids.length);
    expect((await editor.ask(`GET /api/video/v/${id}/files`)).body).toEqual({ original: null, made: [] });
    for (const call of ["studio/recordings", "studio/recordings/all", `video/v/${id}/files`])
      expect((await viewer.ask(`GET /api/${call}`)).status).toBe(403);
  });

  it("long after the login, only the editor who has just protected many recordings may unprotect them", async () => {
    const { editor, owner } = browsers;
    const ids = await Promise.all(Array.from({ length: 6 }, () => add("published")));
    const set = (browser: Browser, prevent_autodelete: boolean) =>
      browser.ask<{ changes: string[] } & Problem>("POST /api/video/many", {
        changes: ids.map((id) => ({ id, prevent_autodelete })),
      });
    const undo = (browser: Browser, changes: string[]) =>
      browser.ask<{ changes: string[] } & Problem>("POST /api/history/undo", { changes });
    const expectRefused = ({ status, body }: { status: number; body: Problem }) =>
      expect([status, body.code]).toEqual([401, "sign-in-again"]);
    archive.advance(16 * 60_000);
    const first = (await set(editor, true)).body.changes;
    expectRefused(await set(owner, false));
    expectRefused(await undo(owner, first));
    expect((await undo(editor, first)).body.changes).toHaveLength(6);
    await set(editor, true);
    expect((await set(editor, false)).status).toBe(200);
    const last = (await set(editor, true)).body.changes;
    archive.advance(6 * 60_000);
    expectRefused(await set(editor, false));
    expectRefused(await undo(editor, last));
    const { body } = await editor.ask<VideoPage>("GET /api/video/list");
    const kept = body.videos.filter(({ id, prevent_autodelete }) => ids.includes(id) && prevent_autodelete);
    expect(kept).toHaveLength(6);
  });
});

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

async function askHead(browser: Browser, id: string, url: string): Promise<Reply> {
  const { status, headers, body } = await fetch(`${url}/api/video/v/${id}`, {
    method: "HEAD",
    headers: { cookie: cookieOf(browser) },
  });
  return { status, headers, body };
}
