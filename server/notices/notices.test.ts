// From an event to what arrives: real servers on the other side of every channel.
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NoticeChoice, Notices, TestAnswer } from "#contract/notices.ts";
import { countsOf } from "#server/counts.ts";
import { announceNever } from "#server/notices/announce.ts";
import { addDigests } from "#server/notices/digest.ts";
import { addEndings } from "#server/notices/ending.ts";
import { addVideo } from "#server/library/add.ts";
import { openDue } from "#server/library/open-due.ts";
import { publishVideo } from "#server/library/prepared.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { listen, type Asked, type Listening } from "#server/testing/notices/http.ts";
import { startMailServer, type MailServer } from "#server/testing/notices/mail-server.ts";
import { startPushService, type PushService } from "#server/testing/notices/push-service.ts";
import { addPicture, pictureBytes, publishRecording } from "#server/testing/notices/recordings.ts";
import { changeLibrary } from "#server/library/version.ts";

const hookSecret = "a secret of the owner";
let discord: DiscordLike;
let mail: MailServer;
let push: PushService;
let hook: Listening;
let archive: TestArchive;
let owner: Browser;
let member: Browser;
const heard: Asked[] = [];

beforeAll(async () => {
  [discord, mail, push] = await Promise.all([startDiscordLike(), startMailServer(), startPushService()]);
  hook = await listen(async (asked) => {
    heard.push(asked);
    return { status: 204 };
  });
  archive = await openTestArchive({
    env: {
      DISCORD_WEBHOOK_URL: discord.webhookUrl,
      NOTICE_WEBHOOK_URL: `${hook.url}/hook`,
      NOTICE_WEBHOOK_SECRET: hookSecret,
      SMTP_URL: mail.url,
      MAIL_FROM: "archive@mail.example",
      NOTICES_TO_PRIVATE: "yes",
      PUSH_SERVICES: `127.0.0.1:${push.port}`,
    },
  });
  owner = archive.openBrowser();
  await owner.signIn("patron-owner");
  member = archive.openBrowser();
  await member.signIn("twitch-tier1");
});
afterAll(async () => {
  for (const one of [archive, hook, push, mail, discord]) await one[Symbol.asyncDispose]();
});

