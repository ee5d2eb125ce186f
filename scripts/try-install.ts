// node scripts/try-install.ts [debian-13 …] [--by deb|clone] [--with-domain] [--with-faults]: the life of an archive on fresh machines that are booted for it, from
// the installation to the last file deleted, as root. Prints what each step took, and what could not be tried here. By package it takes the one in dist/.
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createBucket } from "#server/testing/bucket.ts";
import { startS3 } from "#server/testing/s3-service.ts";
import { tryDomain } from "./try-install/domain.ts";
import { tryFaultsBefore } from "./try-install/faults.ts";
import { findObstacle, openMachine, readState, systems, type Machine, type System } from "./try-install/machine.ts";
import { tryRoles } from "./try-install/roles.ts";
import { simulate, trySetUp, type Member } from "./try-install/set-up.ts";
import { byClone, byPackage, type Way } from "./try-install/ways.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: "string", multiple: true, default: ["deb", "clone"] },
    folder: { type: "string", default: "/var/tmp/stagedoor-try" },
    "with-domain": { type: "boolean" },
    "with-faults": { type: "boolean" },
  },
});
const port = 18_480;
const url = `http://localhost:${port}`;
/** What the owner waits for on a machine with nothing else to do; longer where there is more to do than it can. */
const longestInstallSeconds = () => 90 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
let failures = 0;
const untried: string[] = [];

for (const system of (positionals.length > 0 ? positionals : Object.keys(systems)) as System[]) {
  const obstacle = findObstacle(system);
  if (obstacle) untried.push(`${system}: ${obstacle}`);
  else for (const way of options.by) await tryLife(system, way === "deb" ? byPackage : byClone).catch(stop);
}
for (const what of untried) console.log(`NOT TRIED  ${what}`);
console.log(failures === 0 ? "\nall as it should be" : `\n${failures} wrong`);
process.exitCode = failures === 0 ? 0 : 1;

/** What comes after it cannot be tried. */
function stop(error: unknown): void {
  failures += 1;
  console.log(`STOPPED    ${String((error as Error).stack ?? error)}`);
}

function judge(what: string, isRight: boolean, { said, seconds }: { said: string; seconds: number }): void {
  const line = said.trim().split("\n").at(-1) ?? "";
  console.log(`${isRight ? "ok   " : "WRONG"} ${seconds.toFixed(1).padStart(6)} s  ${what}: ${line.slice(0, 220)}`);
  for (const [step] of said.matchAll(/^ {2}done .*\([\d.]+ s\)$/gm)) console.log(`               ${step.trim()}`);
  if (isRight) return;
  failures += 1;
  console.log(said);
}

async function tryLife(system: System, way: Way): Promise<void> {
  console.log(`\n${system}, ${way.name}`);
  await using s3 = await startS3();
  const bucket = await createBucket(s3.endpoint);
  const open = () => openMachine(system, path.join(options.folder, `${system}-${way.name}`));
  const remembered = await tryFirstMachine(await open(), way, bucket);
  await tryRestore(await open(), way, remembered);
}

interface Remembered {
  /** Logged in on the first machine. */
  member: Member;
  /** How the recovery sheet says it. */
  restoreLine: string;
  key: string;
  bucketKeys: string;
}

async function tryFirstMachine(
  opened: Machine,
  way: Way,
  bucket: Awaited<ReturnType<typeof createBucket>>,
): Promise<Remembered> {
  await using machine = opened;
  way.prepare(machine);
  if (options["with-faults"]) tryFaultsBefore({ machine, judge, port, way });
  install(machine, way);
  const again = machine.run(`${way.archive} install --port ${port}`);
  judge("install again", again.code === 0 && again.said.includes("Everything was already done"), again);
  await judgeHealth("sandbox");
  await tryRedLines(machine);

  machine.run("cd /srv && ffmpeg -f lavfi -i testsrc2=d=3 -f lavfi -i sine=d=3 -c:v libx264 -c:a aac clip.mp4");
  const imported = machine.run("cd /srv && stagedoor import clip.mp4");
  judge("import, by root", imported.said.includes("1 added"), imported);
  const foreign = machine.run("find /var/lib/stagedoor -not -user stagedoor");
  judge("everything belongs to the archive's user", foreign.said === "", foreign);
  tryPlainUser(machine);
  const member = await trySetUp({ machine, judge, port });
  const remembered = tryBackups(machine, bucket);

  await tryUpgrades(machine, way);
  if (options["with-domain"]) await tryDomain({ machine, judge, port, archive: "stagedoor" });
  tryUninstall(machine, way);
  await tryRoles({ machine, judge, port, archive: way.archive });
  return { ...remembered, member };
}

