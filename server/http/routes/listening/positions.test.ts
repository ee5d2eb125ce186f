import { describe, expect, it } from "vitest";
import type { Position } from "#contract/video.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { changeLibrary } from "#server/library/version.ts";

describe.each(heavyKinds("postgres"))("where a member stopped, on %s", (kind) => {
  it("is the same on another device, the newest wins, and nobody else sees it", async () => {
    await using archive = await openTestArchive({ kind });
    const { db } = archive.parts;
    const now = new Date();
    const video = { title: "A long evening", addDate: now, memberId: null, state: "published" } as const;
    const id = await changeLibrary(db, (trx) => addVideo(trx, video, now));
    const [laptop, phone, other] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
    await laptop.signIn("patron-gold");
    await phone.signIn("patron-gold");
    await other.signIn("twitch-tier1");
    const save = (seconds: number, ago: number) =>
      laptop.ask(`PUT /api/user/positions/${id}`, { seconds, at: new Date(Date.now() - ago).toISOString() });
    const list = async (browser = phone) =>
      (await browser.ask<{ positions: Position[] }>("GET /api/user/positions")).body.positions.map(
        ({ seconds }) => seconds,
      );

    expect((await save(61.5, 10_000)).status).toBe(200);
    expect(await list()).toEqual([61.5]);
    await save(30, 20_000);
    expect(await list()).toEqual([61.5]);
    await save(0, 0);
    expect(await list()).toEqual([0]);
    expect(await list(other)).toEqual([]);
    // a clock a year ahead wins for a minute, not for a year
    await save(5, -365 * 86_400_000);
    archive.advance(120_000);
    expect(
      (
        await laptop.ask(`PUT /api/user/positions/${id}`, {
          seconds: 7,
          at: new Date(Date.now() + 61_000).toISOString(),
        })
      ).status,
    ).toBe(200);
    expect(await list()).toEqual([7]);
  });

  it("is offered to the member's other devices while it plays, and to nobody else", async () => {
    await using archive = await openTestArchive({ kind });
    const { db } = archive.parts;
    const now = archive.parts.clock.now();
    const video = { title: "A long evening", addDate: now, memberId: null, state: "published" } as const;
    const id = await changeLibrary(db, (trx) => addVideo(trx, video, now));
    const [phone, laptop, other] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
    await phone.signIn("patron-gold");
    await laptop.signIn("patron-gold");
    await other.signIn("twitch-tier1");
    const tell = async (playing: boolean | undefined, browser = phone) => {
      archive.advance(1000);
      const at = archive.parts.clock.now().toISOString();
      const body = { seconds: 10, at, ...(playing !== undefined && { playing }) };
      expect((await browser.ask(`PUT /api/user/positions/${id}`, body)).status).toBe(200);
    };
    const offered = async (browser = laptop) =>
      (await browser.ask<{ positions: { elsewhere?: true }[] }>("GET /api/user/positions")).body.positions.map(
        ({ elsewhere }) => elsewhere ?? false,
      );

    await tell(true);
    expect([await offered(), await offered(phone), await offered(other)]).toEqual([[true], [false], []]);
    await tell(false);
    expect(await offered()).toEqual([false]);
    // a page from before this release says nothing about it
    await tell(undefined);
    expect(await offered()).toEqual([false]);
    await tell(true);
    await tell(true, laptop);
    expect([await offered(), await offered(phone)]).toEqual([[false], [true]]);
    archive.advance(46_000);
    expect(await offered(phone)).toEqual([false]);
  });

  it("cannot be saved for what is not visible, nor with nonsense", async () => {
    await using archive = await openTestArchive({ kind });
    const browser = archive.openBrowser();
    await browser.signIn("patron-gold");
    const at = new Date().toISOString();
    expect((await browser.ask("PUT /api/user/positions/aaaaaaaaaaaaaaaaaaaaaaaaaa", { seconds: 1, at })).status).toBe(
      404,
    );
    expect((await browser.ask("PUT /api/user/positions/x", { seconds: -1, at })).status).toBe(400);
    expect((await archive.openBrowser().ask("GET /api/user/positions")).status).toBe(401);
  });
});
