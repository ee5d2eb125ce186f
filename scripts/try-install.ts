// node scripts/try-install.ts [folder]: tries install, upgrade and uninstall for real in a fresh Debian 12 (a chroot: needs root
// and debootstrap), with every fault that can be made there. Prints what each took. `--with-domain` adds Caddy and pebble; `--only-set-up` tries no more than that.
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addServiceManager, openMachine } from "./try-install/machine.ts";
import { tryDomain } from "./try-install/domain.ts";
import { trySetUp } from "./try-install/set-up.ts";

const folder = process.argv[2] ?? "/var/tmp/stagedoor-try/machine";
const port = 18_480;
const checkout = "/srv/stagedoor";
const archive = `cd ${checkout} && npm run --silent archive --`;
const health = `http://127.0.0.1:${port}/api/health`;
/** In which a person reads what is wrong; longer on a machine that has more to do than it can. */
const longestSeconds = () => 10 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
let failures = 0;

using machine = openMachine(folder);
const inside = (file: string) => path.join(folder, file);
execFileSync("sh", ["-c", `mkdir -p ${inside(checkout)} && git archive HEAD | tar -x -C ${inside(checkout)}`]);
// with packages that are there already the first npm ci is left out: on a machine that is busy with other things
const seed = process.env["SEED"];
// what Node itself needs
machine.run("apt-get update && apt-get install -y --no-install-recommends libatomic1");
if (seed) {
  execFileSync("cp", ["-al", seed, inside(`${checkout}/node_modules`)]);
}
addServiceManager(machine);
try {
  if (process.argv.includes("--only-set-up")) await tryOnlySetUp();
  else await tryAll();
} finally {
  machine.run("systemctl stop stagedoor; systemctl stop caddy");
}
console.log(failures === 0 ? "\nall as it should be" : `\n${failures} wrong`);
process.exitCode = failures === 0 ? 0 : 1;

async function tryAll(): Promise<void> {
  tryFaultsBefore();
  tryInstall();
  await tryKeeping();
  await tryUpgrades();
  if (process.argv.includes("--with-domain")) await tryDomain({ machine, judge, port, archive });
  await tryUninstall();
}

/** The part with Patreon and Twitch, in a few minutes. */
async function tryOnlySetUp(): Promise<void> {
  const installed = machine.run(`${archive} install --port ${port}`);
  judge("install", installed.code === 0, installed);
  await trySetUp({ machine, judge, port });
}

function judge(what: string, isRight: boolean, { said, seconds }: { said: string; seconds: number }): void {
  const line = said.trim().split("\n").at(-1) ?? "";
  console.log(`${isRight ? "ok   " : "WRONG"} ${seconds.toFixed(1).padStart(6)} s  ${what}: ${line.slice(0, 220)}`);
  for (const [step] of said.matchAll(/^ {2}done .*\([\d.]+ s\)$/gm)) console.log(`               ${step.trim()}`);
  if (isRight) return;
  failures += 1;
  console.log(said);
}

/** What an install leaves on a machine. */
function left(): string {
  const places = "/opt/stagedoor /etc/stagedoor /var/lib/stagedoor /var/backups/stagedoor /usr/local/bin/stagedoor";
  const { said } = machine.run(
    `ls -d ${places} /etc/systemd/system/stagedoor* 2>/dev/null; id -un stagedoor 2>/dev/null`,
  );
  return said.trim();
}

function refuse(what: string, line: string, sentence: string, user?: string): void {
  const before = left();
  const result = machine.run(line, user);
  const isRight =
    result.code === 1 && result.said.includes(sentence) && result.seconds < longestSeconds() && left() === before;
  judge(what, isRight, result);
}

