// stagedoor check: everything that has to be right, one line each, with what to do. Ends with 1 when something is wrong.
import path from "node:path";
import { pino } from "pino";
import type { CheckLine } from "#contract/check-up.ts";
import type { Health } from "#contract/site.ts";
import { readMigrations } from "#server/backup/backup-rows.ts";
import { listLines } from "#server/checkup/check-up.ts";
import { bad, good } from "#server/checkup/line.ts";
import { saveLines } from "#server/checkup/saved.ts";
import { words as lines } from "#server/checkup/words.ts";
import { ownAddress, readConfig, type Config, type Environment } from "#server/config.ts";
import { openDatabase } from "#server/database/open.ts";
import { openKeyring } from "#server/keyring.ts";
import { openMedia } from "#server/media/media.ts";
import { Refusal } from "#server/refusal.ts";
import { openLiveConfig } from "#server/setup/live.ts";
import { requireArchive } from "./require-archive.ts";
import { openWatching } from "#server/media/watching.ts";
import { words } from "./words.ts";

export async function checkArchive(_args: readonly string[], environment: Environment): Promise<void> {
  const given = readConfig(environment);
  await using db = await openDatabase(requireArchive(given));
  if (!(await readMigrations(db)).includes("013-settings")) throw new Refusal("bad-input", words.olderDatabase);
  const keys = openKeyring(given);
  const settings = await openLiveConfig({ db, keys }, { environment });
  const config = settings.current();
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  await using media = await openMedia(path.join(config.dataDir, "media"), { hasVideos, ...config });
  const clock = { now: () => new Date() };
  const watching = openWatching(clock);
  const log = pino({ level: "silent" });
  const parts = { config, settings, log, db, keys, media, clock, watching, wake: () => undefined };
  const [service, found] = await Promise.all([askService(config), listLines(parts)]);
  // the service has a sandbox of its own, which may forbid what a person may do
  const all = [service.line, ...found.map((line) => (line.name === "sandbox" ? (service.sandbox ?? line) : line))];
  await saveLines(parts, all);
  for (const { state, title, sentence } of all) console.log(words.checkLine(state, title, sentence));
  const wrong = all.filter(({ state }) => state === "bad").length;
  console.log(words.checked(wrong));
  if (wrong > 0) process.exitCode = 1;
}

async function askService(config: Config): Promise<{ line: CheckLine; sandbox?: CheckLine }> {
  const address = ownAddress(config);
  const reply = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
  if (!reply) return { line: bad("service", lines.notRunning(address)) };
  const body = (await reply.json().catch(() => null)) as Partial<Health> | null;
  const line = reply.ok ? good("service", lines.running(address)) : bad("service", lines.notReady(address));
  if (!body?.sandbox) return { line };
  return {
    line,
    sandbox:
      body.sandbox === "full"
        ? good("sandbox", lines.sandbox)
        : bad("sandbox", body.sandbox_fault ?? lines.noSandboxNow),
  };
}
