// Installs what the archive needs from the distribution.
import { existsSync } from "node:fs";
import { Refusal } from "#server/refusal.ts";
import { run } from "./run.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

const programs: Record<string, string> = {
  ffmpeg: "/usr/bin/ffmpeg",
  bubblewrap: "/usr/bin/bwrap",
  caddy: "/usr/bin/caddy",
};

/** On a new machine the first automatic updates may hold apt's lock for a while; a dead mirror is not waited for. */
const options = ["DPkg::Lock::Timeout=180", "Acquire::Retries=1", "Acquire::http::Timeout=4"].flatMap((option) => [
  "-o",
  option,
]);
const env = { DEBIAN_FRONTEND: "noninteractive" };

/** When a later step fails, Caddy goes again, because it listens on port 80. The others stay: they harm nobody, and may be needed by then. */
export function packagesStep(names: readonly string[]): Step {
  const missing = names.filter((name) => !existsSync(programs[name] ?? ""));
  return {
    title: words.packages(missing.length > 0 ? missing : names),
    isDone: () => missing.length === 0,
    run() {
      let why: unknown;
      try {
        // a list that cannot be read may be of somebody else's packages, so this alone is no fault
        run("apt-get", ["-q", ...options, "update", "--error-on=any"]);
      } catch (cause) {
        why = cause;
      }
      try {
        run("apt-get", ["-q", ...options, "install", "-y", "--no-install-recommends", ...missing], { env });
      } catch (cause) {
        throw new Refusal("bad-input", words.aptFailed(missing, ((why ?? cause) as Error).message), { cause });
      }
    },
    undo() {
      if (missing.includes("caddy")) run("apt-get", ["-q", ...options, "purge", "-y", "caddy"], { env });
    },
  };
}
