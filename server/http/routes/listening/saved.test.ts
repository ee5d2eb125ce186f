import { describe, expect, it } from "vitest";
import type { Site } from "#contract/site.ts";
import { addVideo } from "#server/library/add.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { changeLibrary } from "#server/library/version.ts";

describe.each(heavyKinds("postgres"))("recordings that are saved in a browser, on %s", (kind) => {
  it("may stay while their member may listen, and not when they are hidden, in the trash, or the owner ends it", async () => {
    await using archive = await openTestArchive({ kind });
    const { db } = archive.parts;
    const now = new Date();
    const add = (title: string) =>
      changeLibrary(db, (trx) => addVideo(trx, { title, addDate: now, memberId: null, state: "published" }, now));
    const [kept, hidden, trashed] = [await add("Kept"), await add("Hidden"), await add("Trashed")];
    const [member, owner] = [archive.openBrowser(), archive.openBrowser()];
    await member.signIn("patron-gold");
    await owner.signIn("patron-owner");
    const check = async (browser = member) =>
      (await browser.ask("POST /api/user/saved", { ids: [kept, hidden, trashed, "never-existed"] })).body;
    const daysOf = async () => (await member.ask<Site>("GET /api/site")).body.offline_days;

    expect(await check()).toEqual({ ids: [kept, hidden, trashed].toSorted(), days: 30, video: false });
    expect((await owner.ask(`PUT /api/video/v/${hidden}/hidden`, { hidden: true })).status).toBe(200);
    expect((await owner.ask(`POST /api/video/v/${trashed}/trash`, {})).status).toBe(200);
    expect(await check()).toEqual({ ids: [kept], days: 30, video: false });
    expect(await check(owner)).toEqual({ ids: [kept, hidden].toSorted(), days: 30, video: false });

    expect((await owner.ask("PUT /api/settings", { offline_days: 7 })).status).toBe(200);
    expect([await check(), await daysOf()]).toEqual([{ ids: [kept], days: 7, video: false }, 7]);
    await owner.ask("PUT /api/settings", { offline_days: 0 });
    expect([await check(), await daysOf()]).toEqual([{ ids: [], days: 0, video: false }, undefined]);
    expect((await owner.ask("PUT /api/settings", { offline_days: 366 })).status).toBe(400);
  });
});