/** From a bare machine to the link that the owner opens. */
function install(machine: Machine, way: Way): void {
  const result = machine.run(way.install(port));
  const isLinked = /\/setup#\S+/.test(result.said);
  const said = result.said.replaceAll(/\/setup#\S+/g, "/setup#…");
  const isInTime = way !== byPackage || result.seconds < longestInstallSeconds();
  const processor = result.processorSeconds.toFixed(0);
  judge(
    `from a bare machine to the set-up link, ${processor} s of a processor`,
    result.code === 0 && isLinked && isInTime,
    { ...result, said },
  );
  if (result.code !== 0) throw new Error("nothing is installed");
  const modes = machine.run("stat -c '%a %U' /etc/stagedoor/settings.env /var/lib/stagedoor /opt/stagedoor");
  judge("who may read what", modes.said === "600 stagedoor\n750 stagedoor\n755 root\n", modes);
}

async function judgeHealth(part: "sandbox" | "ready"): Promise<void> {
  const health = (await (await fetch(`${url}/api/health`)).json()) as Record<string, unknown>;
  const isRight = health["ready"] === true && (part === "ready" || health["sandbox"] === "full");
  judge(part === "ready" ? "it is ready" : "the sandbox is full", isRight, {
    said: JSON.stringify(health),
    seconds: 0,
  });
}

/** Without the sandbox the check-up says why: each of these is mended in another way. */
async function tryRedLines(machine: Machine): Promise<void> {
  const unit = "/etc/systemd/system/stagedoor.service.d/trial.conf";
  const broken = "#!/bin/sh\necho 'bwrap: Unknown option --unshare-all' >&2\nexit 1\n";
  const faults = [
    ["missing", "mv /usr/bin/bwrap /root/", "bubblewrap is not installed"],
    [
      "broken",
      `printf "${broken.replaceAll("\n", "\\n")}" > /usr/bin/bwrap && chmod +x /usr/bin/bwrap`,
      "but does not work",
    ],
    [
      "not allowed",
      `mv /root/bwrap /usr/bin/ && mkdir ${path.dirname(unit)} && printf '[Service]\\nRestrictNamespaces=yes\\n' > ${unit}`,
      "does not allow what it needs",
    ],
  ] as const;
  for (const [what, line, sentence] of faults) {
    machine.run(`${line}; systemctl daemon-reload; systemctl restart stagedoor`);
    await untilUp();
    const checked = machine.run("stagedoor check");
    const said = checked.said.split("\n").find((one) => one.includes("sandbox")) ?? checked.said;
    judge(`a sandbox that is ${what}: the red line`, checked.code === 1 && said.includes(sentence), {
      ...checked,
      said,
    });
  }
  machine.run(`rm -r ${path.dirname(unit)}; systemctl daemon-reload; systemctl restart stagedoor`);
  await untilUp();
  await judgeHealth("sandbox");
}

/** With sudo, and a stranger without. */
function tryPlainUser(machine: Machine): void {
  machine.run("apt-get install -y --no-install-recommends sudo && useradd --create-home person");
  machine.write("/etc/sudoers.d/person", "person ALL=(ALL) NOPASSWD: ALL\n");
  const config = machine.run("sudo stagedoor config", "person");
  judge("a command, by a person with sudo", config.said.includes("/var/lib/stagedoor"), config);
  const stranger = machine.run("stagedoor config", "nobody");
  judge("a stranger is told to use sudo", stranger.said.includes("Run the command with sudo"), stranger);
}

function tryBackups(machine: Machine, bucket: Awaited<ReturnType<typeof createBucket>>): Omit<Remembered, "member"> {
  const backup = machine.run("stagedoor backup");
  judge("backup into a folder", backup.code === 0 && backup.said.includes("is finished"), backup);
  const keys = [
    `BACKUP_S3_ACCESS_KEY_ID=${bucket.accessKeyId}`,
    `BACKUP_S3_SECRET_ACCESS_KEY=${bucket.secretAccessKey}`,
  ];
  const settings = [
    ...keys,
    ...["BACKUP_TARGET=bucket", `BACKUP_S3_BUCKET=${bucket.name}`, `BACKUP_S3_ENDPOINT=${bucket.endpoint}`],
  ];
  machine.run(`echo '${settings.join("\n")}' >> /etc/stagedoor/settings.env`);
  const sheet = machine.run("stagedoor backup-key");
  const key = /AGE-SECRET-KEY-1\w+/.exec(sheet.said)?.[0] ?? "";
  const restoreLine = /stagedoor restore --from .*/.exec(sheet.said)?.[0] ?? "";
  judge("the backup key", key !== "" && restoreLine !== "", { ...sheet, said: restoreLine });
  const sent = machine.run("stagedoor backup --offsite");
  judge("backup into a bucket", sent.code === 0, sent);
  const verified = machine.run("stagedoor verify");
  judge("verify", verified.code === 0, verified);
  return { restoreLine, key, bucketKeys: keys.join(" ") };
}

async function tryUpgrades(machine: Machine, way: Way): Promise<void> {
  const current = () => machine.run("readlink /opt/stagedoor/current").said.trim();
  const none = machine.run(`${way.archive} upgrade`);
  judge("upgrade to the same", none.code === 0 && none.said.includes("already installed"), none);
  const before = current();
  way.change(machine, "good");
  const good = machine.run(way.upgrade);
  judge("upgrade", good.code === 0 && current() !== before, good);
  await judgeHealth("ready");

  const kept = current();
  way.change(machine, "broken");
  const broken = machine.run(way.upgrade);
  const isBack = current() === kept && broken.said.includes("planted");
  judge("upgrade to one that migrates and does not start: rolled back", broken.code !== 0 && isBack, broken);
  await judgeHealth("ready");
  const releases = machine.run("ls /opt/stagedoor/releases");
  judge("nothing of it is left", releases.said.trim().split("\n").length === 2, releases);
  way.change(machine, "good");
}

function tryUninstall(machine: Machine, way: Way): void {
  const asked = machine.run("stagedoor uninstall --delete-data");
  const isKept = asked.code === 1 && asked.said.includes("add --yes") && readState(machine).includes("/opt/stagedoor");
  judge("uninstall --delete-data asks, and without a terminal does nothing", isKept, asked);
  const kept = machine.run(way.uninstall);
  const keeps = "/etc/stagedoor\n/var/backups/stagedoor\n/var/lib/stagedoor\nstagedoor";
  judge("uninstall keeps the data", kept.code === 0 && readState(machine) === keeps, kept);
  const back = machine.run(way.install(port));
  const verified = machine.run("stagedoor verify");
  judge("install finds the data again", back.code === 0 && verified.said.includes("All files are good"), back);
  const gone = machine.run("stagedoor uninstall --delete-data --yes");
  judge("uninstall --delete-data --yes", readState(machine) === "/var/backups/stagedoor\nstagedoor", gone);
}

/** Another machine, with nothing but the recovery sheet and the keys of the bucket. */
async function tryRestore(
  opened: Machine,
  way: Way,
  { member, restoreLine, key, bucketKeys }: Remembered,
): Promise<void> {
  await using machine = opened;
  way.prepare(machine);
  const began = performance.now();
  machine.run(way.install(port));
  simulate(machine, port);
  machine.run("systemctl stop stagedoor");
  machine.write("/root/key.txt", `${key}\n`);
  const restored = machine.run(`cd /root && ${bucketKeys} ${restoreLine.replace("--key FILE", "--key key.txt")}`);
  machine.run("systemctl start stagedoor");
  await untilUp();
  const seconds = (performance.now() - began) / 1000;
  judge("restore on an empty machine, from the bucket and the key", restored.code === 0, { ...restored, seconds });
  const found = await member.look().catch((error: unknown) => String(error));
  judge("a member is still logged in there, and finds the recording", found === "clip", { said: found, seconds: 0 });
  await judgeHealth("sandbox");
}

async function untilUp(): Promise<void> {
  const isUp = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < 240 && !(await isUp()); tries += 1) await sleep(500);
}
