// A fresh Debian or Ubuntu in a folder, with the newest packages and nothing else, booted: its own systemd runs in it, in a
// container of systemd-nspawn. It shares the network of this machine, and is gone at the end.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Their names as debootstrap knows them. */
export const systems = {
  "debian-12": { suite: "bookworm" },
  "debian-13": { suite: "trixie" },
  "ubuntu-24.04": { suite: "noble", components: "main,universe", keys: "ubuntu-archive-keyring.gpg" },
} as const satisfies Record<string, { suite: string; components?: string; keys?: string }>;
export type System = keyof typeof systems;

export interface Machine extends AsyncDisposable {
  folder: string;
  /** Runs a line of shell inside; `user` other than root by name. */
  run(line: string, user?: string): { code: number; said: string; seconds: number; processorSeconds: number };
  write(file: string, text: string): void;
}

/** Why it cannot be tried here, or undefined. */
export function findObstacle(system: System): string | undefined {
  if (process.getuid?.() !== 0) return "only root can start containers";
  const missing = ["debootstrap", "systemd-nspawn"].find((name) => spawnSync("which", [name]).status !== 0);
  if (missing) return `${missing} is not installed here (apt-get install debootstrap systemd-container)`;
  const keys = keysOf(system);
  return keys && !existsSync(keys) ? `the keys of its packages are not in ${keys}` : undefined;
}

function keysOf(system: System): string | undefined {
  const { keys } = systems[system] as { keys?: string };
  return keys && `/usr/share/keyrings/${keys}`;
}

