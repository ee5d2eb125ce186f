// The archive as a service of systemd: its unit files, starting, stopping, and whether it is well.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ownAddress } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { allOf, fileStep, undoAll } from "./files.ts";
import { checkout, places } from "./places.ts";
import { run, tryRun } from "./run.ts";
import { readInstalled } from "./settings.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

const whole = "stagedoor.service";
/** The units of a machine that is one of several servers. */
const parts = { web: "stagedoor@web.service", worker: "stagedoor@worker.service" } as const;
export type Role = keyof typeof parts;

/** Undefined where one server does everything. */
export function findRole(): Role | undefined {
  const roles = Object.keys(parts) as Role[];
  return roles.find((role) => tryRun("systemctl", ["is-enabled", "--quiet", parts[role]]));
}

/** The service that was chosen when the archive was installed here. */
function findService(): string {
  const role = findRole();
  return role ? parts[role] : whole;
}
const timer = "stagedoor-backup.timer";
const longestStartMs = 180_000;

export const hasSystemd = () => existsSync("/run/systemd/system");
export const unitNames = () => readdirSync(path.join(checkout, "deploy", "systemd"));

export function unitsStep(): Step {
  const files = unitNames().map((name) => {
    const text = readFileSync(path.join(checkout, "deploy", "systemd", name), "utf8");
    return fileStep(path.join(places.units, name), () => text, { mode: 0o644 });
  });
  const all = allOf(files, words.units);
  return {
    ...all,
    async run() {
      await all.run();
      reload();
    },
    async undo() {
      await undoAll(files);
      reload();
    },
  };
}

export function reload(): void {
  if (hasSystemd()) run("systemctl", ["daemon-reload"]);
}

/** Of several servers none makes the nightly backup into a folder of its own: the workers make the one that is sent away. */
export function startStep(role: Role | undefined): Step {
  const service = role ? parts[role] : findService();
  return {
    title: words.start,
    isDone: (hasChanged) => !hasChanged && tryRun("systemctl", ["is-active", "--quiet", service]),
    run() {
      for (const other of [whole, ...Object.values(parts)].filter((name) => name !== service))
        tryRun("systemctl", ["disable", "--now", other]);
      if (service === whole) run("systemctl", ["enable", "--now", timer]);
      else tryRun("systemctl", ["disable", "--now", timer]);
      run("systemctl", ["enable", service]);
      restart();
    },
    undo: disable,
  };
}

/** However often it failed before. */
function restart(): void {
  const service = findService();
  tryRun("systemctl", ["reset-failed", service]);
  run("systemctl", ["restart", service]);
}

export function disable(): void {
  if (hasSystemd()) run("systemctl", ["disable", "--now", findService(), timer]);
}

/** For an upgrade: when that fails, the old program is started again once everything of it is back. */
export function stopStep(port: number): Step {
  return {
    title: words.stop,
    isDone: () => false,
    run: () => void run("systemctl", ["stop", findService()]),
    async undo() {
      restart();
      await waitUntilReady(port);
    },
  };
}

/** The new program, stopped again when it does not become ready. */
export function restartStep(): Step {
  return {
    title: words.start,
    isDone: () => false,
    run: restart,
    undo: () => void run("systemctl", ["stop", findService()]),
  };
}

export function readyStep(port: number): Step {
  return {
    title: words.healthy(addressOf(port)),
    isDone: async (hasChanged) => !hasChanged && (await isReady(addressOf(port))),
    run: () => waitUntilReady(port),
  };
}

/** Of several servers each listens at an address of its own. */
const addressOf = (port: number) => `${ownAddress({ host: readInstalled().host, port })}/api/health`;

export async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  return answer?.ok ?? false;
}

/** A program that ends is not waited for: systemd has then begun to start it again. */
async function waitUntilReady(port: number): Promise<void> {
  const until = Date.now() + longestStartMs;
  const service = findService();
  const show = () => run("systemctl", ["show", "--property=NRestarts,ActiveState", service]);
  const countRestarts = (state: string) => Number(/NRestarts=(\d+)/.exec(state)?.[1] ?? 0);
  const before = countRestarts(show());
  while (Date.now() < until) {
    if (await isReady(addressOf(port))) return;
    const state = show();
    if (countRestarts(state) > before || /ActiveState=failed/.test(state)) break;
    await sleep(250);
  }
  throw new Refusal("cannot-start", words.unhealthy(readLog()));
}

function readLog(): string {
  try {
    const lines = run("journalctl", ["--unit", findService(), "--lines=30", "--output=cat", "--no-pager"]).split("\n");
    const told = lines
      .filter((line) => line.trim() !== "" && !/^(Start|Stopp|stagedoor(@\w+)?\.service)/.test(line))
      .slice(-8);
    return told.map((line) => `  ${line.trim().slice(0, 300)}`).join("\n") || words.noLog;
  } catch {
    return words.noLog;
  }
}
