// The owner hears of each trouble within 15 minutes, once, and once when it is over. The clock is the archive's own.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CheckLine, CheckName } from "#contract/check-up.ts";
import type { Notices } from "#contract/notices.ts";
import { saveFindings } from "#server/backup/verify-findings.ts";
import { bad, good } from "#server/checkup/line.ts";
import { saveLines } from "#server/checkup/saved.ts";
import { recordEvent } from "#server/history/log.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { publishRecording } from "#server/testing/notices/recordings.ts";
import { addJob } from "#server/queue/queue.ts";
import { watchTroubles } from "./troubles.ts";

const roundMs = 5 * 60_000;
let discord: DiscordLike;
let archive: TestArchive;
let owner: Browser;

beforeAll(async () => {
  discord = await startDiscordLike();
  archive = await openTestArchive({ env: { DISCORD_TROUBLE_URL: discord.webhookUrl, NOTICES_TO_PRIVATE: "yes" } });
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
  const [begins, ends] = [`Trouble: ${line.title}`, `Over: ${line.title}`];
  // a line that is red once is not worth a message
  await round([line]);
  await round([good(name, "Right.")]);
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
  const ended = count(`Over: ${events.title}`);
  for (let twice = 0; twice < 2; twice++) await round([events]);
  await expect.poll(() => discord.posted.at(-1)?.embeds[0]?.title).toBe(`Trouble: ${events.title}`);
  for (let more = 0; more < 3; more++) await round([client]);
  await expect.poll(() => count(`Trouble: ${client.title}`)).toBe(1);
  expect(count(`Over: ${events.title}`)).toBe(ended);
  const mended = [good("twitch-client", "Right."), good("twitch-events", "Right.")];
  for (let twice = 0; twice < 2; twice++) await round(mended);
  await expect.poll(() => count(`Over: ${events.title}`)).toBe(ended + 1);
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
  await expect.poll(() => count("Trouble: Preparing a recording")).toBe(1);
  const post = discord.posted.find(({ embeds }) => embeds[0]?.title === "Trouble: Preparing a recording");
  expect(post?.embeds[0]?.description).toBe(
    "“Broken tape” could not be prepared. The file ends too early. See Studio > Queue.",
  );
  expect((await owner.ask<Notices>("GET /api/notices")).body.troubles).toMatchObject([{ is_told: true }]);
  await set("done");
  await round();
  await expect.poll(() => count("Over: Preparing a recording")).toBe(1);
  expect((await owner.ask<Notices>("GET /api/notices")).body.troubles).toEqual([]);
});

it("a mass loss of members and a wrong checksum are told, and their ends", async () => {
  const { db, clock } = archive.parts;
  const id = await publishRecording(archive.parts, { title: "Damaged" });
  const finding = { videoId: id, name: "original", problem: "changed" as const, title: "Damaged" };
  await saveFindings(db, id, { findings: [finding], now: clock.now() });
  await recordEvent(db, { at: clock.now(), kind: "mass-revocation-stopped", detail: { lost: 40 } });
  await round();
  await expect.poll(() => [count("Trouble: Loss of members"), count("Trouble: Damaged files")]).toEqual([1, 1]);
  await saveFindings(db, id, { findings: [], now: clock.now() });
  archive.advance(3 * 3_600_000);
  await round();
  await expect.poll(() => [count("Over: Loss of members"), count("Over: Damaged files")]).toEqual([1, 1]);
  await round();
  expect(titles().filter((title) => /members|Damaged/.test(title))).toHaveLength(4);
});
