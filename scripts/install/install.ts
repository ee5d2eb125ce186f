// stagedoor install: makes this machine run the archive. Everything it does is a step that is done once and can be undone.
import { readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readLine } from "#scripts/commands.mjs";
import { builtServer } from "#scripts/built.ts";
import { Refusal } from "#server/refusal.ts";
import { joinGroupStep, userStep } from "./account.ts";
import { appArmorSteps } from "./apparmor.ts";
import { findFault, findNamed, thisMachine } from "./checks.mjs";
import { fileStep, folderStep, keepingKey, linkStep } from "./files.ts";
import { packagesStep } from "./system-packages.ts";
import { checkout, places } from "./places.ts";
import { siteStep, startProxyStep, type Site } from "./proxy.ts";
import { findCurrent, folderOf, nameRelease, releaseSteps } from "./release.ts";
import { tryPrint } from "./run.ts";
import { hasSystemd, isReady, readyStep, startStep, unitsStep, type Role } from "./systemd.ts";
import { readInstalled, withSettings } from "./settings.ts";
import { runSteps, type Step } from "./step.ts";
import { words } from "./words.ts";

export async function installArchive(args: readonly string[]): Promise<void> {
  const fault = await findFault(["install", ...args], thisMachine);
  if (fault) throw new Refusal("bad-input", fault);
  const { values, flags } = readLine("install", args);
  const isDryRun = flags["dry-run"] ?? false;
  process.umask(0o022);
  const release = nameRelease(checkout);
  const current = findCurrent();
  if (current !== undefined && current !== release) throw new Refusal("bad-input", words.useUpgrade);

  const port = values["port"] === undefined ? readInstalled().port : Number(values["port"]);
  const backups = values["backup-to"] ?? readInstalled().backups;
  const site = values["domain"] && {
    domain: values["domain"],
    port,
    media: `${places.data}/media`,
    acmeCa: values["acme-ca"],
    acmeRoot: values["acme-root"] && readFileSync(findNamed(values["acme-root"]), "utf8"),
  };
  const role = values["role"] as Role | undefined;
  const databaseUrl = values["database-url"];
  const steps = listSteps({ release, port, backups, site: site || undefined, role, databaseUrl });
  await runSteps(steps, { isDryRun, say: console.log });
  if (!isDryRun)
    await sayHowToGoOn({ isWhole: role === undefined, isCertificatePublic: values["acme-ca"] === undefined });
}

interface Plan {
  release: string;
  port: number;
  backups: string;
  site: Site | undefined;
  role: Role | undefined;
  databaseUrl: string | undefined;
}

function listSteps({ release, port, backups, site, role, databaseUrl }: Plan): Step[] {
  const { user, data, current, command } = places;
  const isOnPostgres = databaseUrl !== undefined || readInstalled().isOnPostgres;
  const settings = {
    DATA_DIR: data,
    BACKUP_DIR: backups,
    PORT: String(port),
    EMULATOR_PORT: String(port + 1),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(site && {
      PUBLIC_URL: `https://${site.domain}`,
      TRUSTED_PROXIES: "127.0.0.1,::1",
      ACCEL_PREFIX: "/media-files",
    }),
  };
  return [
    packagesStep(["ffmpeg", "bubblewrap", ...(site ? ["caddy"] : [])]),
    ...releaseSteps(release),
    ...[userStep(), folderStep(data, { mode: 0o750, owner: user })].map((step) =>
      isOnPostgres ? keepingKey(step, `${data}/secrets/master.key`) : step,
    ),
    folderStep(backups, { mode: 0o700, owner: user }),
    // only the archive's user reads it; the service cannot write to /etc
    fileStep(places.settings, (before) => withSettings(before, settings), { mode: 0o600, owner: user }),
    linkStep(current, folderOf(release)),
    linkStep(command, `${current}/scripts/stagedoor`),
    unitsStep(),
    ...appArmorSteps(),
    ...(site ? [joinGroupStep("caddy"), siteStep(site)] : []),
    ...(hasSystemd() ? [startStep(role), readyStep(port), ...(site ? [startProxyStep()] : [])] : []),
  ];
}

/** A certificate of a private authority is not known to this program, so it cannot ask. Of several servers none has the proxy's address. */
async function sayHowToGoOn({
  isWhole,
  isCertificatePublic,
}: Record<"isWhole" | "isCertificatePublic", boolean>): Promise<void> {
  const { address, backups, dataDir, hasLogin } = readInstalled();
  if (isWhole && statSync(backups).dev === statSync(dataDir).dev) console.log(words.sameDisk(backups));
  console.log(words.commands);
  if (!hasSystemd()) return console.log(words.byHand(startByHand));
  const isAsked = isWhole && isCertificatePublic && address.startsWith("https:");
  if (isAsked && !(await waitForHttps(address))) console.log(words.httpsLater(address));
  console.log(words.installed(address));
  // it fails when the archive is set up already
  const link = hasLogin ? undefined : tryPrint(places.command, ["setup-link"]);
  if (link) console.log(`\n${link}`);
}

const startByHand = `sudo -u ${places.user} sh -c 'cd ${places.current} && SETTINGS_FILE=${places.settings} NODE_ENV=production exec node_modules/.bin/node ${builtServer}'`;

async function waitForHttps(address: string): Promise<boolean> {
  const until = Date.now() + 45_000;
  do {
    if (await isReady(`${address}/api/health`)) return true;
    await sleep(1000);
  } while (Date.now() < until);
  return false;
}
