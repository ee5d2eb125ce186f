// How the program comes to a machine: as the package of a release, or as a clone of the repository.
import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { addNpm, type Machine } from "./machine.ts";

export interface Way {
  name: "by package" | "by clone";
  prepare(machine: Machine): void;
  /** From there to the set-up link. */
  install(port: number): string;
  /** The start of every other command. */
  archive: string;
  /** Another version in place of the one that was there. The broken one changes the database, and does not start. */
  change(machine: Machine, how: "good" | "broken"): void;
  upgrade: string;
  uninstall: string;
}

const file = "/srv/stagedoor.deb";
const planted = 'export const up = (db) => db.schema.createTable("planted").addColumn("id", "integer").execute();\n';

export const byPackage: Way = {
  name: "by package",
  prepare({ folder }) {
    const machine = execFileSync("dpkg", ["--print-architecture"], { encoding: "utf8" }).trim();
    const found = existsSync("dist") ? readdirSync("dist").find((name) => name.endsWith(`_${machine}.deb`)) : undefined;
    if (!found) throw new Error("There is no package in dist: run npm run release first.");
    copyFileSync(path.join("dist", found), path.join(folder, file));
  },
  install: (port) => `apt-get install -y ${file} && stagedoor install --port ${port}`,
  archive: "stagedoor",
  change({ folder }, how) {
    const package_ = path.join(folder, file);
    const root = path.join(folder, "srv/package");
    execFileSync("dpkg-deb", ["--raw-extract", package_, root]);
    const edit = (name: string, change: (text: string) => string) => {
      const place = path.join(root, name);
      writeFileSync(place, change(readFileSync(place, "utf8")));
    };
    const main = "usr/lib/stagedoor/server/dist/main.js";
    const migration = path.join(root, "usr/lib/stagedoor/server/database/migrations/900-planted.ts");
    const throwing = 'throw new Error("planted");\n';
    edit("DEBIAN/control", (text) => text.replace(/^Version: (.*)$/m, `Version: $1+${how}`));
    edit("usr/lib/stagedoor/.release", (text) => `${text.trim()}-${how}\n`);
    edit(main, (text) => (how === "broken" ? throwing + text : text.replace(throwing, "")));
    if (how === "broken") writeFileSync(migration, planted);
    else rmSync(migration, { force: true });
    execFileSync("dpkg-deb", ["--root-owner-group", "-Znone", "--build", root, package_], { stdio: "ignore" });
    rmSync(root, { recursive: true });
  },
  upgrade: `apt-get install -y ${file}`,
  uninstall: "apt-get remove -y stagedoor",
};

const checkout = "/srv/stagedoor";
const archive = `cd ${checkout} && npm run --silent archive --`;

export const byClone: Way = {
  name: "by clone",
  prepare(machine) {
    addNpm(machine);
    const place = path.join(machine.folder, checkout);
    execFileSync("sh", ["-c", `mkdir -p ${place} && git archive HEAD | tar -x -C ${place}`]);
    // with packages that are there already npm fetches nothing: on a machine that is busy with other things
    const seed = process.env["SEED"];
    if (seed) execFileSync("cp", ["-a", seed, path.join(place, "node_modules")]);
    machine.run("apt-get install -y --no-install-recommends libatomic1");
  },
  install: (port) => `${archive} install --port ${port}`,
  archive,
  change({ folder }, how) {
    const at = (name: string) => path.join(folder, checkout, name);
    const edit = (name: string, change: (text: string) => string) =>
      writeFileSync(at(name), change(readFileSync(at(name), "utf8")));
    const [main, list] = ["server/main.ts", "server/database/migration-list.ts"];
    const migration = "server/database/migrations/900-planted.ts";
    const [throwing, importing] = ['  throw new Error("planted");\n', `import * as planted from "#${migration}";\n`];
    const listing = '\n  "900-planted": planted,';
    if (how === "broken") {
      edit(main, (text) => text.replace("  await app.listen(", `${throwing}  await app.listen(`));
      edit(list, (text) => importing + text.replace("\n};", `${listing}\n};`));
      writeFileSync(at(migration), planted);
    } else {
      edit(main, (text) => text.replace(throwing, ""));
      edit(list, (text) => text.replace(importing, "").replace(listing, ""));
      rmSync(at(migration), { force: true });
      appendFileSync(at("server/words.ts"), "// a change\n");
    }
  },
  upgrade: `${archive} upgrade`,
  uninstall: "stagedoor uninstall",
};
