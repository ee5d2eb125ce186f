// npm run archive -- <command>: what the owner of an archive does on the command line.
import { describeSettings, readConfig, readEnvironment } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { importRecordings } from "./import.ts";
import { keepBackup, restoreFromBackup, verifyFiles } from "./keep.ts";
import { moveDatabase } from "./move-database.ts";
import { moveAllMedia } from "./move-media.ts";
import { runRetention } from "./retention.ts";
import { words } from "./words.ts";

const commands: Record<string, (args: readonly string[]) => void | Promise<void>> = {
  import: importRecordings,
  "move-database": moveDatabase,
  "move-media": moveAllMedia,
  backup: keepBackup,
  restore: restoreFromBackup,
  verify: verifyFiles,
  retention: runRetention,
  config: printConfig,
};

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
try {
  if (!command) {
    const list = Object.entries(words.commands).map(([key, meaning]) => `  ${key.padEnd(15)}${meaning}`);
    throw new Refusal("bad-input", words.usage(list.join("\n")));
  }
  await command(args);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function printConfig(): void {
  const environment = readEnvironment(process.cwd(), process.env);
  for (const { name: setting, value, isDefault } of describeSettings(environment)) {
    console.log(`${setting.padEnd(32)}${value}${isDefault && value ? words.default : ""}`);
  }
  const { demo } = readConfig(environment);
  if (demo) console.log(words.demo);
}
