import { describe, expect, it } from "vitest";
import type { ListSummary, PlayList, Queue } from "#contract/lists.ts";
import type { Problem } from "#contract/problem.ts";
import type { SetList } from "#contract/songs.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { addEditor, addPlayed } from "#server/testing/songs.ts";

describe.each(heavyKinds("postgres"))("lists over HTTP, on %s", (kind) => {
  it("a member makes, shares, deletes and restores a playlist; the queue is the same on another device", async () => {
    await using archive = await openTestArchive({ kind });
    const { db } = archive.parts;
    const id = await addPlayed(db, await addEditor(db), { title: "Night", setList: "0:00 River\n5:00 Rain" });
    const [laptop, phone, other] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
    await laptop.signIn("patron-gold");
    await phone.signIn("patron-gold");
    await other.signIn("twitch-tier1");
    const { set_list } = (await laptop.ask<{ set_list: SetList }>(`GET /api/video/v/${id}/set-list`)).body;
    const entries = set_list.entries.map((entry) => ({ video_id: id, performance_id: entry.id }));

    const made = await laptop.ask<{ list: ListSummary }>("POST /api/lists", { title: "  Rainy  ", entries });
    expect(made.body.list).toMatchObject({ title: "Rainy", entries: 2, kind: "own", share_key: null });
    const at = `/api/lists/${made.body.list.id}`;
    expect((await other.ask(`GET ${at}`)).status).toBe(404);
    expect((await other.ask(`PUT ${at}`, { shared: true })).status).toBe(404);
    const shared = await laptop.ask<{ list: ListSummary }>(`PUT ${at}`, { shared: true });
    const seen = await other.ask<{ list: PlayList }>(`GET /api/lists/${shared.body.list.share_key}`);
    expect(seen.body.list).toMatchObject({ title: "Rainy", is_mine: false, id: shared.body.list.share_key });
    expect(JSON.stringify(seen.body)).not.toContain(made.body.list.id);
    expect(seen.body.list.entries.map(({ title }) => title)).toEqual(["River", "Rain"]);

    const { change } = (await laptop.ask<{ change: string }>(`DELETE ${at}`)).body;
    expect((await other.ask(`GET /api/lists/${shared.body.list.share_key}`)).status).toBe(404);
    expect((await other.ask("POST /api/history/undo", { changes: [change] })).status).toBe(404);
    expect((await laptop.ask("POST /api/history/undo", { changes: [change, "c1"] })).status).toBe(403);
    expect((await laptop.ask("POST /api/history/undo", { changes: [change] })).status).toBe(200);
    expect((await laptop.ask<{ list: PlayList }>(`GET ${at}`)).body.list.entries).toHaveLength(2);

    const from = { list: made.body.list.id };
    const { queue } = (await laptop.ask<{ queue: Queue }>("POST /api/user/queue", { from, shuffle: false })).body;
    await laptop.ask("PUT /api/user/queue", { revision: queue.revision, place: 1, seconds: 301 });
    const there = (await phone.ask<{ queue: Queue }>("GET /api/user/queue")).body.queue;
    expect(there).toMatchObject({ title: "Rainy", place: 1, seconds: 301, number: 2, total: 2 });
    expect((await other.ask<{ queue: null }>("GET /api/user/queue")).body.queue).toBeNull();
    await phone.ask("DELETE /api/user/queue");
    expect((await laptop.ask<{ queue: null }>("GET /api/user/queue")).body.queue).toBeNull();
    const late = { revision: queue.revision, place: 0, seconds: 1 };
    expect((await laptop.ask("PUT /api/user/queue", late)).status).toBe(409);
  });

  it("nonsense is refused with a sentence, and changes nothing", async () => {
    await using archive = await openTestArchive({ kind });
    const member = archive.openBrowser();
    await member.signIn("patron-gold");
    const nobody = { video_id: "aaaaaaaaaaaaaaaaaaaaaaaaaa", performance_id: null };
    const wrong: [string, unknown, number][] = [
      ["POST /api/lists", { title: " " }, 400],
      ["POST /api/lists", { title: "a\u0000b" }, 400],
      ["POST /api/lists", { title: "x".repeat(101) }, 400],
      ["POST /api/lists", { title: "With a stranger", entries: [nobody] }, 404],
      ["POST /api/lists/favourites/entries", { add: [] }, 400],
      ["POST /api/lists/favourites/entries", { add: [nobody], remove: [nobody] }, 400],
      ["POST /api/lists/later/entries", { add: [{ ...nobody, video_id: "\u0000" }] }, 400],
      ["POST /api/lists/queue/entries", { add: [nobody] }, 404],
      ["PUT /api/lists/later", { title: "Mine" }, 409],
      ["DELETE /api/lists/later", {}, 409],
      ["POST /api/user/queue", { from: { song: "x" }, shuffle: false }, 404],
      ["POST /api/user/queue", { from: { list: "later" }, shuffle: false }, 409],
      ["PUT /api/user/queue", { revision: 1, place: 0, seconds: -1 }, 400],
      ["PUT /api/user/queue", { revision: 1, place: 0, seconds: 1 }, 409],
      ["PUT /api/user/queue", { revision: 9e15, place: 0, seconds: 1 }, 400],
    ];
    for (const [call, body, status] of wrong) {
      const answer = await member.ask<Problem>(call, body);
      expect([call, answer.status]).toEqual([call, status]);
      expect(answer.body.detail.length).toBeGreaterThan(15);
    }
    const { lists } = (await member.ask<{ lists: ListSummary[] }>("GET /api/lists")).body;
    expect(lists.map(({ id, entries }) => [id, entries])).toEqual([
      ["favourites", 0],
      ["later", 0],
    ]);
    expect((await archive.openBrowser().ask("GET /api/lists")).status).toBe(401);
  });
});
