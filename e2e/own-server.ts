// A server for one test, with its own data folder, that can be killed and started again.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtServer } from "#scripts/built.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { createPlace } from "./place.ts";

export interface OwnServer extends AsyncDisposable {
  url: string;
  dataDir: string;
  /** The settings it is started with, for programs that use the same archive. */
  environment: Record<string, string>;
  start(more?: Record<string, string>): Promise<void>;
  /** Kills it, as in a power cut. */
  kill(): Promise<void>;
}

export async function openOwnServer(env: Record<string, string> = {}): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "stagedoor-journey-"));
  const [port, emulatorPort] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const environment = {
    PATH: process.env["PATH"] ?? "",
    PORT: String(port),
    EMULATOR_PORT: String(emulatorPort),
    DATA_DIR: dataDir,
    DEMO_CONTENT: "off",
    LEAST_FREE_GB: "0",
    LOG_LEVEL: "silent",
    ...(await createPlace()),
    ...env,
  };
  let child: ChildProcess | undefined;

  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    await untilFree(emulatorPort);
  };
  return {
    url,
    dataDir,
    environment,
    async start(more = {}) {
      child = spawn(process.execPath, [builtServer], { env: { ...environment, ...more }, stdio: "ignore" });
      await untilHealthy(url, child);
    },
    kill: () => end("SIGKILL"),
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the server did not start");
    const isReady = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
}

/** The emulator ends a moment after the server that started it. */
async function untilFree(port: number): Promise<void> {
  const isTaken = () =>
    fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    );
  while (await isTaken()) await sleep(50);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