const wishes = { mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC" } as const;
const choose = (more: object) => member.ask<NoticeChoice>("PUT /api/user/notices", { ...wishes, ...more });
const posts = (title: string) => discord.posted.filter(({ embeds }) => embeds[0]?.title === title);
const told = async (title: string) =>
  (await owner.ask<Notices>("GET /api/notices")).body.notices.filter((notice) => notice.title === title);

describe("a new recording", () => {
  it("is posted to Discord with its picture, and nobody is mentioned", async () => {
    const id = await publishRecording(archive.parts, { title: "Evening @everyone" });
    await expect.poll(() => posts("Evening @everyone")).toHaveLength(1);
    const [post] = posts("Evening @everyone");
    expect(post).toMatchObject({
      allowed_mentions: { parse: [] },
      embeds: [
        { url: `${archive.url}/video/${id}`, description: "All of it.", image: { url: "attachment://picture.jpg" } },
      ],
      files: [{ name: "picture.jpg", type: "image/jpeg" }],
    });
    expect(post?.files[0]?.bytes.equals(pictureBytes)).toBe(true);
    await expect
      .poll(async () => (await told("Evening @everyone"))[0]?.deliveries)
      .toEqual(
        expect.arrayContaining([
          {
            channel: "discord",
            waiting: 0,
            sent: 1,
            failed: 0,
            withdrawn: 0,
            answer: expect.stringMatching(/message \d+$/),
          },
          {
            channel: "webhook",
            waiting: 0,
            sent: 1,
            failed: 0,
            withdrawn: 0,
            answer: "The other server answered with 204.",
          },
        ]),
      );
  });

  it("is told to the owner's own address, signed over time and body", async () => {
    await publishRecording(archive.parts, { title: "Signed" });
    const find = () => heard.find(({ body }) => body.toString().includes('"title":"Signed"'));
    await expect.poll(find).toBeDefined();
    const { headers, body } = find() as Asked;
    const signed = createHmac("sha256", hookSecret).update(`${headers["stagedoor-timestamp"]}.`).update(body);
    expect(headers["stagedoor-signature"]).toBe(`v1=${signed.digest("hex")}`);
    expect(JSON.parse(body.toString())).toMatchObject({ event: "recording", id: headers["stagedoor-id"] });
  });

  it("waits for the picture without asking again: one look before, and one when it is made", async () => {
    await using own = await openTestArchive({
      env: { DISCORD_WEBHOOK_URL: discord.webhookUrl, NOTICES_TO_PRIVATE: "yes" },
    });
    const { db, wake } = own.parts;
    const looks = () => countsOf(db).jobs.get("spread-notice postponed") ?? 0;
    const titles = Array.from({ length: 10 }, (_, number) => `Waiting ${number}`);
    const ids: string[] = [];
    for (const title of titles) ids.push(await publishRecording(own.parts, { title, hasPicture: false }));
    await expect.poll(looks).toBe(titles.length);
    const waiting = await db
      .selectFrom("job")
      .select(["run_at", "created_at"])
      .where("kind", "=", "spread-notice")
      .where("state", "=", "waiting")
      .execute();
    expect(waiting).toHaveLength(titles.length);
    for (const { run_at, created_at } of waiting)
      expect(run_at.getTime() - created_at.getTime()).toBeGreaterThan(4 * 60_000);
    // a later notice goes its way meanwhile
    await publishRecording(own.parts, { title: "Not waiting" });
    await expect.poll(() => posts("Not waiting")).toHaveLength(1);
    for (const id of ids) await addPicture(own.parts, id);
    wake();
    await expect.poll(() => posts("Waiting 3")).toHaveLength(1);
    expect(looks()).toBe(titles.length);
  });

  it("waits as long as Discord says, and is posted once", async () => {
    Object.assign(discord.limit, { left: 0, waitSeconds: 0.7 });
    await publishRecording(archive.parts, { title: "Limited" });
    await expect.poll(() => posts("Limited")).toHaveLength(1);
    const at = discord.asked.findLastIndex(({ status }) => status === 429);
    const [refused, next] = discord.asked.slice(at);
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(700);
  });

  it("is told once, also when it is hidden and shown again", async () => {
    const id = await publishRecording(archive.parts, { title: "Twice shown" });
    await expect.poll(() => posts("Twice shown")).toHaveLength(1);
    for (const hidden of [true, false]) await owner.ask(`PUT /api/video/v/${id}/hidden`, { hidden });
    expect(await told("Twice shown")).toHaveLength(1);
  });

  it("is not told while it is hidden, and when it is shown for the first time, it is", async () => {
    const id = await publishRecording(archive.parts, { title: "Shown later", hidden: true });
    expect(await told("Shown later")).toHaveLength(0);
    await owner.ask(`PUT /api/video/v/${id}/hidden`, { hidden: false });
    await expect.poll(() => posts("Shown later")).toHaveLength(1);
  });

  it("that is hidden before it is sent is not sent, and is told when it is shown again", async () => {
    // it is sent when its picture is there
    const id = await publishRecording(archive.parts, { title: "Withdrawn", hasPicture: false });
    await owner.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true });
    await expect
      .poll(async () => (await told("Withdrawn"))[0]?.deliveries)
      .toMatchObject([{ withdrawn: 1 }, { withdrawn: 1 }]);
    expect(posts("Withdrawn")).toHaveLength(0);
    await addPicture(archive.parts, id);
    await owner.ask(`PUT /api/video/v/${id}/hidden`, { hidden: false });
    await expect.poll(() => posts("Withdrawn")).toHaveLength(1);
  });

  it("that is old or imported is told to nobody: 400 of them neither", async () => {
    const { db, clock } = archive.parts;
    const now = clock.now();
    const old = await publishRecording(archive.parts, {
      title: "Of last year",
      addDate: new Date(now.getTime() - 366 * 864e5),
    });
    const ids: string[] = [old];
    await changeLibrary(db, async (trx) => {
      for (let count = 0; count < 400; count++) {
        const id = await addVideo(trx, { title: `Imported ${count}`, addDate: now, memberId: null }, now);
        await announceNever(trx, id, now);
        await publishVideo(trx, id, now);
        ids.push(id);
      }
    });
    const notices = await db.selectFrom("notice").select("id").where("video_id", "in", ids).execute();
    expect(notices).toEqual([]);
  });
});

