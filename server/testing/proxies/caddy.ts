// Caddy with the file of deploy/caddy as it is shipped: only the name, the port and the folder are filled in.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

interface CaddyOptions {
  port: number;
  /** Where the archive listens. */
  archivePort: number;
  mediaFolder: string;
}

const shipped = new URL("../../../deploy/caddy/stagedoor.caddyfile", import.meta.url);

export async function startCaddy({ port, archivePort, mediaFolder }: CaddyOptions): Promise<AsyncDisposable> {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-caddy-"));
  const file = path.join(folder, "Caddyfile");
  const site = readFileSync(shipped, "utf8")
    .replace("archive.example {", `http://localhost:${port} {`)
    .replace("127.0.0.1:8080", `127.0.0.1:${archivePort}`)
    .replace("/var/lib/stagedoor/media", mediaFolder);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.on("error", (error) => (said += error.message));
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`http://localhost:${port}/metrics`).catch(() => undefined);
    if (answer) break;
    if (tries > 400 || child.exitCode !== null || child.pid === undefined)
      throw new Error(`Caddy does not run (Debian package caddy): ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
