// Keeps both providers' tokens and consents in a file, so that people stay signed in over a restart of a demo.
// Copies of personas are made again; what was changed of a persona, faults, codes and subscriptions start afresh.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { copyPersona } from "./copies.ts";
import type { World } from "./world.ts";
import { words } from "#emulator/words.ts";

export function createKeeper(world: World, file: string | undefined): { save(): void } {
  if (file === undefined) return { save: () => {} };
  let saved = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (saved !== "") restore(world, saved);
  return {
    save() {
      const now = JSON.stringify({
        patreon: world.patreonGrants.dump(),
        twitch: world.twitchGrants.dump(),
        copies: [...world.copies],
      });
      if (now === saved) return;
      writeFileSync(`${file}.new`, now, { mode: 0o600 });
      renameSync(`${file}.new`, file);
      saved = now;
    },
  };
}

/** A file that cannot be read back means a fresh start, never a failed one. */
function restore(world: World, text: string): void {
  try {
    const kept = JSON.parse(text) as { patreon: string; twitch: string; copies?: [id: string, like: string][] };
    for (const [id, like] of kept.copies ?? []) copyPersona(world, id, like);
    world.patreonGrants.restore(kept.patreon);
    world.twitchGrants.restore(kept.twitch);
  } catch {
    process.stderr.write(`${words.stateNotRead}\n`);
  }
}