describe("the end of early access", () => {
  it("is told once to those who can watch from then on, not to those who could before, and not while it is hidden", async () => {
    const { db } = archive.parts;
    const gold = { id: "gold", name: "Gold", patreonTierIds: ["20550102"], twitchTier: "3000" };
    expect((await owner.ask("PUT /api/settings", { levels: { above: [gold] } })).status).toBe(200);
    const before = archive.openBrowser();
    await before.signIn("twitch-tier3");
    await choose({ mail: "each" });
    await before.ask("PUT /api/user/notices", { ...wishes, mail: "each" });
    const subjects = (title: string) => mail.mails.filter(({ headers }) => headers.get("subject") === title);
    const open = async (title: string, hidden = false) => {
      const [video] = await db.selectFrom("video").select("id").where("title", "=", title).execute();
      const opens_at = new Date(archive.parts.clock.now().getTime() - 1000);
      await db
        .updateTable("video")
        .set({ opens_at, hidden })
        .where("id", "=", video?.id ?? "")
        .execute();
      await openDue(archive.parts);
    };
    for (const title of ["Early", "Early and hidden"]) {
      await publishRecording(archive.parts, { title, level: "gold" });
      await expect.poll(() => subjects(title)).toHaveLength(1);
    }
    expect(posts("Early")).toEqual([]);
    await open("Early and hidden", true);
    await open("Early");
    await expect.poll(() => subjects("Early")).toHaveLength(2);
    await expect.poll(() => posts("Early")).toHaveLength(1);
    const receivers = subjects("Early").map(({ to }) => to);
    expect(new Set(receivers).size).toBe(2);
    await db.updateTable("video").set({ level: "gold" }).where("title", "=", "Early").execute();
    await open("Early");
    await expect.poll(async () => (await told("Early")).length).toBe(2);
    expect([subjects("Early").length, subjects("Early and hidden").length]).toEqual([2, 1]);
    await before.ask("PUT /api/user/notices", wishes);
    await choose({});
  });
});

