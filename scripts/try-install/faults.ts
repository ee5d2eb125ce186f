// What goes wrong on a machine before and at the first start is named within seconds, and leaves nothing behind.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { readState, type Machine } from "./machine.ts";
import type { Way } from "./ways.ts";

interface Trial {
  machine: Machine;
  judge(what: string, isRight: boolean, result: { said: string; seconds: number }): void;
  port: number;
  way: Way;
}

/** In which a person reads what is wrong; longer on a machine that has more to do than it can. */
const longestSeconds = () => 10 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
const checkout = "/srv/stagedoor";

/** By clone: a package brings its programs by itself. */
export function tryFaultsBefore({ machine, judge, port, way }: Trial): void {
  if (way.name !== "by clone") return;
  const inside = (file: string) => path.join(machine.folder, file);
  const install = way.install(port);
  const refuse = (what: string, line: string, sentence: string, user?: string) => {
    const before = readState(machine);
    const result = machine.run(line, user);
    const isRight = result.code === 1 && result.said.includes(sentence) && result.seconds < longestSeconds();
    judge(what, isRight && readState(machine) === before, result);
  };
  refuse("not root", install, "sudo npm run archive -- install", "nobody");
  const release = readFileSync(inside("/usr/lib/os-release"), "utf8");
  writeFileSync(inside("/usr/lib/os-release"), 'ID=fedora\nPRETTY_NAME="Fedora Linux 43"\n');
  refuse("another system", install, "This is Fedora Linux 43");
  writeFileSync(inside("/usr/lib/os-release"), release);
  const listener = `node -e "require('net').createServer().listen(${port},'127.0.0.1')"`;
  const used = `${listener} & other=$!; sleep 1; (${install}); code=$?; kill $other; exit $code`;
  refuse("a used port", used, `Port ${port} is already in use`);
  refuse("no DNS", `${install} --domain nowhere.invalid`, "DNS");
  machine.run("mount -t tmpfs -o size=100m tmpfs /opt");
  refuse("a full disk", install, "too little space for /opt");
  machine.run("umount /opt");
  machine.write(`${checkout}/data/stagedoor.db`, "");
  refuse("an archive in the checkout", install, `There is already an archive in ${checkout}/data`);
  machine.run(`rm -r ${checkout}/data`);

  const dry = machine.run(`${install} --dry-run`);
  judge(
    "dry run, with npm ci in the checkout",
    dry.code === 0 && readState(machine) === "" && dry.said.includes("to do"),
    dry,
  );
  machine.run("mkdir /root/apt && mv /etc/apt/sources.list* /root/apt/ && mkdir /etc/apt/sources.list.d");
  machine.run("mkdir /root/cached && mv /var/cache/apt/archives/*.deb /root/cached/");
  machine.write("/etc/apt/sources.list", "deb http://127.0.0.1:1/debian stable main\n");
  refuse("apt fails", install, "apt could not install");
  machine.run("rm -r /etc/apt/sources.list* && mv /root/apt/* /etc/apt/ && mv /root/cached/* /var/cache/apt/archives/");
  machine.run("apt-get update");

  machine.write("/etc/stagedoor/settings.env", "GRACE_HOURS=never\n");
  const unhealthy = machine.run(install);
  const isUndone =
    readState(machine) === "/etc/stagedoor" &&
    readFileSync(inside("/etc/stagedoor/settings.env"), "utf8") === "GRACE_HOURS=never\n";
  const isNamed = unhealthy.code === 1 && unhealthy.said.includes("GRACE_HOURS must");
  judge("unhealthy after the start: undone", isUndone && isNamed, unhealthy);
  machine.run("rm -r /etc/stagedoor");
}
