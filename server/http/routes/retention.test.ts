import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Retention, TrashedVideo } from "#contract/retention.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser, Reply } from "#server/testing/browser.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { changeLibrary } from "#server/library/version.ts";

const personas = { member: "patron-bronze", viewer: "patron-gold", editor: "patron-editor", owner: "patron-owner" };
const roles = ["anonymous", "member", "viewer", "editor", "owner"] as const;
type Role = (typeof roles)[number];

const rule = { keep_days: 30, cap_bytes: null, keep_audio: false };
const forEditors = { anonymous: 401, member: 403, viewer: 403, editor: 200, owner: 200 };
const forOwner = { ...forEditors, editor: 403 };

const calls: [call: string, expected: Record<Role, number>, body?: unknown][] = [
  ["GET /api/retention", forEditors],
  ["POST /api/retention/preview", forEditors, { rule }],
  ["PUT /api/retention", forOwner, { rule: { ...rule, keep_days: null }, revision: 1, confirmed_total: 0 }],
  ["GET /api/video/trash", forEditors],
  ["POST /api/video/v/:id/trash", forEditors],
  ["POST /api/video/v/:id/restore", forEditors],
  ["POST /api/video/trash", { ...forEditors, editor: 404, owner: 404 }, { ids: ["a".repeat(26)], trashed: true }],
  ["DELETE /api/video/v/:id", forOwner],
];

describe.each(heavyKinds("postgres"))("trash and retention, on %s", (kind) => {
  let archive: TestArchive;
  const browsers = {} as Record<Role, Browser>;
  const ask = (role: Role, call: string, body?: unknown): Promise<Reply> => browsers[role].ask(call, body);

  beforeAll(async () => {
    archive = await openTestArchive({ kind });
    for (const role of roles) {
      browsers[role] = archive.openBrowser();
      if (role !== "anonymous") await browsers[role].signIn(personas[role]);
    }
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  const add = (trashedAt: Date | null = null) =>
    changeLibrary(archive.parts.db, async (trx) => {
      const video = { title: "Kanarienvogel", addDate: new Date(), state: "published" as const, memberId: null };
      const id = await addVideo(trx, video, new Date());
      if (trashedAt) await trx.updateTable("video").set({ trashed_at: trashedAt }).where("id", "=", id).execute();
      return id;
    });

  it.each(calls)("%s is answered to those who may", async (call, expected, body) => {
    for (const role of roles) {
      const isBack = /restore|DELETE/.test(call);
      const id = call.includes(":id") ? await add(isBack ? new Date() : null) : "";
      const { status, body: answer } = await ask(role, call.replace(":id", id), body);
      expect([role, status]).toEqual([role, expected[role]]);
      if (status !== 200) expect(JSON.stringify(answer)).not.toMatch(/kanarienvogel/i);
    }
  });

  it("a recording in the trash is not found, exactly like one that never existed", async () => {
    const id = await add();
    const { status, body: answer } = await ask("editor", `POST /api/video/v/${id}/trash`);
    expect(status).toBe(200);
    expect((answer as { video: TrashedVideo }).video).toMatchObject({ id, title: "Kanarienvogel" });
    const never = "a".repeat(26);
    for (const role of ["viewer", "editor", "owner"] as const)
      for (const call of ["GET /api/video/v/:id", "GET /api/media/:id/thumbnail", "GET /api/media/:id/master.m3u8"]) {
        const [gone, unknown] = [await ask(role, call.replace(":id", id)), await ask(role, call.replace(":id", never))];
        expect(gone.status).toBe(404);
        expect(withoutRequestId(gone)).toEqual(withoutRequestId(unknown));
      }
    const listed = (await ask("editor", "GET /api/video/trash")).body as { videos: TrashedVideo[] };
    expect(listed.videos.map((video) => video.id)).toContain(id);
    expect((await ask("editor", `POST /api/video/v/${id}/restore`)).body).toMatchObject({ video: { id } });
    expect((await ask("viewer", `GET /api/video/v/${id}`)).status).toBe(200);
    expect((await ask("owner", `DELETE /api/video/v/${id}`)).status).toBe(404);
  });

  it("many are moved to the trash and restored at once; those that no longer exist are skipped", async () => {
    const ids = await Promise.all([add(), add(), add()]);
    const [first, second] = ids;
    await ask("editor", `POST /api/video/v/${first}/trash`);
    const move = (trashed: boolean, some: string[] = ids) =>
      ask("editor", "POST /api/video/trash", { ids: some, trashed });
    const { body: answer } = await move(true, [...ids, "never-there"]);
    expect(answer).toEqual({ moved: ids.slice(1), changes: [expect.any(String), expect.any(String)] });
    expect((await ask("viewer", `GET /api/video/v/${second}`)).status).toBe(404);
    expect((await move(true)).status).toBe(404);
    expect((await move(false, ids.slice(1))).body).toMatchObject({ moved: ids.slice(1) });
    expect((await ask("viewer", `GET /api/video/v/${second}`)).status).toBe(200);
    expect((await ask("viewer", `GET /api/video/v/${first}`)).status).toBe(404);
    for (const some of [[], [first, first], Array.from({ length: 201 }, (_, n) => `v${n}`)])
      expect((await move(true, some)).status).toBe(400);
  });

  it("a rule is previewed, confirmed and changed; zero days are not a rule", async () => {
    const shown = (await ask("owner", "GET /api/retention")).body as Retention;
    const zero = { rule: { ...rule, keep_days: 0 }, revision: shown.revision, confirmed_total: 0 };
    expect((await ask("owner", "PUT /api/retention", zero)).status).toBe(400);
    const { total } = (await ask("owner", "POST /api/retention/preview", { rule })).body as { total: number };
    const change = { rule, revision: shown.revision, confirmed_total: total };
    expect((await ask("owner", "PUT /api/retention", { ...change, confirmed_total: total + 1 })).status).toBe(409);
    expect((await ask("owner", "PUT /api/retention", change)).body).toMatchObject({ rule, warnings: [] });
    expect((await ask("owner", "PUT /api/retention", { ...change, rule: { ...rule, keep_days: 5 } })).status).toBe(409);
  });

  it("deleting for good, the rule, and ending the protection of many need a sign-in of the last 15 minutes", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => add()));
    const trashed = await add(new Date());
    archive.advance(16 * 60_000);
    const unprotect = (count: number) =>
      ask("owner", "POST /api/video/many", {
        changes: ids.slice(0, count).map((id) => ({ id, prevent_autodelete: false })),
      });
    const { revision } = (await ask("owner", "GET /api/retention")).body as Retention;
    const change = { rule: { ...rule, keep_days: 77 }, revision, confirmed_total: 0 };
    for (const reply of [
      await ask("owner", `DELETE /api/video/v/${trashed}`),
      await ask("owner", "PUT /api/retention", change),
      await unprotect(6),
    ])
      expect([reply.status, reply.body]).toEqual([401, expect.objectContaining({ code: "sign-in-again" })]);
    expect((await unprotect(5)).status).toBe(200);
    const again = archive.openBrowser();
    await again.signIn(personas.owner);
    expect((await again.ask(`DELETE /api/video/v/${trashed}`)).status).toBe(200);
  });
});

function withoutRequestId({ body }: Reply): unknown {
  return { ...(body as object), request_id: "" };
}
