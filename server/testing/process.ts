// The server as a process of its own, for tests that kill it, starve it, or read what it prints.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { builtCommands, builtServer } from "#scripts/built.ts";

/** As they are installed; set-up/build-server.ts makes them before the tests. */
const main = path.resolve(builtServer);
export const commandLine = path.resolve(builtCommands);

/** What a program of ours needs where it gets nothing else of this process's environment. */
export const childEnvironment = {
  PATH: process.env["PATH"] ?? "",
  // compiling is a third of each start
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? path.resolve(".cache/compile"),
};

/** Set up with a provider, so that no stand-in is started beside it. */
export const providerSettings = {
  PATREON_CLIENT_ID: "id",
  PATREON_CLIENT_SECRET: "secret",
  PATREON_CAMPAIGN_ID: "1",
  PATREON_TIER_IDS: "2",
  TRUSTED_PROXIES: "127.0.0.1/32",
  LOG_LEVEL: "silent",
};

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
}

export function spawnServer(env: Record<string, string>, ...args: string[]): ServerProcess {
  const child = spawn(process.execPath, [main, "--api-only", ...args], {
    env: { ...childEnvironment, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const collect = (chunk: Buffer) => void (text += chunk.toString("utf8"));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as number | string);
  return { child, url: `http://localhost:${env["PORT"]}`, output: () => text, ended };
}

export async function startServer(env: Record<string, string>, ...args: string[]): Promise<ServerProcess> {
  const server = spawnServer(env, ...args);
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  for (;;) {
    if (hasEnded) throw new Error(`the server ended: ${server.output()}`);
    const isReady = await fetch(`${server.url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return server;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
