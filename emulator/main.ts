// Starts the stand-in as a process of its own: its first line says where it is and what to put into the environment.

import { isLoopback, startEmulator } from "./emulator.ts";
import { words } from "./words.ts";

const {
  EMULATOR_PORT = "8081",
  EMULATOR_HOST = "127.0.0.1",
  EMULATOR_STATE_FILE,
  ARCHIVE_URL = "http://localhost:8080",
} = process.env;

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (!/^\d{1,5}$/.test(EMULATOR_PORT) || Number(EMULATOR_PORT) > 65_535) {
  leave(words.wrongPort(EMULATOR_PORT));
}
if (!URL.canParse(ARCHIVE_URL)) leave(words.wrongUrl(ARCHIVE_URL));
if (!isLoopback(EMULATOR_HOST) && process.env["EMULATOR_ALLOW_NON_LOOPBACK"] !== "1") {
  leave(words.notLocal(EMULATOR_HOST));
}

const emulator = await startEmulator({
  port: Number(EMULATOR_PORT),
  host: EMULATOR_HOST,
  archiveUrl: ARCHIVE_URL,
  ...(EMULATOR_STATE_FILE && { stateFile: EMULATOR_STATE_FILE }),
}).catch((error: NodeJS.ErrnoException) => {
  if (error.code === "EADDRINUSE") leave(words.portInUse(EMULATOR_PORT));
  throw error;
});

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await emulator.close();
  process.exit(0);
}

process.on("SIGTERM", () => void end());
process.on("SIGINT", () => void end());
if (process.env["EMULATOR_ENDS_WITH_STDIN"] === "1") {
  process.stdin.resume();
  process.stdin.on("end", () => void end());
  process.stdin.on("error", () => void end());
}

process.stdout.write(`${JSON.stringify({ origin: emulator.origin, settings: emulator.settings })}\n`);
