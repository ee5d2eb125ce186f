// A live stream, from Twitch's message to what arrives: real servers on the other side of every channel.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { NoticeChoice, Notices } from "#contract/notices.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { openTestDatabase } from "#server/testing/databases.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { startMailServer, type MailServer } from "#server/testing/notices/mail-server.ts";
import { startPushService, type PushService } from "#server/testing/notices/push-service.ts";
import { settleWork } from "#server/testing/settle.ts";
import { findStream, noteStream } from "./live.ts";

const minute = 60_000;

describe("the channel is live", () => {
  let discord: DiscordLike;
  let mail: MailServer;
  let push: PushService;
  let archive: TestArchive;
  let member: Browser;
  let owner: Browser;

  beforeAll(async () => {
    [discord, mail, push] = await Promise.all([startDiscordLike(), startMailServer(), startPushService()]);
    archive = await openTestArchive({
      env: {
        DISCORD_WEBHOOK_URL: discord.webhookUrl,
        SMTP_URL: mail.url,
        MAIL_FROM: "archive@mail.example",
        NOTICES_TO_PRIVATE: "yes",
        PUSH_SERVICES: `127.0.0.1:${push.port}`,
      },
    });
    [member, owner] = [archive.openBrowser(), archive.openBrowser()];
    await member.signIn("twitch-tier1");
    await owner.signIn("patron-owner");
    // until Twitch has been asked, and has asked back
    await vi.waitFor(async () => {
      const all = (await archive.control("GET subscriptions")) as { type: string; status: string }[];
      const streams = all.filter(({ type, status }) => type.startsWith("stream.") && status === "enabled");
      if (streams.length < 2) throw new Error("Twitch does not report streams yet");
    }, 10_000);
  });
  afterAll(async () => {
    for (const one of [archive, push, mail, discord]) await one[Symbol.asyncDispose]();
  });

  const fire = (event: "stream.online" | "stream.offline") =>
    archive.control("POST fire", { event, persona: "twitch-broadcaster" }) as Promise<{ fired: { id: string }[] }>;
  const passBy = async (ms: number) => {
    archive.advance(ms);
    await archive.control("POST clock", { advanceMs: ms });
  };
  const choose = (more: object) =>
    member.ask<NoticeChoice>("PUT /api/user/notices", {
      ...{ mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC", ...more },
    });
  const listTold = async () =>
    (await owner.ask<Notices>("GET /api/notices")).body.notices.filter(({ kind }) => kind === "live");
  const posts = () => discord.posted.flatMap(({ embeds }) => embeds).filter(({ title }) => title.endsWith(" is live"));
  const mails = () => mail.mails.filter(({ headers }) => headers.get("subject")?.endsWith(" is live"));

  it("is told once at Discord and to members who chose it, however often Twitch says it; and again for the next stream", async () => {
    const asked = await archive.control("POST personas/twitch-broadcaster", {});
    const { persona: broadcaster } = asked as { persona: { login: string; displayName: string } };
    const browser = push.subscribe();
    await member.ask("PUT /api/user/notices/push", browser.subscription);
    const other = archive.openBrowser();
    await other.signIn("twitch-tier3");
    const silent = push.subscribe();
    await other.ask("PUT /api/user/notices/push", silent.subscription);
    await other.ask("PUT /api/user/notices", { mail: "each", push: "each", quiet: null, time_zone: "UTC" });
    expect((await choose({ live_mail: true, live_push: true })).body).toMatchObject({
      ...{ can_live: true, live_mail: true, live_push: true, mail: "nothing" },
    });

    const [first] = (await fire("stream.online")).fired;
    await fire("stream.online");
    await archive.control("POST fire", { replay: first?.id });
    const link = `https://www.twitch.tv/${broadcaster.login}`;
    const pushed = () => [...browser.shown.values()];
    await expect.poll(pushed).toMatchObject([{ title: `${broadcaster.displayName} is live`, path: link }]);
    await expect.poll(mails).toHaveLength(1);
    expect(mails()[0]?.raw.replaceAll("=\r\n", "")).toContain(link);
    expect(mails()[0]?.to).toMatch(/@viewer\.example$/);
    await expect.poll(posts).toMatchObject([{ url: link }]);

    // it drops, and comes back after 14 minutes
    await passBy(minute);
    await fire("stream.offline");
    await passBy(14 * minute);
    await fire("stream.online");
    await settleWork(archive.parts);
    expect([posts(), mails(), pushed(), await listTold()].map(({ length }) => length)).toEqual([1, 1, 1, 1]);

    await passBy(minute);
    await fire("stream.offline");
    await passBy(16 * minute);
    await fire("stream.online");
    await expect.poll(() => [posts(), mails(), pushed()].map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(await listTold()).toHaveLength(2);
    expect(silent.arrived).toEqual([]);
    await passBy(minute);
    await fire("stream.offline");
  });

  it("is not told to a member in quiet hours, if it is over afterwards; and the link in an email stops these, too", async () => {
    await choose({ live_mail: true });
    await passBy(20 * minute);
    const before = mails().length;
    await fire("stream.online");
    await expect.poll(mails).toHaveLength(before + 1);
    await passBy(minute);
    await fire("stream.offline");
    await passBy(20 * minute);
    const hour = archive.parts.clock.now().getUTCHours();
    const clock = (at: number) => `${String(at % 24).padStart(2, "0")}:00`;
    await choose({ live_mail: true, quiet: { from: clock(hour), to: clock(hour + 2) } });
    await fire("stream.online");
    const findMail = async () => (await listTold())[0]?.deliveries.find(({ channel }) => channel === "mail");
    await expect.poll(findMail).toMatchObject({ waiting: 1 });
    await settleWork(archive.parts);
    await passBy(minute);
    await fire("stream.offline");
    await passBy(3 * 60 * minute);
    await archive.parts.db
      .updateTable("job")
      .set({ run_at: new Date(0) })
      .where("kind", "=", "send-notice")
      .where("state", "=", "waiting")
      .execute();
    archive.parts.wake();
    await expect.poll(findMail).toMatchObject({ withdrawn: 1, answer: expect.stringContaining("over") });
    expect(mails()).toHaveLength(before + 1);

    const stop = mails().at(-1)?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "";
    expect((await fetch(stop, { method: "POST" })).status).toBe(200);
    expect((await member.ask<NoticeChoice>("GET /api/user/notices")).body.live_mail).toBe(false);
  });
});

describe("what Twitch says about streams", () => {
  const start = Date.parse("2026-11-17T20:00:00Z");
  const at = (minutes: number) => new Date(start + minutes * minute);
  const online = (streamId: string, minutes: number) =>
    ({ is: "online", broadcasterId: "1", streamId, login: "lamp", name: "Lamp", at: at(minutes) }) as const;
  const offline = (minutes: number) => ({ is: "offline", broadcasterId: "1", at: at(minutes) }) as const;

  it.each([
    ["one stream", [online("a", 0), offline(90)], ["live:a"]],
    ["repeated", [online("a", 0), online("a", 0), offline(90), online("a", 0)], ["live:a"]],
    [
      "dropped for 14 minutes, twice",
      [online("a", 0), offline(9), online("b", 23), offline(30), online("c", 44)],
      ["live:a"],
    ],
    ["two streams", [online("a", 0), offline(90), online("b", 105)], ["live:a", "live:b"]],
    ["an end that arrives late", [online("a", 0), online("b", 10), offline(9), online("c", 30)], ["live:a"]],
    ["an end that is lost, and the next day", [online("a", 0), online("b", 1440)], ["live:a", "live:b"]],
    ["an old one again", [online("a", 0), offline(90), online("b", 200), online("a", 0)], ["live:a", "live:b"]],
    ["of another channel", [{ ...online("a", 0), broadcasterId: "2" }], []],
  ])("%s", async (_name, changes, keys) => {
    await using database = await openTestDatabase("sqlite");
    const { db } = database;
    const config = { twitch: { broadcasterId: "1" } } as Parameters<typeof noteStream>[0]["config"];
    const parts = { db, config, clock: { now: () => at(0) }, wake: () => {} };
    for (const change of changes) await noteStream(parts, change);
    const rows = await db.selectFrom("notice").select("key").orderBy("id").execute();
    expect(rows.map(({ key }) => key)).toEqual(keys);
  });

  it("a notice waits while the stream is interrupted, and is left out when it is over", async () => {
    await using database = await openTestDatabase("sqlite");
    const config = { twitch: { broadcasterId: "1" } } as Parameters<typeof noteStream>[0]["config"];
    const parts = (now: number) => ({ db: database.db, config, clock: { now: () => at(now) }, wake: () => {} });
    const look = (now: number) => findStream(parts(now), { key: "live:a" });
    await noteStream(parts(0), online("a", 0));
    expect(await look(5)).toBe("live");
    await noteStream(parts(10), offline(10));
    expect(await look(12)).toEqual({ dropped: 13 * minute });
    expect(await look(25)).toBe("over");
    await noteStream(parts(24), online("b", 24));
    expect([await look(25), await look(24 + 12 * 60)]).toEqual(["live", "over"]);
  });
});
