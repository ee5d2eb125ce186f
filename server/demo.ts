// The demo: local stand-ins for Patreon and Twitch, in a process of their own that ends with ours.
// They tell us what an owner would copy from the two developer portals.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Config, Environment } from "./config.ts";
import { Refusal } from "./refusal.ts";
import { words } from "./words.ts";

interface StandIns extends AsyncDisposable {
  origin: string;
  settings: Environment;
}

export async function startStandIns({ emulatorPort, publicUrl, dataDir }: Config): Promise<StandIns> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../emulator/main.ts", import.meta.url))], {
    env: {
      ...process.env,
      EMULATOR_PORT: String(emulatorPort),
      ARCHIVE_URL: publicUrl,
      EMULATOR_ENDS_WITH_STDIN: "1",
      // tokens outlive a restart here as they do at the real providers
      EMULATOR_STATE_FILE: path.join(dataDir, "emulator.json"),
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString("utf8");
  });
  const ended = once(child, "exit");
  const firstLine = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const line = await Promise.race([firstLine, ended.then(() => undefined)]);
  if (!line) {
    const why = complaint.trim() || words.noReason;
    throw new Refusal("cannot-start", words.standInsFailed(why));
  }
  const { origin, settings } = JSON.parse(line[0]) as { origin: string; settings: Environment };
  return {
    origin,
    settings,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin.end();
      child.kill("SIGTERM");
      await ended;
    },
  };
}
