// The bucket, the database, mail, Discord and both providers are cut off one by one, on real TCP lines, while an editor edits,
// a file is uploaded and a member watches: each answer is right or says to come back, nothing is lost, and each outage is told
// once, and once when it is over. OUTAGE_SECONDS=300 makes them longer.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { User } from "#contract/member.ts";
import type { Video } from "#contract/video.ts";
import { addNotice } from "#server/notices/outbox.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { createTestDatabase } from "#server/testing/databases.ts";
import { openLine, type Line } from "#server/testing/line.ts";
import { startDiscordLike } from "#server/testing/notices/discord.ts";
import { startMailServer } from "#server/testing/notices/mail-server.ts";
import { pictureBytes, publishRecording } from "#server/testing/notices/recordings.ts";
import { isFull, publish, unscaled } from "#server/testing/proof.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";
import { createTusClient } from "#server/testing/tus.ts";

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const seconds = Number(process.env["OUTAGE_SECONDS"] ?? unscaled(1, 4));
const pieceBytes = 4 * 2 ** 20;
const patience = { timeout: 400_000 + seconds * 2000, interval: 100 };

it(
  "what the archive depends on may be away",
  { timeout: unscaled(1_200_000, 2_400_000) + seconds * 20_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    const log: string[] = [];
    const bucket = await createTestBucket();
    const { place } = stack.use(await createTestDatabase("postgres", "migrated"));
    const [discord, mail] = [stack.use(await startDiscordLike()), stack.use(await startMailServer())];
    const on = async (address: string) => stack.use(await openLine(address));
    const providers = `http://127.0.0.1:${await findFreePort()}`;
    const lines = {
      patreon: await on(providers),
      twitch: await on(providers),
      bucket: await on(bucket.endpoint ?? ""),
      database: await on("url" in place ? place.url : ""),
      discord: await on(discord.webhookUrl),
      mail: await on(mail.url),
    };
    await using archive = await openTestArchive({
      emulator: { port: Number(new URL(providers).port) },
      env: {
        PATREON_ORIGIN: `${lines.patreon.url}/patreon`,
        TWITCH_ID_ORIGIN: `${lines.twitch.url}/twitch-id`,
        TWITCH_API_ORIGIN: `${lines.twitch.url}/twitch-api`,
        ...{ ...bucketSettings(bucket), S3_ENDPOINT: lines.bucket.url, DATABASE_URL: lines.database.url },
        ...{ DISCORD_TROUBLE_URL: lines.discord.url, SMTP_URL: lines.mail.url, MAIL_FROM: "archive@example.org" },
        ...{ TROUBLE_MAIL_TO: "owner@example.org", NOTICES_TO_PRIVATE: "yes", LOG_LEVEL: "info" },
      },
      logTo: { write: (text: string) => void log.push(text) },
    });
    const { parts } = archive;
    parts.media.store.health.lastsAfterMs = 0;
    const [editor, member, subscriber] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
    await subscriber.signIn("twitch-tier1");
    await editor.signIn("patron-editor");
    await member.signIn("patron-gold");
    const id = await publishRecording(parts, { title: "Title 0" });

    const numbers = {
      outages: 0,
      answered: 0,
      putOff: 0,
      wrong: 0,
      lost: 0,
      repeatedBytes: 0,
      stacks: 0,
      toldTwice: 0,
    };
    const over = new AbortController();
    const wrong: string[] = [];
    const note = (what: string) => {
      wrong.push(what);
      numbers.wrong += 1;
    };
    /** Right, or told to try again. */
    const judge = (status: number, isRight: boolean, isBusy: boolean) => {
      if (status === 200 && isRight) numbers.answered += 1;
      else if (status === 503 && isBusy) numbers.putOff += 1;
      else note(`answer ${status}`);
    };
    const ask = (browser: typeof editor, path: string, init: Init = {}) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return fetch(archive.url + path, { ...init, headers: { cookie, origin: archive.url, ...init.headers } });
    };
    const isBusy = (body: unknown) => (body as Problem | null)?.code === "busy" && (body as Problem).detail.length > 0;
    const readVideo = async () => {
      const answer = await ask(editor, `/api/video/v/${id}`);
      return answer.status === 200 ? ((await answer.json()) as { video: Video }).video : undefined;
    };

    const watching = (async () => {
      while (!over.signal.aborted) {
        const file = await ask(member, `/api/media/${id}/thumbnail`);
        const bytes = Buffer.from(await file.arrayBuffer());
        const isProblem = file.headers.get("content-type")?.includes("problem+json") === true;
        judge(file.status, bytes.equals(pictureBytes), isProblem && isBusy(JSON.parse(bytes.toString())));
        const me = await ask(member, "/api/user/info");
        const body: unknown = await me.json();
        judge(me.status, (body as { user?: User }).user?.can_view === true, isBusy(body));
        await sleep(50);
      }
    })();

    let acknowledged = "Title 0";
    const editing = (async () => {
      for (let n = 1; !over.signal.aborted; n += 1) {
        const video = await readVideo();
        if (video) {
          if (video.title !== acknowledged && !video.title.startsWith("Perhaps")) numbers.lost += 1;
          const title = `Perhaps ${n}`;
          const answer = await ask(editor, `/api/video/v/${id}`, {
            method: "PUT",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ video: { ...video, title } }),
          });
          const body: unknown = await answer.json();
          // told to try again after it was saved, and then it is the older revision
          judge(answer.status === 409 ? 200 : answer.status, true, isBusy(body));
          if (answer.status === 200) acknowledged = title;
        }
        await sleep(50);
      }
    })();

    const tus = createTusClient(archive.url, editor);
    const content = randomBytes(8 * pieceBytes);
    const uploading = (async () => {
      const address = await tus.begin(2 ** 30);
      let [offset, sentBytes] = [0, 0];
      while (!over.signal.aborted) {
        const body = content.subarray(0, pieceBytes);
        const answer = await tus.send(address, offset, body).catch(() => undefined);
        sentBytes += pieceBytes;
        const said = Number(answer?.headers.get("upload-offset") ?? Number.NaN);
        if (answer?.status === 204) offset = said;
        else {
          if (answer && answer.status !== 503) note(`part ${answer.status}`);
          // as the page does it: ask where it goes on, until there is an answer
          const head = await askUntilThere(() => tus.ask("HEAD", address));
          if (head.status !== 200) note(`head ${head.status}`);
          const found = Number(head.headers.get("upload-offset"));
          if (!(found >= offset)) numbers.lost += 1;
          numbers.repeatedBytes = Math.max(numbers.repeatedBytes, offset + pieceBytes - found);
          offset = found;
        }
        await sleep(200);
      }
      await askUntilThere(() => tus.ask("DELETE", address));
      return { offset, sentBytes };
    })();
    async function askUntilThere(again: () => Promise<Response>): Promise<Response> {
      for (;;) {
        const answer = await again().catch(() => undefined);
        if (answer && answer.status !== 503) return answer;
        if (answer && !answer.headers.has("retry-after")) note("no Retry-After");
        await sleep(200);
      }
    }

    const count = (what: string, said: string) =>
      log.filter((line) => line.includes(what) && line.includes(said)).length;
    const titles = () => discord.posted.map(({ embeds }) => embeds[0]?.title ?? "");
    const cutFor = async (line: Line, how: "refused" | "silent") => {
      numbers.outages += 1;
      await line.cut(how);
      await sleep(seconds * 1000);
      await line.mend();
    };
    const goesOn = async () => {
      const before = numbers.answered;
      await expect.poll(() => numbers.answered - before, patience).toBeGreaterThan(6);
    };

    await goesOn();
    for (const how of isFull ? (["refused", "silent"] as const) : (["refused"] as const)) {
      await cutFor(lines.database, how);
      await goesOn();
      await cutFor(lines.bucket, how);
      await goesOn();
      await expect.poll(() => parts.media.store.health.outage, patience).toBe(null);
      // the others take a minute, because they are tried again after a while
      if (!isFull) continue;
      for (const channel of ["discord", "mail"] as const) {
        const key = `rig ${channel} ${how}`;
        numbers.outages += 1;
        await lines[channel].cut(how);
        await parts.db
          .transaction()
          .execute((trx) => addNotice(trx, { key, kind: "trouble", title: key, text: "Text.", at: new Date() }));
        parts.wake();
        await sleep(seconds * 1000);
        await lines[channel].mend();
        await expect.poll(() => titles().filter((title) => title.includes(key)).length, patience).toBe(1);
        await expect.poll(() => mail.mails.filter(({ raw }) => raw.includes(key)).length, patience).toBe(1);
        await goesOn();
      }
      for (const [provider, browser] of [
        ["patreon", member],
        ["twitch", subscriber],
      ] as const) {
        numbers.outages += 1;
        await lines[provider].cut(how);
        // nobody is locked out because their provider cannot be asked
        const check = await ask(browser, "/api/user/check", { method: "POST" });
        const body = (await check.json()) as { user?: User; detail?: string };
        const isTold = body.user?.can_view === true || (check.status >= 429 && Boolean(body.detail));
        if (!isTold) note(`check ${check.status}`);
        if ((await browser.whoAmI())?.can_view !== true) note("locked out");
        await sleep(seconds * 1000);
        await lines[provider].mend();
        await goesOn();
        if ((await browser.whoAmI())?.can_view !== true) note("locked out afterwards");
      }
    }
    over.abort();
    const [{ offset }] = await Promise.all([uploading, watching, editing]);
    expect(offset).toBeGreaterThan(0);
    const final = await readVideo();
    if (final?.title !== acknowledged && !final?.title.startsWith("Perhaps")) numbers.lost += 1;
    // told once, and its end once
    const [begun, ended] = [count("the bucket", "does not answer"), count("the bucket", "answers again")];
    expect(ended).toBe(begun);
    expect(count("the database", "answers again")).toBe(count("the database", "does not answer"));
    await expect
      .poll(() => titles().filter((title) => title === "Solved: Media storage").length, patience)
      .toBe(titles().filter((title) => title === "Problem: Media storage").length);
    numbers.toldTwice = Math.max(0, titles().filter((title) => title === "Problem: Media storage").length - begun);
    numbers.stacks = log.filter(
      (line) => /ECONNREFUSED|Connection terminated/.test(line) && line.includes('"stack"'),
    ).length;
    console.log(JSON.stringify(numbers), [...new Set(wrong)].join(", "));
    expect(numbers).toMatchObject({ wrong: 0, lost: 0, stacks: 0, toldTwice: 0 });
    expect(numbers.repeatedBytes).toBeLessThanOrEqual(pieceBytes);
    expect(numbers.putOff).toBeGreaterThan(0);
    const { repeatedBytes, ...sums } = numbers;
    publish("outages", { ...sums, mostRepeatedBytes: repeatedBytes });
  },
);