function tryFaultsBefore(): void {
  const install = `${archive} install --port ${port}`;
  refuse("not root", install, "sudo npm run archive -- install", "nobody");
  const release = readFileSync(inside("/etc/os-release"), "utf8");
  machine.run("cp --remove-destination $(readlink -f /etc/os-release) /etc/os-release");
  writeFileSync(inside("/etc/os-release"), 'ID=fedora\nPRETTY_NAME="Fedora Linux 43"\n');
  refuse("another system", install, "This is Fedora Linux 43");
  writeFileSync(inside("/etc/os-release"), release);
  const listener = `node -e "require('net').createServer().listen(${port},'127.0.0.1')"`;
  const used = `${listener} & other=$!; sleep 1; (${install}); code=$?; kill $other; exit $code`;
  refuse("a used port", used, `Port ${port} is already in use`);
  refuse("no DNS", `${install} --domain nowhere.invalid`, "DNS");
  machine.run("mount -t tmpfs -o size=100m tmpfs /opt");
  refuse("a full disk", install, "too little space for /opt");
  machine.run("umount /opt");
  machine.write(`${checkout}/data/stagedoor.db`, "");
  refuse("an archive in the checkout", install, `There is already an archive in ${checkout}/data`);
  machine.run(`rm -r ${checkout}/data`);

  const dry = machine.run(`${install} --dry-run`);
  judge("dry run, with npm ci in the checkout", dry.code === 0 && left() === "" && dry.said.includes("to do"), dry);
  machine.run("mkdir /root/apt && mv /etc/apt/sources.list* /root/apt/ && mkdir /etc/apt/sources.list.d");
  machine.write("/etc/apt/sources.list", "deb http://127.0.0.1:1/debian bookworm main\n");
  refuse("apt fails", install, "apt could not install");
  machine.run("rm -r /etc/apt/sources.list* && mv /root/apt/* /etc/apt/");
  const packages = machine.run("apt-get update && apt-get install -y --no-install-recommends ffmpeg bubblewrap");
  judge("apt by itself, to know what it costs", packages.code === 0, packages);
}

function tryInstall(): void {
  const install = `${archive} install --port ${port}`;
  machine.write("/etc/stagedoor/settings.env", "GRACE_HOURS=never\n");
  const unhealthy = machine.run(install);
  const isUndone =
    left() === "/etc/stagedoor" &&
    readFileSync(inside("/etc/stagedoor/settings.env"), "utf8") === "GRACE_HOURS=never\n";
  judge(
    "unhealthy after the start: undone",
    unhealthy.code === 1 && isUndone && unhealthy.said.includes("GRACE_HOURS must"),
    unhealthy,
  );
  machine.run("rm -r /etc/stagedoor");

  const first = machine.run(install);
  const modes = machine.run("stat -c '%a %U' /etc/stagedoor/settings.env /var/lib/stagedoor /opt/stagedoor").said;
  judge("install", first.code === 0 && modes === "600 stagedoor\n750 stagedoor\n755 root\n", first);
  const again = machine.run(install);
  judge("install again", again.code === 0 && again.said.includes("Everything was already done"), again);
}

async function tryKeeping(): Promise<void> {
  judge("the service is ready", (await fetch(health)).ok, { said: health, seconds: 0 });
  const page = await fetch(`http://localhost:${port}/`);
  judge("the page is there", (await page.text()).includes("<html"), { said: String(page.status), seconds: 0 });
  machine.run("cd /srv && ffmpeg -f lavfi -i testsrc2=d=3 -f lavfi -i sine=d=3 -c:v libx264 -c:a aac clip.mp4");
  const imported = machine.run("cd /srv && stagedoor import clip.mp4");
  judge("import, by root", imported.said.includes("1 added"), imported);
  const foreign = machine.run("find /var/lib/stagedoor -not -user stagedoor");
  judge("everything belongs to the archive's user", foreign.said === "", foreign);
  refuse("a stranger", "stagedoor config", "Run the command with sudo", "nobody");
  machine.write(`${checkout}/data/stagedoor.db`, "");
  refuse("two archives", `${archive} backup`, "There are 2 archives on this machine");
  machine.run(`rm -r ${checkout}/data`);
  tryPlainUser();
  const backup = machine.run(`${archive} backup`);
  judge("backup", backup.code === 0 && backup.said.includes("is finished"), backup);
  await sleep(8000);
  const verified = machine.run("stagedoor verify");
  judge("verify", verified.code === 0, verified);
}

