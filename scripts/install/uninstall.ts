// stagedoor uninstall: removes the program. Recordings, database, settings and backups stay, unless --delete-data is given.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { readLine } from "#scripts/commands.mjs";
import { Refusal } from "#server/refusal.ts";
import { removeAppArmorStep } from "./apparmor.ts";
import { findFault, thisMachine } from "./checks.mjs";
import { places } from "./places.ts";
import { withoutSite } from "./proxy.ts";
import { run, tryRun } from "./run.ts";
import { disable, hasSystemd, reload, unitNames } from "./systemd.ts";
import { readInstalled } from "./settings.ts";
import { runSteps, type Step } from "./step.ts";
import { words } from "./words.ts";

export async function uninstallArchive(args: readonly string[]): Promise<void> {
  const fault = await findFault(["uninstall", ...args], thisMachine);
  if (fault) throw new Refusal("bad-input", fault);
  const { flags } = readLine("uninstall", args);
  const [deletesData, isDryRun = false] = [flags["delete-data"], flags["dry-run"]];
  const { dataDir, backups } = readInstalled();
  if (deletesData && !isDryRun && !flags["yes"]) await requireYes(words.deleteQuestion(dataDir), words.confirmation);
  const steps = [
    removeUnitsStep(),
    removeProxyStep(),
    removeAppArmorStep(),
    removeStep(places.command),
    removeStep(places.home),
    ...(deletesData
      ? [
          removeStep(dataDir),
          removeStep(path.dirname(places.settings)), // backups that stay keep their owner
          ...(existsSync(backups) ? [] : [removeUserStep()]),
        ]
      : []),
  ];
  await runSteps(steps, { isDryRun, say: console.log });
  if (isDryRun) return;
  console.log(deletesData ? words.allDeleted(backups) : words.uninstalled([dataDir, places.settings, backups]));
}

/** What cannot be undone is asked at a terminal; a script says --yes. */
async function requireYes(question: string, answer: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Refusal("bad-input", words.askedWithoutTerminal);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const given = await terminal.question(question).finally(() => terminal.close());
  if (given.trim() !== answer) throw new Refusal("bad-input", words.notConfirmed);
}

function removeUnitsStep(): Step {
  const files = unitNames().map((name) => path.join(places.units, name));
  return {
    title: words.removeUnits,
    isDone: () => !files.some((file) => existsSync(file)),
    run() {
      disable();
      for (const file of files) rmSync(file, { force: true });
      reload();
    },
  };
}

function removeProxyStep(): Step {
  return {
    title: words.removeProxy,
    isDone: () => !existsSync(places.caddySite),
    run() {
      for (const file of [places.caddySite, places.acmeRoot]) rmSync(file, { force: true });
      if (existsSync(places.caddyfile))
        writeFileSync(places.caddyfile, withoutSite(readFileSync(places.caddyfile, "utf8")));
      if (tryRun("id", ["-u", "caddy"])) tryRun("gpasswd", ["--delete", "caddy", places.user]);
      if (hasSystemd()) tryRun("systemctl", ["restart", "caddy"]);
    },
  };
}

function removeStep(place: string): Step {
  return {
    title: words.remove(place),
    isDone: () => !existsSync(place) && !isBrokenLink(place),
    // far quicker than Node's own for ten thousands of files
    run: () => void run("rm", ["--recursive", "--force", place]),
  };
}

function isBrokenLink(place: string): boolean {
  return tryRun("test", ["-L", place]);
}

function removeUserStep(): Step {
  return {
    title: words.removeUser(places.user),
    isDone: () => !tryRun("id", ["-u", places.user]),
    run: () => void run("userdel", [places.user]),
  };
}