export async function openMachine(system: System, folder: string): Promise<Machine> {
  const base = path.join(path.dirname(folder), `${system}.base`);
  if (!existsSync(base)) makeBase(system, base);
  execFileSync("rm", ["--recursive", "--force", "--one-file-system", folder]);
  execFileSync("cp", ["-a", "--reflink=auto", base, folder]);
  const container = spawn("systemd-nspawn", ["--quiet", `--directory=${folder}`, ...nspawnOptions, "--boot"], {
    env: { ...process.env, ...nspawnSettings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const machine: Machine = {
    folder,
    run(line, user = "root") {
      const began = performance.now();
      const inside = ["--target", String(findInit(container)), "--all", "--wdns=/"];
      const { status, stdout, stderr } = spawnSync(
        "nsenter",
        [...inside, "runuser", "-u", user, "--", "/bin/sh", "-c", `( ${line}\n); code=$?; times >&2; exit $code`],
        { cwd: "/", env: environment(), encoding: "utf8", maxBuffer: 2 ** 26 },
      );
      const [errors, processorSeconds] = splitTimes(stderr);
      const seconds = (performance.now() - began) / 1000;
      return { code: status ?? -1, said: `${stdout}${errors}`, seconds, processorSeconds };
    },
    write(file, text) {
      const place = path.join(folder, file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
    },
    async [Symbol.asyncDispose]() {
      const ended = container.exitCode === null ? once(container, "exit") : undefined;
      // its own systemd shuts down
      container.kill("SIGTERM");
      await ended;
      execFileSync("rm", ["--recursive", "--force", "--one-file-system", folder]);
    },
  };
  await untilBooted(machine, container);
  return machine;
}

/** The last two lines are what the shell's times prints: its own, and those of what it ran. */
function splitTimes(text: string): [string, number] {
  const lines = text.trimEnd().split("\n");
  const [minutes = 0, seconds = 0, more = 0, others = 0] = (lines.at(-1) ?? "")
    .split(/[ms ]/)
    .filter(Boolean)
    .map(Number);
  return [lines.slice(0, -2).join("\n"), (minutes + more) * 60 + seconds + others];
}

const nspawnOptions = ["--register=no", "--keep-unit", "--machine=stagedoor-try", "--resolv-conf=copy-host"];
/** /proc as on a machine: where parts of it are covered, as in a container, the kernel refuses bubblewrap a /proc of its own. */
const nspawnSettings = { SYSTEMD_NSPAWN_API_VFS_WRITABLE: "yes", SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" };
/** What would change the kernel that it shares with this machine. */
const masked = [
  "systemd-sysctl.service",
  "systemd-udevd.service",
  "systemd-binfmt.service",
  "proc-sys-fs-binfmt_misc.automount",
];

/** The first process inside. */
function findInit({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return Number(children.split(" ")[0]);
}

async function untilBooted(machine: Machine, container: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && container.exitCode === null; tries += 1) {
    await sleep(500);
    // before that there is no first process, or it has no systemd that answers
    const state = findInit(container) > 0 ? machine.run("systemctl is-system-running").said.trim() : "";
    if (["running", "degraded"].includes(state)) return;
  }
  await machine[Symbol.asyncDispose]();
  throw new Error(`${machine.folder} does not boot`);
}

function makeBase(system: System, base: string): void {
  const { suite, components } = systems[system] as { suite: string; components?: string };
  const made = `${base}.partial`;
  const keys = keysOf(system);
  rmSync(made, { recursive: true, force: true });
  const options = [...(keys ? [`--keyring=${keys}`] : []), ...(components ? [`--components=${components}`] : [])];
  // an older debootstrap does not know this Ubuntu by name, and makes all of them in the same way
  const isKnown = existsSync(`/usr/share/debootstrap/scripts/${suite}`);
  const script = isKnown ? [] : ["", "/usr/share/debootstrap/scripts/gutsy"];
  const include = "--include=systemd-sysv,dbus,ca-certificates";
  const told = spawnSync("debootstrap", ["--variant=minbase", include, ...options, suite, made, ...script], {
    cwd: "/",
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (told.status !== 0) throw new Error(`debootstrap: ${(told.stdout + told.stderr).trim().split("\n").at(-1)}`);
  addUpdates(made, suite);
  for (const unit of masked) execFileSync("ln", ["-sf", "/dev/null", path.join(made, "etc/systemd/system", unit)]);
  const files = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => process.env[name] ?? []);
  for (const file of files) if (existsSync(file)) cpSync(file, path.join(made, file), { dereference: true });
  writeFileSync(path.join(made, "etc/hosts"), "127.0.0.1 localhost archive.test\n");
  cpSync("/etc/resolv.conf", path.join(made, "etc/resolv.conf"));
  const enter = (line: string) =>
    void execFileSync("chroot", [made, "/bin/sh", "-ec", line], { cwd: "/", env: environment(), stdio: "inherit" });
  enter("apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y full-upgrade");
  // only fetched: what is measured is the installation, not the network
  enter("apt-get -qq -y --download-only install ffmpeg bubblewrap libatomic1");
  enter("apt-get -qq -y --download-only --no-install-recommends install caddy sudo");
  execFileSync("mv", [made, base]);
}

/** debootstrap knows the release as it was on its first day. */
function addUpdates(made: string, suite: string): void {
  const list = path.join(made, "etc/apt/sources.list");
  const [, address = "", , ...parts] = readFileSync(list, "utf8").trim().split(" ");
  const security = address.endsWith("/debian") ? `${address}-security` : address;
  for (const [from, name] of [
    [address, `${suite}-updates`],
    [security, `${suite}-security`],
  ])
    appendFileSync(list, `deb ${from} ${name} ${parts.join(" ")}\n`);
}

/** What an install leaves on a machine. */
export function readState(machine: Machine): string {
  const places = "/opt/stagedoor /etc/stagedoor /var/lib/stagedoor /var/backups/stagedoor /usr/local/bin/stagedoor";
  const { said } = machine.run(
    `ls -d ${places} /etc/systemd/system/stagedoor* 2>/dev/null; id -un stagedoor 2>/dev/null`,
  );
  return said.trim();
}

/** Node 20 and npm, as a person gets them who installs from a clone. */
export function addNpm({ folder }: Machine): void {
  cpSync("/usr/bin/node", path.join(folder, "usr/bin/node"), { dereference: true });
  cpSync("/usr/lib/node_modules/npm", path.join(folder, "usr/lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    execFileSync("ln", ["-sf", `../lib/node_modules/npm/bin/${name}-cli.js`, path.join(folder, "usr/bin", name)]);
  for (const file of ["/root/.npmrc", "/usr/etc/npmrc", "/etc/npmrc"])
    if (existsSync(file)) cpSync(file, path.join(folder, file), { dereference: true });
}

function environment(): Record<string, string | undefined> {
  const { NODE_EXTRA_CA_CERTS, http_proxy, https_proxy, no_proxy } = process.env;
  const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  return { PATH, HOME: "/root", LC_ALL: "C.UTF-8", NODE_EXTRA_CA_CERTS, http_proxy, https_proxy, no_proxy };
}
