// A fresh Debian 12 in a folder, with nothing but Node 20 and npm, entered by chroot.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Machine {
  folder: string;
  /** Runs a line of shell inside; `user` other than root by name. */
  run(line: string, user?: string): { code: number; said: string; seconds: number };
  write(file: string, text: string): void;
  [Symbol.dispose](): void;
}

export function openMachine(folder: string): Machine {
  const base = `${folder}.base`;
  if (!existsSync(path.join(base, "usr/bin/npm"))) makeBase(base);
  // never through a mount that an earlier run left behind
  execFileSync("rm", ["--recursive", "--force", "--one-file-system", folder]);
  execFileSync("cp", ["-a", base, folder]);
  // of its own, and nothing of this machine's: what is deleted there is not deleted here
  execFileSync("mount", ["-t", "proc", "proc", path.join(folder, "proc")]);
  writeFileSync(path.join(folder, "etc/hosts"), "127.0.0.1 localhost archive.test\n");
  cpSync("/etc/resolv.conf", path.join(folder, "etc/resolv.conf"));
  return {
    folder,
    run(line, user = "root") {
      const began = performance.now();
      const enter = user === "root" ? [] : [`--userspec=${user}`];
      const { status, stdout, stderr } = spawnSync("chroot", [...enter, folder, "/bin/sh", "-c", line], {
        env: environment(),
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      });
      return { code: status ?? -1, said: `${stdout}${stderr}`, seconds: (performance.now() - began) / 1000 };
    },
    write(file, text) {
      const place = path.join(folder, file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
    },
    [Symbol.dispose]: () => void execFileSync("umount", [path.join(folder, "proc")]),
  };
}

function makeBase(base: string): void {
  const made = `${base}.partial`;
  rmSync(made, { recursive: true, force: true });
  execFileSync("debootstrap", ["--variant=minbase", "--include=ca-certificates,libatomic1", "bookworm", made], {
    stdio: "inherit",
  });
  cpSync("/usr/bin/node", path.join(made, "usr/bin/node"), { dereference: true });
  cpSync("/usr/lib/node_modules/npm", path.join(made, "usr/lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(made, "usr/bin", name));
  for (const file of ["/root/.npmrc", "/usr/etc/npmrc", "/etc/npmrc", ...certificateFiles()])
    if (existsSync(file)) cpSync(file, path.join(made, file), { dereference: true });
  execFileSync("mv", [made, base]);
}

/** systemd cannot run in a chroot: something smaller starts what its unit files say. */
export function addServiceManager(machine: Machine): void {
  for (const name of ["systemctl", "journalctl"]) {
    const place = path.join(machine.folder, "usr/local/bin", name);
    cpSync(path.join(import.meta.dirname, "systemctl.mjs"), place);
    chmodSync(place, 0o755);
  }
  mkdirSync(path.join(machine.folder, "run/systemd/system"), { recursive: true });
}

function certificateFiles(): string[] {
  return ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => process.env[name] ?? []);
}

function environment(): Record<string, string | undefined> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", NODE_EXTRA_CA_CERTS };
}