describe("members choose", () => {
  it("nothing at first, and mails only go to an address that the provider verified", async () => {
    const { body } = await member.ask<NoticeChoice>("GET /api/user/notices");
    expect(body).toMatchObject({ mail: "nothing", push: "nothing", quiet: null, can_mail: true, devices: 0 });
    expect(body.address).toMatch(/^..…@viewer\.example$/);
    const patron = archive.openBrowser();
    await patron.signIn("patron-gold");
    expect((await patron.ask<NoticeChoice>("GET /api/user/notices")).body.address).toBeNull();
  });

  it("mails with text, HTML and a link that ends them by one click, without a login", async () => {
    await choose({ mail: "each" });
    await publishRecording(archive.parts, { title: "By <b>mail</b>" });
    const ofThis = () => mail.mails.filter(({ headers }) => headers.get("subject") === "By <b>mail</b>");
    await expect.poll(ofThis).toHaveLength(1);
    const [kept] = ofThis();
    const stop = kept?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "";
    expect(stop).toMatch(/^http:\/\/localhost:\d+\/api\/notices\/stop\/[a-z0-9]{26}$/);
    expect(kept?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(kept?.headers.get("message-id")).toMatch(/^<[0-9a-f]{25}@localhost>$/);
    expect(kept?.raw).toContain("text/plain");
    // quoted-printable breaks lines
    expect(kept?.raw.replaceAll("=\r\n", "")).toContain("By &lt;b&gt;mail&lt;/b&gt;");

    const page = await fetch(stop);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Stop the emails")]);
    expect((await member.ask<NoticeChoice>("GET /api/user/notices")).body.mail).toBe("each");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const posted = await fetch(stop, {
      method: "POST",
      headers: form,
      body: "List-Unsubscribe=One-Click",
      redirect: "error",
    });
    expect(posted.status).toBe(200);
    expect((await member.ask<NoticeChoice>("GET /api/user/notices")).body.mail).toBe("nothing");
    expect((await fetch(stop.replace(/.{26}$/, "a".repeat(26)), { method: "POST" })).status).toBe(404);
  });

  it("an address that is refused for good three times gets no more, until it is chosen again", async () => {
    await choose({ mail: "each" });
    mail.refused = 550;
    const before = mail.mails.length;
    for (const count of [1, 2, 3]) {
      await publishRecording(archive.parts, { title: `Refused ${count}` });
      await expect
        .poll(async () => (await told(`Refused ${count}`))[0]?.deliveries.find(({ channel }) => channel === "mail"), {
          timeout: 5000,
        })
        .toMatchObject({ failed: 1, answer: "550 No such user <the address>" });
    }
    mail.refused = null;
    expect((await member.ask<NoticeChoice>("GET /api/user/notices")).body.is_refused).toBe(true);
    await publishRecording(archive.parts, { title: "Refused 4" });
    await expect
      .poll(async () => (await told("Refused 4"))[0]?.deliveries.find(({ channel }) => channel === "mail"), {
        timeout: 5000,
      })
      .toMatchObject({ withdrawn: 1 });
    expect(mail.mails).toHaveLength(before);
    expect((await choose({ mail: "nothing" })).body.is_refused).toBe(false);
  });

  it("push notices, which only their browser can read; a browser that is gone is forgotten", async () => {
    const browser = push.subscribe();
    const stranger = { ...browser.subscription, endpoint: "https://intranet.example/push" };
    expect((await member.ask("PUT /api/user/notices/push", stranger)).status).toBe(400);
    expect((await member.ask<NoticeChoice>("PUT /api/user/notices/push", browser.subscription)).body.devices).toBe(1);
    await choose({ push: "each" });
    const id = await publishRecording(archive.parts, { title: "Pushed" });
    await expect.poll(() => [...browser.shown.values()]).toMatchObject([{ title: "Pushed", path: `/video/${id}` }]);
    expect(push.refusals).toEqual([]);

    push.gone.add(new URL(browser.subscription.endpoint).pathname);
    await publishRecording(archive.parts, { title: "Not pushed" });
    await expect.poll(async () => (await member.ask<NoticeChoice>("GET /api/user/notices")).body.devices).toBe(0);
    await choose({});
  });

  it("one mail a week, with what is new, and none without anything new", async () => {
    const { db, clock } = archive.parts;
    await choose({ mail: "weekly" });
    await publishRecording(archive.parts, { title: "Of this week" });
    const digest_at = new Date(clock.now().getTime() - 8 * 864e5);
    const ofWeeks = () => mail.mails.filter(({ headers }) => headers.get("subject")?.endsWith("this week"));
    await addDigests(archive.parts);
    expect(await db.selectFrom("notice").select("id").where("kind", "=", "digest").execute()).toEqual([]);
    await db.updateTable("notice_choice").set({ digest_at }).execute();
    for (let round = 0; round < 2; round++) await addDigests(archive.parts);
    await expect.poll(ofWeeks).toHaveLength(1);
    expect(ofWeeks()[0]?.raw).toContain("Of this week");
    expect(mail.mails.filter(({ headers }) => headers.get("subject") === "Of this week")).toEqual([]);
    await choose({});
  });

  it("no more is sent to somebody who may no longer watch", async () => {
    await choose({ mail: "each" });
    const before = mail.mails.length;
    const { id } = (await member.whoAmI()) as { id: string };
    await owner.ask(`PUT /api/members/${id}`, { disabled: true });
    await publishRecording(archive.parts, { title: "For members" });
    await expect
      .poll(async () => (await told("For members"))[0]?.deliveries.find(({ channel }) => channel === "mail"), {
        timeout: 5000,
      })
      .toMatchObject({ withdrawn: 1 });
    await owner.ask(`PUT /api/members/${id}`, { disabled: false });
    expect(mail.mails).toHaveLength(before);
    await member.signIn("twitch-tier1");
    await choose({});
  });
});

describe("access that is about to end", () => {
  it("is told once: to guests a week ahead, and to members of whom Patreon says it; not to those who stay", async () => {
    const { clock, db } = archive.parts;
    const guest_until = new Date(clock.now().getTime() + 9 * 864e5).toISOString();
    const invitation = { guest_until, link_until: guest_until, most_uses: 1, note: "" };
    const { body } = await owner.ask<{ link: string }>("POST /api/invitations", invitation);
    const people = ["patron-bronze", "patron-cancelled-paid", "patron-declined-retrying", "patron-gold"] as const;
    const shown: Map<string, { title: string }>[] = [];
    for (const persona of people) {
      const browser = archive.openBrowser();
      await browser.signIn(persona);
      if (persona === "patron-bronze")
        expect((await browser.ask("POST /api/invitation/accept", { key: body.link.split("#")[1] })).status).toBe(200);
      const { id } = (await browser.whoAmI()) as { id: string };
      // editors may watch without a membership
      if (persona === "patron-declined-retrying")
        await db.updateTable("member").set({ role: "editor" }).where("id", "=", id).execute();
      const device = push.subscribe();
      await browser.ask("PUT /api/user/notices/push", device.subscription);
      await browser.ask("PUT /api/user/notices", { ...wishes, push: "weekly" });
      shown.push(device.shown);
    }
    const titles = () => shown.map((list) => [...list.values()].map(({ title }) => title));
    const ends = ["Your membership at Patreon is about to end"];
    await addEndings(archive.parts);
    await expect.poll(titles).toEqual([[], ends, [], []]);
    await db
      .updateTable("guest")
      .set({ until: new Date(clock.now().getTime() + 6 * 864e5) })
      .execute();
    for (let twice = 0; twice < 2; twice += 1) await addEndings(archive.parts);
    await expect.poll(titles).toEqual([[expect.stringMatching(/^Your access ends on /)], ends, [], []]);
    const rows = await db.selectFrom("notice").select("id").where("kind", "=", "ending").execute();
    expect(rows).toHaveLength(2);
  });
});

describe("the test button", () => {
  it.each([
    ["discord", true, /^The other server answered with 200, message \d+$/],
    ["webhook", true, /^The other server answered with 204\.$/],
    ["discord-trouble", null, /not set up/],
    ["push", null, /None of your devices/],
  ] as const)("of %s shows what the other server said", async (channel, arrived, sentence) => {
    const { body } = await owner.ask<TestAnswer & { detail?: string }>("POST /api/notices/test", { channel });
    expect(body.answer ?? body.detail).toMatch(sentence);
    if (arrived !== null) expect(body.arrived).toBe(arrived);
  });

  it("shows a refusal, too", async () => {
    discord.fault = 404;
    const { body } = await owner.ask<TestAnswer>("POST /api/notices/test", { channel: "discord" });
    discord.fault = null;
    expect(body).toEqual({ arrived: false, answer: expect.stringContaining("error 404") });
  });
});
