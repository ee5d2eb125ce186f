// The settings file of an installed archive: made once, and afterwards changed only where install is told something new.
import { existsSync } from "node:fs";
import { trimEnd } from "#server/text/trim.ts";
import { readEnvironment } from "#server/config.ts";
import { places } from "./places.ts";

const head = `# The settings of the archive. docs/settings.md lists all of them.
# After a change: sudo systemctl restart stagedoor
`;

/** The text with these settings; lines that say something else stay as they are. */
export function withSettings(before: string | undefined, values: Record<string, string>): string {
  const lines = trimEnd(before ?? head, (letter) => letter === "\n").split("\n");
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${value}`;
    const at = lines.findIndex((other) => other.startsWith(`${name}=`));
    if (at < 0) lines.push(line);
    else lines[at] = line;
  }
  return `${lines.join("\n")}\n`;
}

interface Installed {
  host: string;
  port: number;
  address: string;
  backups: string;
  dataDir: string;
  isOnPostgres: boolean;
  hasLogin: boolean;
}

export function readInstalled(): Installed {
  const settings = existsSync(places.settings) ? readEnvironment("/", { SETTINGS_FILE: places.settings }) : {};
  const port = Number(settings["PORT"] || 8080);
  return {
    host: settings["HOST"] || "127.0.0.1",
    port,
    address: settings["PUBLIC_URL"] || `http://localhost:${port}`,
    backups: settings["BACKUP_DIR"] || places.backups,
    dataDir: settings["DATA_DIR"] || places.data,
    hasLogin: Boolean(settings["PATREON_CLIENT_ID"] || settings["TWITCH_CLIENT_ID"]),
    isOnPostgres: Boolean(settings["DATABASE_URL"] || settings["DATABASE_URL_FILE"]),
  };
}
