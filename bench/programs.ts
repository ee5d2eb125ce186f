// Starts the servers to be measured and those to compare with, each as a process that ends with this one.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startCaddy as startShippedCaddy } from "#server/testing/proxies/caddy.ts";
import { startNginx as startShippedNginx } from "#server/testing/proxies/nginx.ts";
import type { ProgramName } from "./program.ts";

export interface Program extends AsyncDisposable {
  port: number;
  pids: readonly number[];
}

/** Starts one of our own programs, which prints "ready" when it listens on PORT. Its log goes to a file, as in production. */
export async function startProgram(name: ProgramName, env: Record<string, string>): Promise<Program> {
  const port = Number(env.PORT ?? (await findFreePort()));
  const log = openSync(path.join(env.DATA_DIR ?? "", `${port}.log`), "w");
  const child = spawn(process.execPath, [fileURLToPath(new URL("./program.ts", import.meta.url)), name], {
    env: { ...process.env, NODE_ENV: "production", ...env, PORT: String(port) },
    stdio: ["ignore", log, "inherit", "ipc"],
  });
  closeSync(log);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
  ended.catch(() => undefined);
  await Promise.race([once(child, "message"), ended]);
  child.disconnect();
  return { port, pids: [child.pid ?? 0], [Symbol.asyncDispose]: () => stop(child) };
}

const shipped = { nginx: startShippedNginx, caddy: startShippedCaddy };

/** The archive behind a proxy with the files in deploy/: the proxy sends the recordings. Both count. */
export async function startBehind(
  proxy: keyof typeof shipped,
  env: Record<string, string> & { DATA_DIR: string },
): Promise<Program> {
  await using stack = new AsyncDisposableStack();
  const port = await findFreePort();
  const proxied = {
    PUBLIC_URL: `http://localhost:${port}`,
    TRUSTED_PROXIES: "127.0.0.1",
    ACCEL_PREFIX: "/media-files",
  };
  const archive = stack.use(await startProgram("archive", { ...env, ...proxied }));
  const known = childrenOf(process.pid);
  const mediaFolder = path.join(env.DATA_DIR, "media");
  stack.use(await shipped[proxy]({ port, archivePort: archive.port, mediaFolder }));
  const started = childrenOf(process.pid).filter((pid) => !known.includes(pid));
  const kept = stack.move();
  return {
    port,
    pids: [...archive.pids, ...started, ...started.flatMap(childrenOf)],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** Serves the files in `folder`, compressed where there is a .gz beside one. Undefined if nginx is not installed. */
export async function startNginx(folder: string, sendfile: "on" | "off" = "on"): Promise<Program | undefined> {
  const found = spawnSync("nginx", ["-v"], { env: { PATH: `${process.env.PATH}:/usr/sbin` } });
  if (found.error) return undefined;
  const port = await findFreePort();
  const own = path.join(folder, `nginx-${port}`);
  mkdirSync(own);
  const settings = path.join(own, "nginx.conf");
  writeFileSync(settings, nginxSettings(own, folder, { port, sendfile }));
  const child = spawn("nginx", ["-c", settings, "-p", own, "-e", path.join(own, "error.log")], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: "inherit",
  });
  await waitForPort(port);
  const pid = child.pid ?? 0;
  return { port, pids: [pid, ...childrenOf(pid)], [Symbol.asyncDispose]: () => stop(child) };
}

/** Serves the files in `folder`. */
export async function startCaddy(folder: string): Promise<Program> {
  const port = await findFreePort();
  const own = path.join(folder, `caddy-${port}`);
  mkdirSync(own);
  const settings = path.join(own, "Caddyfile");
  const site = `http://localhost:${port} {\n\troot * ${folder}\n\tfile_server\n}\n`;
  writeFileSync(settings, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const child = spawn("caddy", ["run", "--config", settings, "--adapter", "caddyfile"], {
    env: { PATH: process.env["PATH"], HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own },
    stdio: "ignore",
  });
  const missing = once(child, "error").then(([error]) => Promise.reject(error as Error));
  await Promise.race([waitForPort(port), missing]);
  return { port, pids: [child.pid ?? 0], [Symbol.asyncDispose]: () => stop(child) };
}

function nginxSettings(own: string, folder: string, { port, sendfile }: { port: number; sendfile: string }): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} worker_processes 1; daemon off; pid ${own}/pid;
events { worker_connections 256; }
http { ${temporary.join(" ")} access_log off; sendfile ${sendfile}; keepalive_requests 1000; types {
    application/json json; text/html html; text/javascript js; image/webp webp; }
  open_file_cache max=10; server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; } }`;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://localhost:${port}/`).catch(() => undefined);
    if (answer) return void (await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing answers at port ${port}`);
}

/** The process of PostgreSQL of which all others are children. */
export async function findPostgres(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, "utf8"))?.[1]);
}
