// Where AppArmor forbids user namespaces (Ubuntu), the archive gets a profile that permits them, and nobody else does.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileStep } from "./files.ts";
import { checkout, places } from "./places.ts";
import { tryRun } from "./run.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

export function appArmorSteps(): Step[] {
  if (!existsSync("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")) return [];
  const text = readFileSync(path.join(checkout, "deploy", "apparmor", "stagedoor"), "utf8");
  const file = fileStep(places.appArmor, () => text, { mode: 0o644 });
  return [
    {
      ...file,
      title: words.appArmor,
      async run() {
        await file.run();
        load();
      },
      async undo() {
        unload();
        await file.undo?.();
        load();
      },
    },
  ];
}

/** In a container it may fail; then the check-up says that there is no sandbox. */
function load(): void {
  if (existsSync(places.appArmor)) tryRun("apparmor_parser", ["--replace", places.appArmor]);
}

function unload(): void {
  if (existsSync(places.appArmor)) tryRun("apparmor_parser", ["--remove", places.appArmor]);
}

export function removeAppArmorStep(): Step {
  return {
    title: words.remove(places.appArmor),
    isDone: () => !existsSync(places.appArmor),
    run() {
      unload();
      rmSync(places.appArmor);
    },
  };
}
