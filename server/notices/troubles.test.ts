// The owner hears of each trouble within 15 minutes, once, and once when it is over. The clock is the archive's own.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CheckLine, CheckName } from "#contract/check-up.ts";
import type { Notices } from "#contract/notices.ts";
import { saveFindings } from "#server/backup/verify-findings.ts";
import { bad, good, warning } from "#server/checkup/line.ts";
import { saveLines } from "#server/checkup/saved.ts";
import { recordEvent } from "#server/history/log.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { publishRecording } from "#server/testing/notices/recordings.ts";
import { addJob } from "#server/queue/queue.ts";
import { addSummary } from "./summary.ts";
import { watchTroubles } from "./troubles.ts";

const roundMs = 5 * 60_000;
let discord: DiscordLike;
let archive: TestArchive;
let owner: Browser;

beforeAll(async () => {
  discord = await startDiscordLike();
  archive = await openTestArchive({
    // not within the hours of the summary, at which the archive would send one by itself
    startsAt: new Date(`${new Date().toISOString().slice(0, 10)}T10:00:00Z`),
    env: {
      ...{ DISCORD_TROUBLE_URL: discord.webhookUrl, NOTICES_TO_PRIVATE: "yes" },
      ...{ SUMMARY_HOUR: "7", TIME_ZONE: "Europe/Berlin" },
    },
  });
  owner = archive.openBrowser();
  await owner.signIn("patron-owner");
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await discord[Symbol.asyncDispose]();
});

const titles = () => discord.posted.map(({ embeds }) => embeds[0]?.title ?? "");
const count = (title: string) => titles().filter((one) => one === title).length;

/** One round of the archive: the check-up has these lines, and then the troubles are looked at. */
async function round(lines: CheckLine[] = []): Promise<void> {
  archive.advance(roundMs);
  await saveLines(archive.parts, lines);
  await watchTroubles(archive.parts);
}

const lines = [
  ...(["patreon-creator", "patreon-webhook", "twitch-events", "space", "certificate", "backup"] as const),
] satisfies CheckName[];

it.each(lines)("a red line of the check-up is told after the second look, and its end too: %s", async (name) => {
  const line = bad(name, `What is wrong with ${name}.`);
  const [begins, ends] = [`Problem: ${line.title}`, `Solved: ${line.title}`];
  // a line that is red once is not worth a message
  await round([line]);
  await round([good(name, "Right.")]);
  const { db } = archive.parts;
  expect(await db.selectFrom("notice").select("key").where("title", "=", line.title).execute()).toEqual([]);
  await round([line]);
  const began = archive.parts.clock.now().getTime();
  await round([line]);
  await expect.poll(() => count(begins)).toBe(1);
  expect(archive.parts.clock.now().getTime() - began).toBeLessThanOrEqual(15 * 60_000);
  for (let more = 0; more < 3; more++) await round([line]);
  await round([good(name, "Right.")]);
  await round([line]);
  await round([good(name, "Right.")]);
  await round([good(name, "Right.")]);
  await expect.poll(() => count(ends)).toBe(1);
  await round([good(name, "Right.")]);
  expect([count(begins), count(ends)]).toEqual([1, 1]);
});

it("a line that could not be checked, because the provider cannot be asked, is not over", async () => {
  const [events, client] = [bad("twitch-events", "Missing."), bad("twitch-client", "Wrong.")];
  const ended = count(`Solved: ${events.title}`);
  for (let twice = 0; twice < 2; twice++) await round([events]);
  await expect.poll(() => discord.posted.at(-1)?.embeds[0]?.title).toBe(`Problem: ${events.title}`);
  for (let more = 0; more < 3; more++) await round([client]);
  await expect.poll(() => count(`Problem: ${client.title}`)).toBe(1);
  expect(count(`Solved: ${events.title}`)).toBe(ended);
  const mended = [good("twitch-client", "Right."), good("twitch-events", "Right.")];
  for (let twice = 0; twice < 2; twice++) await round(mended);
  await expect.poll(() => count(`Solved: ${events.title}`)).toBe(ended + 1);
});

