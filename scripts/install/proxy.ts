// Caddy in front of the archive: a site file of ours, and one line in Caddy's own file that includes it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { allOf, fileStep, undoAll } from "./files.ts";
import { checkout, places } from "./places.ts";
import { run, tryRun } from "./run.ts";
import { hasSystemd } from "./systemd.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

export interface Site {
  domain: string;
  port: number;
  media: string;
  /** The address of another certificate authority than Caddy's own choice, and the text of its root certificate. */
  acmeCa?: string | undefined;
  acmeRoot?: string | undefined;
}

const includeLine = "import Caddyfile.d/*.caddyfile";
/** Lines of Caddy's own welcome page, which would answer for every name. */
const aside = "#stagedoor: ";

export function writeSite(template: string, { domain, port, media, acmeCa, acmeRoot }: Site): string {
  const authority = [...(acmeCa ? [`\t\tca ${acmeCa}`] : []), ...(acmeRoot ? [`\t\tca_root ${places.acmeRoot}`] : [])];
  const tls = authority.length > 0 ? `\ttls {\n${authority.join("\n")}\n\t}\n` : "";
  return fill(template, {
    "archive.example {\n": `${domain} {\n${tls}`,
    "127.0.0.1:8080": `127.0.0.1:${port}`,
    "/var/lib/stagedoor/media": media,
  });
}

export function siteStep(site: Site): Step {
  const template = readFileSync(path.join(checkout, "deploy", "caddy", "stagedoor.caddyfile"), "utf8");
  const rights = { mode: 0o644 };
  // a copy: Caddy's user may not read the person's own file
  const { acmeRoot } = site;
  const files = [
    ...(acmeRoot ? [fileStep(places.acmeRoot, () => acmeRoot, rights)] : []),
    fileStep(places.caddySite, () => writeSite(template, site), rights),
    fileStep(places.caddyfile, (before) => withSite(before, isUntouched), rights),
  ];
  return {
    ...allOf(files, words.site(site.domain)),
    async undo() {
      await undoAll(files);
      // with the files as they were
      if (hasSystemd()) tryRun("systemctl", ["restart", "caddy"]);
    },
  };
}

export function withSite(before: string | undefined, isWelcomePage: (text: string) => boolean): string {
  if (before === undefined) return `${includeLine}\n`;
  if (before.includes(includeLine)) return before;
  const kept = isWelcomePage(before) ? before.replaceAll(/^(?=[ \t]*[^#\s])/gm, aside) : before;
  return `${kept.trimEnd()}\n\n${includeLine}\n`;
}

export function withoutSite(text: string): string {
  return text.replaceAll(aside, "").replace(`\n${includeLine}\n`, "").replace(`${includeLine}\n`, "");
}

/** Whether it is still the file that the package brought. */
function isUntouched(text: string): boolean {
  const list = run("dpkg-query", ["--show", "--showformat=${Conffiles}", "caddy"]);
  const sum = createHash("md5").update(text).digest("hex");
  return list.includes(`${places.caddyfile} ${sum}`);
}

export function startProxyStep(): Step {
  return {
    title: words.startProxy,
    isDone: (hasChanged) => !hasChanged,
    run() {
      run("caddy", ["adapt", "--config", places.caddyfile, "--adapter", "caddyfile"]);
      run("systemctl", ["enable", "caddy"]);
      // restarted, not reloaded: it has to learn that it is in the group that may read the recordings
      run("systemctl", ["restart", "caddy"]);
    },
  };
}

function fill(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`The Caddyfile no longer says: ${from}`);
    return filled.replaceAll(from, () => to);
  }, text);
}
