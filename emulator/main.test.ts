// The process: its first line, how it ends, and what it refuses.

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { startEmulator } from "./emulator.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const running: ChildProcessByStdio<Writable, Readable, Readable>[] = [];

function start(environment: Record<string, string>): ChildProcessByStdio<Writable, Readable, Readable> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, EMULATOR_PORT: "0", ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.push(child);
  return child;
}

async function readAll(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

async function readLine(stream: Readable): Promise<string> {
  let text = "";
  while (!text.includes("\n")) text += String((await once(stream, "data"))[0]);
  return text.trimEnd();
}

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

test("its first line says where it is and what to configure, and SIGTERM ends it cleanly", async () => {
  const child = start({ ARCHIVE_URL: "http://localhost:8443" });
  const { origin, settings } = JSON.parse(await readLine(child.stdout)) as {
    origin: string;
    settings: Record<string, string>;
  };
  expect(origin).toMatch(/^http:\/\/localhost:\d+$/);
  expect(settings).toMatchObject({ TWITCH_MIN_TIER: "1000", PATREON_ORIGIN: `${origin}/patreon` });
  expect((await fetch(`${origin}/__emulator/settings`)).status).toBe(200);
  const rest = readAll(child.stdout);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await rest).toBe("");
});

test("it ends with its parent's pipe when asked to", async () => {
  const child = start({ EMULATOR_ENDS_WITH_STDIN: "1" });
  await readLine(child.stdout);
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a port in use is one sentence and a failure", async () => {
  const other = await startEmulator();
  try {
    const child = start({ EMULATOR_PORT: new URL(other.origin).port });
    const [problem, [code]] = await Promise.all([readAll(child.stderr), once(child, "exit")]);
    expect(problem).toMatch(/^Port \d+ is already in use\. Set EMULATOR_PORT to a free one\.\n$/);
    expect(code).toBe(1);
  } finally {
    await other.close();
  }
});

test("it refuses to be reachable from elsewhere without being told twice", async () => {
  const child = start({ EMULATOR_HOST: "0.0.0.0" });
  const [problem, [code]] = await Promise.all([readAll(child.stderr), once(child, "exit")]);
  expect(problem).toContain("EMULATOR_ALLOW_NON_LOOPBACK=1");
  expect(code).toBe(1);
});