it("a new version is told in other words than trouble, and is not over because it cannot be asked for", async () => {
  const found = { ...warning("version", "Version 9.0.0 is available."), is_news: true };
  const [begins, ends] = ["A new version is available", "The newest version is installed"];
  for (let more = 0; more < 3; more++) await round([found]);
  await expect.poll(() => count(begins)).toBe(1);
  for (let more = 0; more < 3; more++) await round([warning("version", "The newest version could not be read.")]);
  for (let more = 0; more < 3; more++) await round([found]);
  for (let more = 0; more < 3; more++) await round([good("version", "9.0.0 is the newest version.")]);
  await expect.poll(() => count(ends)).toBe(1);
  expect([count(begins), count(ends), count("Problem: Version"), count("Solved: Version")]).toEqual([1, 1, 0, 0]);
});

it("a recording that cannot be prepared is told by its name, and its end", async () => {
  const { db } = archive.parts;
  const id = await publishRecording(archive.parts, { title: "Broken tape" });
  const { id: job } = await addJob(db, { kind: "prepare-check", key: id, payload: {}, delayMs: 3_600_000 });
  const set = (state: "quarantined" | "done") =>
    db.updateTable("job").set({ state, error: "The file ends too early.\nlog" }).where("id", "=", job).execute();
  await set("quarantined");
  await round();
  await round();
  await expect.poll(() => count("Problem: Preparing a recording")).toBe(1);
  const post = discord.posted.find(({ embeds }) => embeds[0]?.title === "Problem: Preparing a recording");
  expect(post?.embeds[0]?.description).toBe(
    "“Broken tape” could not be prepared. The file ends too early. See Studio > Upload.",
  );
  expect((await owner.ask<Notices>("GET /api/notices")).body.troubles).toMatchObject([{ is_told: true }]);
  await set("done");
  await round();
  await expect.poll(() => count("Solved: Preparing a recording")).toBe(1);
  expect((await owner.ask<Notices>("GET /api/notices")).body.troubles).toEqual([]);
});

it("a mass loss of members and a wrong checksum are told, and their ends", async () => {
  const { db, clock } = archive.parts;
  const id = await publishRecording(archive.parts, { title: "Damaged" });
  const finding = { videoId: id, name: "original", problem: "changed" as const, title: "Damaged" };
  await saveFindings(db, id, { findings: [finding], now: clock.now() });
  await recordEvent(db, { at: clock.now(), kind: "mass-revocation-stopped", detail: { lost: 40 } });
  await round();
  await expect
    .poll(() => [count("Problem: Many members would lose access"), count("Problem: Damaged files")])
    .toEqual([1, 1]);
  await saveFindings(db, id, { findings: [], now: clock.now() });
  archive.advance(3 * 3_600_000);
  await round();
  await expect
    .poll(() => [count("Solved: Many members would lose access"), count("Solved: Damaged files")])
    .toEqual([1, 1]);
  await round();
  expect(titles().filter((title) => /Many members would lose access|Damaged/.test(title))).toHaveLength(4);
});

it("a daily summary says what is new and what is wrong, once a day at its hour", async () => {
  const { parts } = archive;
  const timeTo = (text: string) => {
    const ahead = Date.parse(`${parts.clock.now().toISOString().slice(0, 10)}T${text}Z`) - parts.clock.now().getTime();
    return ahead > 0 ? ahead : ahead + 86_400_000;
  };
  const summaries = () => discord.posted.filter(({ embeds }) => embeds[0]?.title.startsWith("Daily summary"));
  // between 11 and 12 in Berlin, in summer and in winter
  archive.advance(timeTo("10:00:00"));
  await addSummary(parts);
  await publishRecording(parts, { title: "Since yesterday" });
  const lines = [bad("space", "Only 2 GB is free."), good("backup", "The last backup was made today.")];
  await round(lines);
  await round(lines);
  archive.advance(timeTo("06:30:00"));
  for (let twice = 0; twice < 2; twice += 1) await addSummary(parts);
  await expect.poll(summaries).toHaveLength(1);
  expect(summaries()[0]?.embeds[0]).toMatchObject({
    title: "Daily summary: 1 thing is wrong",
    description: expect.stringMatching(
      /new recordings? since yesterday:\n(• .+\n)*• Since yesterday\n(.+\n)*Free space: Only 2 GB is free\.\nBackup: The last backup was made today\./,
    ),
  });
  archive.advance(86_400_000);
  await addSummary(parts);
  await expect.poll(summaries).toHaveLength(2);
});
