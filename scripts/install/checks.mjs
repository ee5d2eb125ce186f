// What has to be right before anything is changed. bootstrap.mjs runs it first, on any Node and without packages, so that a
// person reads what is wrong within seconds. Plain JavaScript, only Node's own modules.
import { X509Certificate } from "node:crypto";
import { lookup } from "node:dns/promises";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describeCommand, readLine, wantsHelp } from "../commands.mjs";

const supported = { debian: ["12", "13"], ubuntu: ["24.04"] };
const neededGb = 2;
/** For bootstrap.mjs: nothing else is to be done. */
const helpWasShown = 3;
const answerWithinMs = 6000;

/** The machine as it is; a test describes another one. */
export const thisMachine = {
  uid: process.getuid?.() ?? -1,
  osRelease: existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "",
  checkout: fileURLToPath(new URL("../..", import.meta.url)),
  exists: existsSync,
  read: (file) => readFileSync(file, "utf8"),
  /** In GiB, of the volume that this folder is or will be on. */
  freeGb(folder) {
    let place = folder;
    while (!existsSync(place)) place = path.dirname(place);
    const { bavail, bsize } = statfsSync(place);
    return (bavail * bsize) / 2 ** 30;
  },
  isPortFree: (port) =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once("error", (error) => resolve(error.code !== "EADDRINUSE"));
      probe.listen(port, () => probe.close(() => resolve(true)));
    }),
  lookUp: (name) => lookup(name),
};

/** The first thing that is wrong, as a sentence; undefined if all is well. */
export async function findFault([command, ...args], machine) {
  const { values, fault } = readOptions(command, args);
  if (fault) return fault;
  const { domain, port, "dry-run": isDryRun, new: isNew } = values;
  const system = describeSystem(machine.osRelease);
  if (!system.isSupported) {
    return `This is ${system.name}. The command knows Debian 12 and 13 and Ubuntu 24.04. On other systems use deploy/compose.yaml: see docs/hosting.md.`;
  }
  const isInstalled = machine.exists("/opt/stagedoor/current");
  // a package or a tarball of a release has no npm
  const isBuilt = machine.exists(path.join(machine.checkout, ".release"));
  const archive = isBuilt ? "stagedoor" : "npm run archive --";
  if (machine.uid !== 0 && !(isDryRun && !isInstalled))
    return `Only root can ${command} the archive. Run it with sudo: sudo ${archive} ${[command, ...args].join(" ")}`;
  if (command !== "install" && !isInstalled)
    return `No archive is installed on this machine, so there is nothing to ${command}. To install one: sudo ${archive} install`;
  if (command === "uninstall") return undefined;
  return (
    findWrongAuthority(machine, values) ??
    findWrongRole(machine, values) ??
    (isInstalled ? undefined : findOtherArchive(machine, isNew)) ??
    findFullDisk(machine) ??
    (await findUsedPort(machine, { port: Number(port ?? 8080), domain, isInstalled })) ??
    (domain === undefined ? undefined : await findUnknownName(machine, domain))
  );
}

function readOptions(command, args) {
  try {
    const { values, flags } = readLine(command, args);
    const { domain, port } = values;
    const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    if (domain !== undefined && !new RegExp(`^(localhost|(${label}\\.)+${label})$`).test(domain))
      return { fault: `--domain must be a name such as archive.example, in small letters, not "${domain}".`, values };
    if (port !== undefined && !(/^\d{2,5}$/.test(port) && Number(port) > 1023 && Number(port) < 65_535))
      return { fault: `--port must be a number from 1024 to 65534, not "${port}".`, values };
    return { values: { ...values, ...flags } };
  } catch (error) {
    return { fault: error.message, values: {} };
  }
}

/** npm changes to the folder of package.json, but the person names files as seen from their own. */
export function findNamed(file) {
  const folder = process.env.npm_lifecycle_event === "archive" ? (process.env.INIT_CWD ?? ".") : ".";
  return path.resolve(folder, file);
}

function findWrongRole({ exists, read }, { role, "database-url": url }) {
  if (role !== undefined && role !== "web" && role !== "worker") return `--role is web or worker, not "${role}".`;
  if (url !== undefined && !(URL.canParse(url) && /^postgres(ql)?:\/\/\S+$/.test(url)))
    return "--database-url must be an address such as postgres://stagedoor:password@10.0.0.5/stagedoor";
  const file = "/etc/stagedoor/settings.env";
  const settings = exists(file) ? read(file) : "";
  if (role !== undefined && url === undefined && !/^DATABASE_URL(_FILE)?=\S/m.test(settings))
    return "Several servers need one PostgreSQL. Name it with --database-url.";
  return undefined;
}

