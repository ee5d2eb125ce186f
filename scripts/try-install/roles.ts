// One of several servers, with an address of its own and PostgreSQL. The first start fails after the database was bound to a key: the next try
// uses that key. Then it takes a role, and is upgraded without a copy of all files.
import { startPostgres } from "#server/testing/postgres.ts";
import { readState, type Machine } from "./machine.ts";

interface Trial {
  machine: Machine;
  judge(what: string, isRight: boolean, result: { said: string; seconds: number }): void;
  port: number;
  /** The start of a command line. */
  archive: string;
}

const settings = "/etc/stagedoor/settings.env";
const key = "/var/lib/stagedoor/secrets/master.key";

/** The program is there, and no archive. */
export async function tryRoles({ machine, judge, port, archive }: Trial): Promise<void> {
  await using postgres = await startPostgres();
  const install = `${archive} install --port ${port} --role web --database-url ${postgres.url}`;
  // without settings it is a demo, which has no roles
  const failed = machine.run(install);
  const isKept = failed.code === 1 && failed.said.includes(`${key} is the only key`);
  const left = readState(machine);
  judge("a first start that fails on PostgreSQL keeps the key", isKept && !left.includes("/opt/stagedoor"), failed);
  const made = machine.run(`sha256sum ${key}`).said;

  machine.write(settings, "HOST=127.0.0.2\nPUBLIC_URL=https://archive.example\n");
  const installed = machine.run(install);
  const active = machine.run("systemctl is-active stagedoor@web; systemctl is-enabled stagedoor-backup.timer");
  const isSame = machine.run(`sha256sum ${key}`).said === made;
  judge("install --role web, at an address of its own", installed.code === 0 && isSame, installed);
  judge("the role runs, and no nightly backup into a folder", active.said === "active\ndisabled\n", active);
  const worker = machine.run(install.replace("--role web", "--role worker"));
  const roles = machine.run("systemctl is-active stagedoor@worker stagedoor@web");
  judge("another role", worker.code === 0 && roles.said.startsWith("active\ninactive"), worker);
  const gone = machine.run("stagedoor uninstall --delete-data --yes");
  judge("uninstall of a role", !readState(machine).includes("systemd"), gone);
}
