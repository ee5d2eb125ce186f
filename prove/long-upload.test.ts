// A long upload while the bucket is away three times: no byte is sent twice but those of the piece under way, what arrives is what was sent, and the owner is told of
// each outage, and once when it is over. In npm test it is short, and told at once; at full length it has 2 GB.
import { randomBytes } from "node:crypto";
import { mkdtempDisposable, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { hashFile } from "#server/media/store/store.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { makeWave } from "#server/testing/clips.ts";
import { openLine } from "#server/testing/line.ts";
import { startDiscordLike } from "#server/testing/notices/discord.ts";
import { isFull, publish, unscaled } from "#server/testing/proof.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";
import { createTusClient } from "#server/testing/tus.ts";

const mebibyte = 2 ** 20;
/** As the page sends them. */
const pieceBytes = 8 * mebibyte;
const size = unscaled(5, 256) * pieceBytes;
const outages = 3;
const patience = { timeout: unscaled(300_000, 600_000), interval: 100 };

it(
  "a long upload goes on where it was, each time the bucket is back",
  { timeout: unscaled(900_000, 3_600_000) },
  async () => {
    await using stack = new AsyncDisposableStack();
    const bucket = await createTestBucket();
    const line = stack.use(await openLine(bucket.endpoint ?? ""));
    const discord = stack.use(await startDiscordLike());
    const archive = stack.use(
      await openTestArchive({
        env: {
          ...{ ...bucketSettings(bucket), S3_ENDPOINT: line.url, LEAST_FREE_GB: "0" },
          ...{ DISCORD_TROUBLE_URL: discord.webhookUrl, NOTICES_TO_PRIVATE: "yes" },
        },
      }),
    );
    // a minute, but for the short form
    if (!isFull) archive.parts.media.store.health.lastsAfterMs = 0;
    const { path: folder } = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-long-")));
    const file = path.join(folder, "evening.wav");
    await writeWave(file, size);
    const whole = await hashFile(file);
    await using content = await open(file);
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    const tus = createTusClient(archive.url, editor);
    const address = await tus.begin(size, { filename: "evening.wav" });

    const count = (title: string) => discord.posted.filter(({ embeds }) => embeds[0]?.title === title).length;
    const numbers = {
      uploads: 1,
      mebibytes: size / mebibyte,
      away: 0,
      lost: 0,
      toldWrong: 0,
      mostRepeated: 0,
      mostToldSeconds: 0,
    };
    const goAway = async () => {
      numbers.away += 1;
      const began = Date.now();
      await line.cut(numbers.away % 2 ? "refused" : "silent");
      await expect.poll(() => count("Problem: Media storage"), patience).toBe(numbers.away);
      numbers.mostToldSeconds = Math.max(numbers.mostToldSeconds, (Date.now() - began) / 1000);
      await line.mend();
      await expect.poll(() => count("Solved: Media storage"), patience).toBe(numbers.away);
    };
    /** As the page does it: where it goes on is asked until there is an answer. */
    const askOffset = async () => {
      for (;;) {
        const answer = await tus.ask("HEAD", address);
        if (answer.status !== 503) return Number(answer.headers.get("upload-offset"));
        await sleep(200);
      }
    };
    let [offset, sentTo, last] = [0, 0, undefined as Response | undefined];
    while (offset < size) {
      const { buffer, bytesRead } = await content.read({ buffer: Buffer.alloc(pieceBytes), position: offset });
      numbers.mostRepeated = Math.max(numbers.mostRepeated, sentTo - offset);
      sentTo = offset + bytesRead;
      const sending = tus.send(address, offset, buffer.subarray(0, bytesRead)).catch(() => undefined);
      // while a piece is under way
      const isDue = numbers.away < outages && offset >= (size * (numbers.away + 1)) / (outages + 2);
      const [answer] = await Promise.all([sending, isDue ? goAway() : undefined]);
      last = answer;
      const isKept = answer?.status === 204 || answer?.status === 200;
      if (!isKept) expect(answer?.status ?? 503).toBe(503);
      const next = isKept ? Number(answer.headers.get("upload-offset") ?? size) : await askOffset();
      if (next < offset) numbers.lost += offset - next;
      offset = next;
    }
    // the last answer comes when the file was checked; where it was lost, an empty part asks for it
    if (last?.status !== 200) last = await tus.send(address, size, Buffer.alloc(0));
    const { id } = (await last.json()) as { id: string };
    const row = await archive.parts.db
      .selectFrom("recording")
      .select(["sha256", "bytes"])
      .where("video_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual(whole);
    numbers.toldWrong =
      Math.abs(count("Problem: Media storage") - outages) + Math.abs(count("Solved: Media storage") - outages);
    console.log(JSON.stringify(numbers));
    expect(numbers).toMatchObject({ away: outages, lost: 0, toldWrong: 0 });
    expect(numbers.mostRepeated).toBeLessThanOrEqual(pieceBytes);
    expect(numbers.mostToldSeconds).toBeLessThan(300);
    publish("long-upload", numbers);
  },
);

/** A second of music, and noise behind it up to that size. */
async function writeWave(file: string, bytes: number): Promise<void> {
  const head = makeWave(Buffer.alloc(0));
  await using handle = await open(file, "w");
  await handle.write(head);
  for (let left = bytes - head.length; left > 0; left -= pieceBytes)
    await handle.write(randomBytes(Math.min(left, pieceBytes)));
}
