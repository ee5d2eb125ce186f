// The storage of files stops answering: everybody who should know is told, once, and once when it is back.
import { rename } from "node:fs/promises";
import { expect, it } from "vitest";
import type { CheckUp } from "#contract/check-up.ts";
import { buildApp } from "#server/http/app.ts";
import { watchTroubles } from "#server/notices/troubles.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { openLine } from "#server/testing/line.ts";
import { startDiscordLike } from "#server/testing/notices/discord.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";

async function openAway(kind: "bucket" | "disk") {
  await using stack = new AsyncDisposableStack();
  const log: string[] = [];
  const discord = stack.use(await startDiscordLike());
  const bucket = kind === "bucket" ? await createTestBucket() : null;
  const line = bucket && stack.use(await openLine(bucket.endpoint ?? ""));
  const archive = stack.use(
    await openTestArchive({
      store: "disk",
      env: {
        ...{ DISCORD_TROUBLE_URL: discord.webhookUrl, NOTICES_TO_PRIVATE: "yes", LOG_LEVEL: "info" },
        ...(bucket && { ...bucketSettings(bucket), S3_ENDPOINT: line?.url ?? "" }),
      },
      logTo: { write: (text: string) => void log.push(text) },
    }),
  );
  const { folder, health } = archive.parts.media.store;
  health.lastsAfterMs = 0;
  const kept = stack.move();
  return {
    archive,
    log,
    titles: () => discord.posted.map(({ embeds }) => embeds[0]?.title ?? ""),
    cut: () => (line ? line.cut("refused") : rename(folder, `${folder}-away`)),
    mend: () => (line ? line.mend() : rename(`${folder}-away`, folder)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function readHealth({ url, parts }: TestArchive) {
  const web = (await (await fetch(`${url}/api/health`)).json()) as { ready: boolean; storage: string };
  const app = await buildApp(parts, { isForMachinesOnly: true });
  const worker = await app.inject({ url: "/api/health", headers: { host: new URL(url).host } });
  await app.close();
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return [web.ready, web.storage, worker.statusCode, /stagedoor_available\{part="storage"\} (\d)/.exec(metrics)?.[1]];
}

it.each([
  ["bucket", "nothing answers at S3_ENDPOINT. Check that the service is running."],
  ["disk", "Check that its disk is mounted."],
] as const)("the %s", async (kind, advice) => {
  await using away = await openAway(kind);
  const { archive, titles, log } = away;
  const owner = archive.openBrowser();
  await owner.signIn("patron-owner");
  const readLine = async () => {
    const { body } = await owner.ask<CheckUp>("POST /api/check-up");
    const { state, sentence } = body.lines.find(({ name }) => name === "storage") ?? {};
    return `${state}: ${sentence}`;
  };
  expect(await readHealth(archive)).toEqual([true, "answers", 200, "1"]);
  expect(await readLine()).toMatch(/^good: /);

  await away.cut();
  archive.parts.media.store.health.suspect();
  await expect.poll(() => readHealth(archive)).toEqual([true, "away", 503, "0"]);
  expect(await readLine()).toMatch(/^bad: /);
  expect(await readLine()).toContain(advice);
  await expect.poll(titles).toEqual(["Problem: Media storage"]);
  for (let more = 0; more < 3; more++) await watchTroubles(archive.parts);

  await away.mend();
  await expect.poll(titles).toEqual(["Problem: Media storage", "Solved: Media storage"]);
  expect(await readHealth(archive)).toEqual([true, "answers", 200, "1"]);
  expect(await readLine()).toMatch(/^good: /);
  await watchTroubles(archive.parts);
  expect(titles()).toHaveLength(2);
  const said = (what: string) =>
    log.filter((line) => line.includes(kind === "bucket" ? "the bucket" : "the folder") && line.includes(what));
  expect([said("does not answer").length, said("answers again").length]).toEqual([1, 1]);
});
