// A tarball and a package for Debian and Ubuntu of a program in a folder. The same files make the same bytes: every file gets the
// same rights, the same owner and one time, and nothing else of this machine is in them.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { commands, describeCommand } from "#scripts/commands.mjs";

interface Packing {
  /** A folder stagedoor-VERSION, in a folder where something else may be put beside it. */
  program: string;
  version: string;
  /** By Debian's name. */
  machine: string;
  /** The time that every file gets. */
  seconds: number;
  out: string;
}

/** The names of what was made. */
export function pack(packing: Packing): string[] {
  makeEqual(packing.program, packing.seconds);
  return [makeTarball(packing), makeDebianPackage(packing)];
}

function makeTarball({ program, version, machine, out }: Packing): string {
  const name = `stagedoor-${version}-linux-${machine}.tar.gz`;
  const equal = ["--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"];
  const line = ["-C", path.dirname(program), "-c", path.basename(program)];
  execFileSync("sh", ["-ec", 'tar "$@" | gzip -n -6 > "$0"', path.join(out, name), ...equal, ...line]);
  return name;
}

/** The program is moved into it. */
function makeDebianPackage({ program, version, machine, seconds, out }: Packing): string {
  const root = path.join(path.dirname(program), "root");
  const at = (name: string) => path.join(root, name);
  const write = (name: string, text: string | Buffer, mode = 0o644) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    chmodSync(at(name), mode);
  };
  for (const folder of ["usr/lib", "usr/bin", "usr/share/doc/stagedoor"]) mkdirSync(at(folder), { recursive: true });
  renameSync(program, at("usr/lib/stagedoor"));
  symlinkSync("../lib/stagedoor/scripts/stagedoor", at("usr/bin/stagedoor"));
  write("usr/share/man/man8/stagedoor.8.gz", gzipSync(writeManual(version, seconds), { level: 9 }));
  cpSync(at("usr/lib/stagedoor/LICENSES.txt"), at("usr/share/doc/stagedoor/copyright"));
  for (const script of ["postinst", "prerm"]) write(`DEBIAN/${script}`, readFileSync(`deploy/debian/${script}`), 0o755);
  const sizes = listAll(at("usr")).map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  write("DEBIAN/control", writeControl(version, machine, Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)));
  makeEqual(root, seconds);
  const name = `stagedoor_${version}_${machine}.deb`;
  const options = ["--root-owner-group", "-Zxz", "-z2", "--threads-max=1"];
  execFileSync("dpkg-deb", [...options, "--build", root, path.join(out, name)], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
  });
  return name;
}

function writeControl(version: string, machine: string, kilobytes: number): string {
  return `Package: stagedoor
Version: ${version}
Architecture: ${machine}
Maintainer: The authors of Stagedoor <stagedoor@localhost>
Installed-Size: ${kilobytes}
Depends: bubblewrap, ca-certificates, ffmpeg, libatomic1, libc6 (>= 2.28), libstdc++6, util-linux
Suggests: caddy
Section: web
Priority: optional
Description: self-hosted, members-only video archive for a music channel
 Members sign in with Patreon or Twitch. After the installation run
 "stagedoor install", which sets up the service on this machine.
`;
}

/** The same rights, and one time for all. */
function makeEqual(folder: string, seconds: number): void {
  execFileSync("chmod", ["--recursive", "u=rwX,go=rX", folder]);
  for (const file of [...listAll(folder), folder]) lutimesSync(file, seconds, seconds);
}

function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    path.join(entry.parentPath, entry.name),
  );
}

function writeManual(version: string, seconds: number): string {
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
