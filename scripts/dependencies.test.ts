// What we build on: exact versions of packages with a checksum, from a registry alone, and no program of theirs run at install.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides?: Record<string, unknown>;
  allowScripts: Record<string, boolean>;
}
interface Locked extends Partial<Omit<Manifest, "allowScripts">> {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, Locked>;
}

const manifest = readJson("package.json") as Manifest;
const lockfile = readJson("package-lock.json") as Lockfile;

/** Older ones have holes that we know of. */
const oldest = { fastify: "5.12.0", "@fastify/static": "10.1.4", "@tus/server": "2.2.3" };
/** Each has let requests past checks that stand before it. */
const unwanted = ["@fastify/middie", "@fastify/express"];

it("every package is exact, has its checksum, comes from a registry, and runs nothing when it is installed", () => {
  expect(findFaults(manifest, lockfile)).toEqual([]);
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100);
});

it("neither does what only the mutations need", () => {
  const none = { dependencies: {}, optionalDependencies: {}, allowScripts: {} };
  const own = { ...none, ...(readJson("prove/mutations/package.json") as Partial<Manifest>) } as Manifest;
  expect(findFaults(own, readJson("prove/mutations/package-lock.json") as Lockfile)).toEqual([]);
});

it("what a person does by hand keeps it so", () => {
  const settings = readFileSync(".npmrc", "utf8").split("\n");
  expect(settings).toEqual(expect.arrayContaining(["save-exact=true", "omit-lockfile-registry-resolved=true"]));
});

it("is checked: each planted fault is found", () => {
  const plant = (change: Partial<Manifest>, packages: Record<string, Locked>) =>
    findFaults({ ...manifest, ...change }, { ...lockfile, packages: { ...lockfile.packages, ...packages } });
  const locked = { version: "1.0.0", integrity: "sha512-x" };
  expect(plant({ devDependencies: { ...manifest.devDependencies, vite: "^8.3.5" } }, {})).toEqual([
    "vite: ^8.3.5 is not an exact version",
    "devDependencies are not those of the lockfile",
  ]);
  expect(plant({}, { "node_modules/x": { version: "1.0.0" } })).toEqual(["node_modules/x has no checksum"]);
  expect(plant({}, { "node_modules/x": { ...locked, resolved: "https://packages.example/x.tgz" } })).toEqual([
    "node_modules/x names where it comes from",
  ]);
  expect(plant({}, { "node_modules/x": { ...locked, dependencies: { y: "github:z/y" } } })).toEqual([
    "node_modules/x wants y from github:z/y",
  ]);
  expect(plant({}, { "node_modules/x": { ...locked, hasInstallScript: true } })).toEqual([
    "node_modules/x runs a script when it is installed, which nobody has looked at",
  ]);
  expect(plant({}, { "node_modules/a/node_modules/fastify": { ...locked, version: "5.9.9" } })).toEqual([
    "fastify 5.9.9 is older than 5.12.0",
  ]);
  expect(plant({}, { "node_modules/@fastify/middie": locked })).toEqual(["@fastify/middie is not to be used"]);
});

function findFaults(
  { allowScripts, overrides, ...wanted }: Manifest,
  { lockfileVersion, packages }: Lockfile,
): string[] {
  const faults = lockfileVersion === 3 ? [] : [`the lockfile is of version ${lockfileVersion}`];
  const groups = ["dependencies", "devDependencies", "optionalDependencies"] as const;
  const all = groups.flatMap((group) => Object.entries(wanted[group])).concat(Object.entries(overrides ?? {}) as []);
  for (const [name, version] of all)
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) faults.push(`${name}: ${version} is not an exact version`);
  for (const group of groups)
    if (!isDeepStrictEqual(wanted[group], packages[""]?.[group] ?? {}))
      faults.push(`${group} are not those of the lockfile`);
  for (const [place, locked] of Object.entries(packages)) {
    if (place === "") continue;
    const name = place.split("node_modules/").at(-1) ?? "";
    if (!locked.integrity?.startsWith("sha512-") || locked.link) faults.push(`${place} has no checksum`);
    if (locked.resolved !== undefined) faults.push(`${place} names where it comes from`);
    for (const [other, version] of groups.flatMap((group) => Object.entries(locked[group] ?? {})))
      if (/^(?!npm:).*[:/]/.test(version)) faults.push(`${place} wants ${other} from ${version}`);
    if (locked.hasInstallScript && allowScripts[name] === undefined)
      faults.push(`${place} runs a script when it is installed, which nobody has looked at`);
    const least = Object.hasOwn(oldest, name) ? oldest[name as keyof typeof oldest] : undefined;
    if (least && isOlder(locked.version ?? "", least)) faults.push(`${name} ${locked.version} is older than ${least}`);
    if (unwanted.includes(name)) faults.push(`${name} is not to be used`);
  }
  return faults;
}

function isOlder(version: string, least: string): boolean {
  return version.localeCompare(least, "en", { numeric: true }) < 0;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