/** With sudo, and with a clone of their own. */
function tryPlainUser(): void {
  machine.run(`apt-get install -y --no-install-recommends sudo && useradd --create-home --groups sudo person`);
  machine.write("/etc/sudoers.d/person", "person ALL=(ALL) NOPASSWD: ALL\n");
  machine.run(`chown --recursive person ${checkout}`);
  const again = machine.run(`cd ${checkout} && sudo npm run --silent archive -- install --port ${port}`, "person");
  judge("install again, by a person with sudo", again.said.includes("Everything was already done"), again);
  const config = machine.run("sudo stagedoor config", "person");
  judge("a command, by a person with sudo", config.said.includes("/var/lib/stagedoor"), config);
}

async function tryUpgrades(): Promise<void> {
  const upgrade = `${archive} upgrade`;
  const current = () => machine.run("readlink /opt/stagedoor/current").said.trim();
  const none = machine.run(upgrade);
  judge("upgrade to the same", none.code === 0 && none.said.includes("already installed"), none);
  const before = current();
  appendFileSync(inside(`${checkout}/server/words.ts`), "// a change\n");
  const good = machine.run(upgrade);
  judge("upgrade to a changed commit", good.code === 0 && current() !== before && (await fetch(health)).ok, good);

  const main = inside(`${checkout}/server/main.ts`);
  const source = readFileSync(main, "utf8");
  const kept = current();
  writeFileSync(main, source.replace("  await app.listen(", '  throw new Error("planted");\n  await app.listen('));
  const migrations = inside(`${checkout}/server/database/migrations`);
  const listFile = inside(`${checkout}/server/database/migration-list.ts`);
  const list = readFileSync(listFile, "utf8");
  plantMigration(migrations, listFile);
  const broken = machine.run(upgrade);
  const isBack = current() === kept && (await fetch(health)).ok && broken.said.includes("planted");
  judge("upgrade to a broken commit that migrates: rolled back", broken.code === 1 && isBack, broken);
  const releases = machine.run("ls /opt/stagedoor/releases");
  judge("nothing of it is left", releases.said.trim().split("\n").length === 2, releases);
  writeFileSync(main, source);
  writeFileSync(listFile, list);
  rmSync(path.join(migrations, "900-planted.ts"));
}

function plantMigration(migrations: string, list: string): void {
  const text = readFileSync(list, "utf8");
  const make = 'db.schema.createTable("planted").addColumn("id", "integer").execute()';
  const migration = `export const up = (db) => ${make};\n`;
  writeFileSync(path.join(migrations, "900-planted.ts"), migration);
  writeFileSync(
    list,
    `import * as planted from "#server/database/migrations/900-planted.ts";\n${text.replace("\n};", '\n  "900-planted": planted,\n};')}`,
  );
}

async function tryUninstall(): Promise<void> {
  const dry = machine.run("stagedoor uninstall --dry-run");
  judge("uninstall, dry run", dry.code === 0 && left().includes("/opt/stagedoor"), dry);
  const kept = machine.run("stagedoor uninstall");
  const keeps = "/etc/stagedoor\n/var/backups/stagedoor\n/var/lib/stagedoor\nstagedoor";
  judge("uninstall keeps the data", kept.code === 0 && left() === keeps, kept);
  const back = machine.run(`${archive} install --port ${port}`);
  const { said } = machine.run("stagedoor verify");
  judge("install finds the data again", back.code === 0 && said.includes("All files are good"), back);
  await trySetUp({ machine, judge, port });
  const gone = machine.run(`${archive} uninstall --delete-data --yes`);
  judge("uninstall --delete-data", gone.code === 0 && left() === "/var/backups/stagedoor\nstagedoor", gone);
}
