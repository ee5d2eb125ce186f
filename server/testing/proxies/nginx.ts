// nginx with the files of deploy/nginx as they are shipped: only names, ports and folders are filled in, and each of those
// must be there to be filled in.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { speaksTls } from "./speaks-tls.ts";

interface TestNginx extends AsyncDisposable {
  /** What nginx wrote into its access log. */
  readLog(): string;
}

interface NginxOptions {
  port: number;
  /** Where the archive listens. */
  archivePort: number;
  /** With it nginx sends the bytes itself, from this folder. */
  mediaFolder?: string;
  /** Of another server, in front of which it is, too. */
  otherPort?: number;
  /** Files of a certificate for localhost; without them it speaks plain HTTP. */
  certificate?: { certificate: string; key: string };
}

const shipped = fileURLToPath(new URL("../../../deploy/nginx/", import.meta.url));
const withSystemPrograms = { PATH: `${process.env["PATH"]}:/usr/sbin` };

export async function startNginx({
  port,
  archivePort,
  mediaFolder,
  otherPort,
  certificate,
}: NginxOptions): Promise<TestNginx> {
  const folder = makeFolder();
  writeFileSync(path.join(folder, "locations.conf"), readShipped("locations.conf"));
  writeFileSync(
    path.join(folder, "media-files.conf"),
    fill(readShipped("media-files.conf"), { "/var/lib/stagedoor/media/": `${mediaFolder ?? folder}/` }),
  );
  const [common] = splitPlain(readShipped("stagedoor.conf"));
  const tls = readShipped("stagedoor-tls.conf");
  const site = fill(common + (certificate ? fillCertificate(tls, certificate) : tls.replaceAll(/^\s+ssl_.*$/gm, "")), {
    "server 127.0.0.1:8080;": otherPort === undefined ? `server 127.0.0.1:${archivePort};` : "",
    "# server 10.0.0.11:8080 max_fails=1 fail_timeout=5s;": [otherPort, archivePort]
      .map((one) => (otherPort === undefined ? "" : `server 127.0.0.1:${one} max_fails=1 fail_timeout=5s;`))
      .join("\n"),
    "/var/log/nginx/stagedoor.log": path.join(folder, "access.log"),
    "/var/cache/stagedoor-nginx": path.join(folder, "cache"),
    "include /etc/nginx/stagedoor/locations.conf;": `include ${folder}/locations.conf;`,
    "# include /etc/nginx/stagedoor/media-files.conf;": mediaFolder ? `include ${folder}/media-files.conf;` : "",
    "listen 443 ssl http2;": `listen 127.0.0.1:${port}${certificate ? " ssl http2" : ""};`,
    "listen [::]:443 ssl http2;": "",
  });
  return launch(folder, site, certificate ? () => speaksTls(port) : () => speaksHttp(port));
}

function fillCertificate(text: string, { certificate, key }: { certificate: string; key: string }): string {
  return fill(text, {
    "/etc/letsencrypt/live/archive.example/fullchain.pem": certificate,
    "/etc/letsencrypt/live/archive.example/privkey.pem": key,
  });
}

/** Before there is a certificate: only the first of the two files. */
export async function startPlainNginx({ port, challenges }: { port: number; challenges: string }): Promise<TestNginx> {
  const folder = makeFolder();
  const site = fill(readShipped("stagedoor.conf"), {
    "/var/log/nginx/stagedoor.log": path.join(folder, "access.log"),
    "/var/cache/stagedoor-nginx": path.join(folder, "cache"),
    "root /var/www/stagedoor;": `root ${challenges};`,
    "listen 80;": `listen 127.0.0.1:${port};`,
    "listen [::]:80;": "",
  });
  return launch(folder, site, () => speaksHttp(port));
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-nginx-"));
  // its workers are another user's
  chmodSync(folder, 0o755);
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi"]) mkdirSync(path.join(folder, name));
  return folder;
}

async function launch(folder: string, site: string, isUp: () => Promise<boolean>): Promise<TestNginx> {
  const settings = path.join(folder, "nginx.conf");
  writeFileSync(settings, frame(folder, site));
  const child = spawn("nginx", ["-c", settings, "-p", folder, "-e", path.join(folder, "error.log")], {
    env: withSystemPrograms,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await waitUntilUp(child, isUp);
  return {
    readLog: () => readFileSync(path.join(folder, "access.log"), "utf8"),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill("SIGQUIT");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readShipped(name: string): string {
  return readFileSync(path.join(shipped, name), "utf8");
}

function fill(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`deploy/nginx no longer says: ${from}`);
    return filled.replace(from, () => to);
  }, text);
}

/** What both files need, and the server for plain HTTP. */
function splitPlain(text: string): [string, string] {
  const at = text.indexOf("server {\n    listen 80;");
  if (at < 0) throw new Error("deploy/nginx/stagedoor.conf no longer has a server for plain HTTP");
  return [text.slice(0, at), text.slice(at)];
}

function frame(folder: string, site: string): string {
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body:body", "proxy", "fastcgi", "uwsgi", "scgi"].map((entry) => {
    const [name, place = name] = entry.split(":");
    return `${name}_temp_path ${folder}/${place};`;
  });
  return `${user} worker_processes 1; daemon off; pid ${folder}/pid; events { worker_connections 512; }
http { ${temporary.join(" ")} ${site} }`;
}

async function speaksHttp(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { redirect: "manual" }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer !== undefined;
}

async function waitUntilUp(child: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.on("error", (error) => (said += error.message));
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null || child.pid === undefined) break;
    if (await isUp()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nginx does not run (Debian package nginx-light): ${said}`);
}
