// A release is the program in a folder of its own, complete before it gets its name. The name has a checksum of the files,
// so the same program is never put there twice and a changed one never replaces the one in use.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { checkout, places } from "./places.ts";
import { copyPackages } from "./program-packages.ts";
import { run } from "./run.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

const copied = [
  ...["contract", "deploy", "emulator", "scripts", "server"],
  ...["package.json", "package-lock.json", ".npmrc", "LICENSE"],
];

/** The name of a folder that is already built. */
const nameFile = ".release";

export function nameRelease(source: string): string {
  if (isBuilt(source)) return readFileSync(path.join(source, nameFile), "utf8").trim();
  const hash = createHash("sha256");
  for (const file of [...copied, "web"].flatMap((name) => listFiles(source, name)))
    hash.update(`${file}\0`).update(readFileSync(path.join(source, file)));
  const { version } = JSON.parse(readFileSync(path.join(source, "package.json"), "utf8")) as { version: string };
  return `${version}-${hash.digest("hex").slice(0, 10)}`;
}

/** A release, or what was unpacked from one: there is nothing to build. */
function isBuilt(source: string): boolean {
  return existsSync(path.join(source, nameFile));
}

/** The release in use. */
export function findCurrent(): string | undefined {
  return existsSync(places.current) ? path.basename(readlinkSync(places.current)) : undefined;
}

export function folderOf(release: string): string {
  return path.join(places.releases, release);
}

export function releaseSteps(release: string): Step[] {
  const folder = folderOf(release);
  const isThere = () => existsSync(folder);
  const partial = `${folder}.partial`;
  return [
    {
      title: words.page,
      isDone: () => isThere() || isBuilt(checkout),
      run: () => void run(process.execPath, ["scripts/tasks.ts", "build"], { cwd: checkout }),
    },
    {
      title: words.release(folder),
      isDone: isThere,
      run() {
        rmSync(partial, { recursive: true, force: true });
        if (isBuilt(checkout)) copyBuilt(partial);
        else makeProgram(checkout, partial);
        // whatever mask the person has who cloned it: the archive's user reads it, and only root changes it
        run("chmod", ["-R", "u=rwX,go=rX", partial]);
        renameSync(partial, folder);
      },
      undo() {
        run("rm", ["--recursive", "--force", partial, folder]);
        if (existsSync(places.releases) && readdirSync(places.releases).length === 0)
          rmSync(places.home, { recursive: true });
      },
    },
  ];
}

/** Everything a release holds. */
export function makeProgram(source: string, target: string, node?: string): void {
  copyProgram(source, target);
  copyPackages(source, target, node);
  writeFileSync(path.join(target, nameFile), `${nameRelease(source)}\n`);
}

function copyBuilt(target: string): void {
  mkdirSync(target, { recursive: true });
  run("cp", ["-rP", "--preserve=mode", "--reflink=auto", `${checkout}/.`, target]);
}

export function copyProgram(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const file of copied.flatMap((name) => listFiles(source, name)))
    cpSync(path.join(source, file), path.join(target, file));
  for (const built of ["server/dist", "web/dist"])
    cpSync(path.join(source, built), path.join(target, built), { recursive: true });
}

/** Below a name, without tests, packages and what was built. */
function listFiles(source: string, name: string): string[] {
  const place = path.join(source, name);
  if (!existsSync(place)) return [];
  if (path.extname(name) !== "" || name === "LICENSE" || name === ".npmrc") return [name];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist|data)\//.test(file))
    .toSorted();
}

/** The release in use and the one before it stay. */
export function oldReleasesStep(current: string, previous: string | undefined): Step {
  const names = existsSync(places.releases) ? readdirSync(places.releases) : [];
  const old = names.filter((name) => name !== current && name !== previous);
  return {
    title: words.oldReleases(old),
    isDone: () => old.length === 0,
    run: () => old.forEach((name) => rmSync(folderOf(name), { recursive: true })),
  };
}
