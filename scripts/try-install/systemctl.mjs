#!/usr/bin/env node
// A stand-in for systemctl and journalctl in a chroot, where systemd cannot run: it starts what the unit files say, as the
// user they say, and starts it again when it ends. Plain JavaScript, for the Node 20 that is there.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const state = "/run/stand-in";
mkdirSync(state, { recursive: true });
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const [verb, ...names] = words;
const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const pidFile = (unit) => `${state}/${unit}.pid`;
const countFile = (unit) => `${state}/${unit}.restarts`;
const logFile = (unit) => `${state}/${unit}.log`;

if (process.argv[1].endsWith("journalctl")) {
  console.log(existsSync(logFile(verb)) ? readFileSync(logFile(verb), "utf8") : "");
} else if (verb === "supervise") await supervise(names[0]);
else for (const name of names.length > 0 ? names : [""]) act(name.includes(".") || !name ? name : `${name}.service`);

function act(unit) {
  const isService = unit.endsWith(".service");
  if (verb === "is-active") process.exitCode = isRunning(unit) ? 0 : 3;
  else if (verb === "show") {
    const count = existsSync(countFile(unit)) ? readFileSync(countFile(unit), "utf8") : "0";
    console.log(`NRestarts=${count}\nActiveState=${isRunning(unit) ? "active" : "inactive"}`);
  } else if (isService && (verb === "restart" || (verb === "enable" && flags.includes("--now")))) {
    stop(unit);
    start(unit);
  } else if (isService && (verb === "stop" || (verb === "disable" && flags.includes("--now")))) stop(unit);
}

function readUnit(unit) {
  const file = [`/etc/systemd/system/${unit}`, `/lib/systemd/system/${unit}`].find((place) => existsSync(place));
  if (!file) throw new Error(`no unit ${unit}`);
  const read = (key) => new RegExp(`^${key}=(.*)$`, "m").exec(readFileSync(file, "utf8"))?.[1];
  return {
    user: read("User") ?? "root",
    folder: read("WorkingDirectory") ?? "/",
    line: (read("ExecStart") ?? "").split(" "),
    environment: Object.fromEntries(
      (read("Environment") ?? "")
        .split(" ")
        .filter(Boolean)
        .map((pair) => pair.split("=")),
    ),
    mayBind: (read("AmbientCapabilities") ?? "").includes("CAP_NET_BIND_SERVICE"),
  };
}

function start(unit) {
  writeFileSync(countFile(unit), "0");
  const log = openSync(logFile(unit), "a");
  const child = spawn(process.execPath, [process.argv[1], "supervise", unit], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  writeFileSync(pidFile(unit), String(child.pid));
  child.unref();
}

function isRunning(unit) {
  if (!existsSync(pidFile(unit))) return false;
  try {
    process.kill(Number(readFileSync(pidFile(unit), "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}

function stop(unit) {
  if (!isRunning(unit)) return;
  process.kill(Number(readFileSync(pidFile(unit), "utf8")), "SIGTERM");
  while (isRunning(unit)) spawnSync("sleep", ["0.1"]);
  rmSync(pidFile(unit), { force: true });
}

async function supervise(unit) {
  const { user, folder, line, environment, mayBind } = readUnit(unit);
  const caps = mayBind ? ["--inh-caps=+net_bind_service", "--ambient-caps=+net_bind_service"] : [];
  let child;
  process.on("SIGTERM", () => {
    child.removeAllListeners("exit").once("exit", () => process.exit(0));
    if (!child.kill("SIGTERM")) process.exit(0);
  });
  for (let restarts = 0; ; restarts++) {
    writeFileSync(countFile(unit), String(restarts));
    child = spawn("setpriv", [`--reuid=${user}`, `--regid=${user}`, "--init-groups", ...caps, ...line], {
      cwd: folder,
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: `/var/lib/${user}`, ...environment },
      stdio: ["ignore", "inherit", "inherit"],
    });
    await new Promise((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
