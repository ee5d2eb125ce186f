// Caddy with the file of deploy/caddy as it is shipped: only the name, the port and the folder are filled in.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { speaksTls } from "./speaks-tls.ts";

interface CaddyOptions {
  port: number;
  /** Where the archive listens. */
  archivePort: number;
  mediaFolder: string;
  /** Of another server, in front of which it is, too: then the file for several servers. */
  otherPort?: number;
}

interface TestCaddy extends AsyncDisposable {
  /** The root certificate of its own authority, if it was started with TLS. */
  readRoot(): string;
}

const shipped = new URL("../../../deploy/caddy/", import.meta.url);

export async function startCaddy(options: CaddyOptions): Promise<TestCaddy> {
  const { port } = options;
  const isUp = () =>
    fetch(`http://localhost:${port}/metrics`).then(
      () => true,
      () => false,
    );
  return launch(options, { name: `http://localhost:${port} {`, global: "auto_https off", isUp });
}

/** With a certificate of Caddy's own authority (tls internal), which is valid for 12 hours. */
export async function startCaddyWithTls(options: CaddyOptions): Promise<TestCaddy> {
  const name = `https://localhost:${options.port} {\n\ttls internal`;
  const global = "auto_https disable_redirects\n\tskip_install_trust";
  return launch(options, { name, global, isUp: () => speaksTls(options.port) });
}

interface How {
  name: string;
  global: string;
  isUp(): Promise<boolean>;
}

async function launch(
  { archivePort, mediaFolder, otherPort }: CaddyOptions,
  { name, global, isUp }: How,
): Promise<TestCaddy> {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-caddy-"));
  const file = path.join(folder, "Caddyfile");
  const shippedName = otherPort === undefined ? "stagedoor.caddyfile" : "several.caddyfile";
  const site = readFileSync(new URL(shippedName, shipped), "utf8")
    .replace("10.0.0.11:8080 10.0.0.12:8080", `127.0.0.1:${otherPort} 127.0.0.1:${archivePort}`)
    .replace("archive.example {", name)
    .replace("127.0.0.1:8080", `127.0.0.1:${archivePort}`)
    .replace("/var/lib/stagedoor/media", mediaFolder);
  writeFileSync(file, `{\n\tadmin off\n\t${global}\n}\n${site}`);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.on("error", (error) => (said += error.message));
  for (let tries = 0; ; tries++) {
    if (await isUp()) break;
    if (tries > 400 || child.exitCode !== null || child.pid === undefined)
      throw new Error(`Caddy does not run (Debian package caddy): ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    readRoot: () => readFileSync(path.join(folder, "caddy/pki/authorities/local/root.crt"), "utf8"),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
