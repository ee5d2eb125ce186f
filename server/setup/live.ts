// The settings that count now: the environment over what is stored. Built once, and again after each change.
import { isFixed, readConfig, type Config, type Environment } from "#server/config.ts";
import type { LiveSettings, Parts } from "#server/parts.ts";
import { readStored } from "./stored.ts";

interface LiveConfig extends LiveSettings {
  current(): Config;
}

interface Sources {
  environment: Environment;
  /** What the emulator says an owner would configure. */
  standIns?: Environment | undefined;
}

export async function openLiveConfig(
  parts: Pick<Parts, "db" | "keys">,
  { environment, standIns }: Sources,
): Promise<LiveConfig> {
  const build = async (changes: Environment = {}) => {
    const stored = Object.entries({ ...(await readStored(parts)), ...changes });
    // an empty one removes what was stored: then the stand-ins count again
    return readConfig(environment, standIns, Object.fromEntries(stored.filter(([, value]) => value !== "")));
  };
  let config = await build();
  // one after the other, so that an older read never replaces a newer one
  let last: Promise<void> = Promise.resolve();
  const rebuild = async () => {
    config = await build();
  };
  return {
    current: () => config,
    reload() {
      last = last.then(rebuild, rebuild);
      return last;
    },
    preview: build,
    isFixed: (name) => isFixed(environment, name),
  };
}
