// npm run archive -- <command>: what the keeper of an archive does from the command line.
import { describeSettings, readConfig, readEnvironment } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { importRecordings } from "./import.ts";
import { keepBackup, restoreFromBackup, verifyFiles } from "./keep.ts";
import { moveDatabase } from "./move-database.ts";
import { moveAllMedia } from "./move-media.ts";
import { runRetention } from "./retention.ts";

const commands: Record<string, { meaning: string; run(args: readonly string[]): void | Promise<void> }> = {
  import: { meaning: "take recordings in: files or folders, with --title, --date and --hidden", run: importRecordings },
  "move-database": {
    meaning: "copy all rows into PostgreSQL (give its address), or back into the data folder (sqlite)",
    run: moveDatabase,
  },
  "move-media": { meaning: "copy all files into the bucket (to-s3), or back to the disk (to-disk)", run: moveAllMedia },
  backup: { meaning: "copy everything to a folder, while the server runs or not", run: keepBackup },
  restore: { meaning: "bring a backup back; --skip-damaged, --without-key", run: restoreFromBackup },
  verify: { meaning: "compare every file with its checksum; with a folder: those of a backup", run: verifyFiles },
  retention: {
    meaning: "let leave now what is due, as the server does every hour; --dry-run only tells",
    run: runRetention,
  },
  config: { meaning: "print the settings in force, secrets masked", run: printConfig },
};

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
try {
  if (!command) {
    const list = Object.entries(commands).map(([key, { meaning }]) => `  ${key.padEnd(15)}${meaning}`);
    throw new Refusal("bad-input", `Say what to do: npm run archive -- <command>\n${list.join("\n")}`);
  }
  await command.run(args);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function printConfig(): void {
  const environment = readEnvironment(process.cwd(), process.env);
  for (const { name: setting, value, isDefault } of describeSettings(environment)) {
    console.log(`${setting.padEnd(32)}${value}${isDefault && value ? "  (default)" : ""}`);
  }
  const { demo } = readConfig(environment);
  if (demo) console.log("\nNo provider is set up: this is the demo, on this machine only.");
}
