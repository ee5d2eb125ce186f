// The emulator of Patreon and Twitch, without their limits, as its own process. Writes the settings for the archive to a file.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "#emulator/emulator.ts";

const { PORT, ARCHIVE_URL = "", DATA_DIR = "" } = process.env;
const quirks = { patreonThrottles: false };
const emulator = await startEmulator({ port: Number(PORT), archiveUrl: ARCHIVE_URL, quirks });
writeFileSync(path.join(DATA_DIR, "stand-ins.json"), JSON.stringify(emulator.settings));
process.once("SIGTERM", () => void emulator.close().then(() => process.exit(0)));
process.send?.("ready");
