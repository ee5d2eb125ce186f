// Kills the server around publishing and sending. Afterwards every recording that was shown has been told: once at Discord and
// in the browser, by mail at most twice with the same Message-ID, and none is missing.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Notices } from "#contract/notices.ts";
import { addVideo } from "#server/library/add.ts";
import { setPictures } from "#server/library/prepared.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { openPlace } from "#server/testing/safe.ts";
import { startDiscordLike } from "#server/testing/notices/discord.ts";
import { startMailServer } from "#server/testing/notices/mail-server.ts";
import { startPushService } from "#server/testing/notices/push-service.ts";
import { getReady, kill, launch, openStage, type Stage } from "./crash/server.ts";
import { changeLibrary } from "#server/library/version.ts";

const kills = Number(process.env["KILLS"] ?? scaled(2, 200));
const eachRound = 2;

it(
  "every notice arrives though the server is killed while it is written and sent",
  { tags: ["long"], timeout: 120_000 + kills * 10_000 },
  async () => {
    await using discord = await startDiscordLike();
    await using mail = await startMailServer();
    await using push = await startPushService();
    await using stage = await openStage("sqlite");
    Object.assign(stage.env, {
      DISCORD_WEBHOOK_URL: discord.webhookUrl,
      SMTP_URL: mail.url,
      MAIL_FROM: "archive@mail.example",
      NOTICES_TO_PRIVATE: "yes",
      PUSH_SERVICES: `127.0.0.1:${push.port}`,
    });
    const ids = await addHidden(stage, (kills + 1) * eachRound);
    const browser = push.subscribe();
    const editor = await prepare(stage, browser.subscription);

    const random = createRandom(seed);
    const shown: string[] = [];
    let next = getReady(stage);
    for (let killed = 0; killed < kills; killed += 1) {
      const server = next.begin();
      next = getReady(stage);
      if (await server.ready) {
        const these = ids.splice(0, eachRound);
        shown.push(...these);
        // an answer may be lost with the server: then the next round shows it again
        const showing = these.map((id) =>
          editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: false }).catch(() => null),
        );
        await sleep(random.below(killed % 2 === 0 ? 60 : 1500));
        await kill(server);
        await Promise.all(showing);
      }
      await kill(server);
    }
    await next.drop();

    const last = launch(stage);
    await last.ready;
    for (const id of shown)
      expect((await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: false })).status).toBe(200);
    await waitUntilSent(stage, shown.length);
    await kill(last);

    const titles = shown.map((id) => `Number ${id}`);
    const posts = Map.groupBy(discord.posted, ({ embeds }) => embeds[0]?.title ?? "");
    const pushes = Map.groupBy([...browser.shown.values()], ({ title }) => title);
    const mails = Map.groupBy(mail.mails, ({ headers }) => headers.get("subject") ?? "");
    const wrong = titles.flatMap((title) => {
      const ofMail = mails.get(title) ?? [];
      const messageIds = new Set(ofMail.map(({ headers }) => headers.get("message-id")));
      const counts = [posts.get(title)?.length, pushes.get(title)?.length, messageIds.size];
      return counts.every((count) => count === 1) && ofMail.length <= 2
        ? []
        : [`${title}: ${counts.join(" ")} ${ofMail.length}`];
    });
    const twice = [...mails.values()].filter((list) => list.length > 1).length;
    const asked = discord.asked.filter(({ status }) => status === 200).length - discord.posted.length;
    console.log(
      `${kills} kills, ${titles.length} recordings, ${twice} mails and ${asked} posts sent twice, ${wrong.length} wrong`,
    );
    expect(wrong).toEqual([]);
    publish("notices", { kills, notices: titles.length, mailsTwice: twice, postsTwice: asked, wrong: wrong.length });
  },
);

async function addHidden(stage: Stage, count: number): Promise<string[]> {
  await using open = await openPlace(stage.place);
  const ids: string[] = [];
  const now = new Date();
  await changeLibrary(open.db, async (trx) => {
    for (let n = 0; n < count; n += 1) {
      const id = await addVideo(
        trx,
        { title: "x", addDate: now, hidden: true, state: "published", memberId: null },
        now,
      );
      await trx
        .updateTable("video")
        .set({ title: `Number ${id}` })
        .where("id", "=", id)
        .execute();
      await setPictures(trx, id, { thumbnailHash: "abc", dominantColor: null, now });
      ids.push(id);
    }
  });
  return ids;
}

/** A member who wants everything, and an editor; their sessions survive the server. */
async function prepare(stage: Stage, subscription: object) {
  const server = launch(stage);
  await server.ready;
  const member = await stage.signIn("twitch-tier1");
  await member.ask("PUT /api/user/notices", { mail: "each", push: "each", quiet: null, time_zone: "UTC" });
  await member.ask("PUT /api/user/notices/push", subscription);
  const editor = await stage.signIn("patron-editor");
  await kill(server);
  return editor;
}

async function waitUntilSent(stage: Stage, notices: number): Promise<void> {
  const owner = await stage.signIn("patron-owner");
  const listOpen = async (): Promise<{ seen: number; open: string[] }> => {
    let [seen, before] = [0, null as number | null];
    const open: string[] = [];
    do {
      const { body } = await owner.ask<Notices>(`GET /api/notices${before === null ? "" : `?before=${before}`}`);
      // the owner may be told of trouble meanwhile, such as an address that does not answer because the server is killed
      const recordings = body.notices.filter(({ kind }) => kind === "recording");
      seen += recordings.length;
      for (const { title, deliveries } of recordings)
        if (deliveries.length < 3 || deliveries.some(({ waiting }) => waiting > 0))
          open.push(`${title}: ${JSON.stringify(deliveries)}`);
      before = body.next;
    } while (before !== null);
    return { seen, open };
  };
  // a job whose server died several times in a row waits for up to half a minute
  try {
    await expect.poll(listOpen, { timeout: 180_000, interval: 500 }).toEqual({ seen: notices, open: [] });
  } catch (error) {
    await using place = await openPlace(stage.place);
    const jobs = place.db.selectFrom("job").selectAll().where("state", "!=", "done");
    console.log(await jobs.where("kind", "like", "%-notice").execute());
    throw error;
  }
}
