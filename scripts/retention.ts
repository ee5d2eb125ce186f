// npm run archive -- retention [--dry-run]: runs the cleanup now, as the server does once an hour: announces recordings,
// moves announced ones to the trash, and deletes what has been there for 7 days. --dry-run changes nothing.
import path from "node:path";
import { pino } from "pino";
import { sweep, type SweepReport } from "#server/cleanup/cleanup.ts";
import { readConfig, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openStore } from "#server/media/store/store.ts";
import { readLine } from "./commands.mjs";
import { requireArchive } from "./require-archive.ts";
import { words } from "./words.ts";

export async function runRetention(args: readonly string[], environment: Environment): Promise<void> {
  const isDryRun = readLine("retention", args).flags["dry-run"] ?? false;
  await using stack = new AsyncDisposableStack();
  const config = readConfig(environment);
  const db = stack.use(await openDatabase(requireArchive(config)));
  await migrate(db);
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  const folder = path.join(config.dataDir, "media");
  const store = stack.use(await openStore(folder, { isExpected: hasVideos, bucket: config.bucket }));
  const clock = { now: () => new Date() };
  const titles = new Map(
    (await db.selectFrom("video").select(["id", "title"]).execute()).map((row) => [row.id, row.title]),
  );
  const report = await sweep(
    { db, media: { store }, clock, log: pino({ level: "silent" }) },
    { now: clock.now(), dryRun: isDryRun },
  );
  for (const line of describe(report, titles)) console.log(line);
  if (isDryRun) console.log(words.dryRun);
}

function describe({ warnings, ...done }: SweepReport, titles: ReadonlyMap<string, string>): string[] {
  const lines = Object.entries(words.cleanup).flatMap(([kind, meaning]) =>
    done[kind as keyof typeof words.cleanup].map((id) => `${meaning.padEnd(20)}${id}  ${titles.get(id) ?? ""}`),
  );
  return [...(lines.length > 0 ? lines : [words.nothingToDelete]), ...warnings.map(({ sentence }) => sentence)];
}
