// Where an installed archive is on the machine.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installedSettings } from "#scripts/find-archive.ts";

const home = "/opt/stagedoor";

export const places = {
  user: "stagedoor",
  home,
  releases: path.join(home, "releases"),
  /** A link to the release in use: the service and the command follow it. */
  current: path.join(home, "current"),
  data: "/var/lib/stagedoor",
  backups: "/var/backups/stagedoor",
  settings: installedSettings,
  command: "/usr/local/bin/stagedoor",
  units: "/etc/systemd/system",
  appArmor: "/etc/apparmor.d/stagedoor",
  caddyfile: "/etc/caddy/Caddyfile",
  acmeRoot: "/etc/caddy/stagedoor-authority.pem",
  caddySite: "/etc/caddy/Caddyfile.d/stagedoor.caddyfile",
} as const;

export const checkout = path.resolve(fileURLToPath(import.meta.url), "../../..");