function findWrongAuthority({ read }, { domain, "acme-ca": address, "acme-root": file }) {
  if (address === undefined && file === undefined) return undefined;
  if (domain === undefined) return "--acme-ca and --acme-root are for a certificate, so they need --domain.";
  if (address !== undefined && !(URL.canParse(address) && /^https:\/\/[^\s{}"`]+$/.test(address)))
    return `--acme-ca must be the https address of the authority's directory, not "${address}".`;
  if (file === undefined) return undefined;
  const place = findNamed(file);
  try {
    return void new X509Certificate(read(place));
  } catch (error) {
    if (error.code === "ENOENT")
      return `There is no file ${place}. After --acme-root write the file of the authority's root certificate.`;
    if (error.syscall) return `The file ${place} cannot be read: ${error.message}.`;
    return `${place} is not a certificate. After --acme-root write the file of the authority's root certificate, in PEM format: it begins with -----BEGIN CERTIFICATE-----`;
  }
}

function describeSystem(osRelease) {
  const read = (name) => new RegExp(`^${name}="?([^"\\n]*)"?$`, "m").exec(osRelease)?.[1] ?? "";
  const [id, version] = [read("ID"), read("VERSION_ID")];
  return {
    name: read("PRETTY_NAME") || "an unknown system",
    isSupported: supported[id]?.includes(version) ?? false,
  };
}

function findOtherArchive({ exists, read, checkout }, isNew) {
  const unit = "/etc/systemd/system/stagedoor.service";
  if (exists("/opt/stagedoor/package.json") || (exists(unit) && !read(unit).includes("/opt/stagedoor/current"))) {
    return "There is already an archive on this machine that was installed by hand. Make a backup of it, remove /opt/stagedoor and its service, run install, and restore the backup.";
  }
  const data = path.join(checkout, "data");
  if (isNew || !exists(path.join(data, "stagedoor.db"))) return undefined;
  return `There is already an archive in ${data}. To start with a new one beside it, add --new. To move it, make a backup of it first, install with --new, and restore the backup.`;
}

function findFullDisk({ freeGb, checkout }) {
  const short = ["/opt", "/var/lib", checkout].find((folder) => freeGb(folder) < neededGb);
  if (short === undefined) return undefined;
  const free = freeGb(short).toFixed(1);
  return `There is too little space for ${short}: ${free} GB is free, and ${neededGb} GB is needed. Delete something, or use a larger disk.`;
}

/** Without a domain the demo's stand-ins take the port after the archive's. */
async function findUsedPort({ isPortFree, exists }, { port, domain, isInstalled }) {
  const needed = domain === undefined ? [port, port + 1] : [port];
  const [own, web] = [isInstalled ? [] : needed, [80, 443]];
  for (const used of own) {
    if (!(await isPortFree(used)))
      return `Port ${used} is already in use by another program. Stop that program, or choose another port, for example --port ${port + 1000}.`;
  }
  const hasCaddy = exists("/etc/caddy/Caddyfile");
  for (const used of domain === undefined || hasCaddy ? [] : web) {
    if (!(await isPortFree(used)))
      return `Port ${used} is already in use, probably by another web server. Stop it; or leave out --domain, and let it pass requests on to the archive.`;
  }
  return undefined;
}

async function findUnknownName({ lookUp }, domain) {
  const tooLong = new Promise((resolve) => setTimeout(resolve, answerWithinMs, "slow").unref());
  const found = await Promise.race([lookUp(domain).catch((error) => error.code ?? "unknown"), tooLong]);
  if (found === "slow" || found === "EAI_AGAIN")
    return `The DNS does not answer, so ${domain} cannot be checked. Check the network of this machine and try again.`;
  if (typeof found === "string")
    return `${domain} has no address in the DNS. Add an A or AAAA record that points to this machine, wait until it is known, and try again.`;
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  if (wantsHelp(args)) {
    console.log(describeCommand(command));
    process.exit(helpWasShown);
  }
  const fault = await findFault(process.argv.slice(2), thisMachine);
  if (fault) {
    console.error(fault);
    process.exit(1);
  }
  // a look-up that never ends must not keep us here
  process.exit(0);
}
