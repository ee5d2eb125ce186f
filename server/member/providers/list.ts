// Which providers this archive is set up for.
import type { Provider } from "#contract/member.ts";
import type { Config } from "#server/config.ts";
import { createPatreonClient } from "./patreon.ts";
import type { ProviderClient } from "./provider.ts";
import { createTwitchClient } from "./twitch.ts";

export function findClient({ patreon, twitch }: Config, provider: Provider): ProviderClient | null {
  return { patreon: () => patreon && createPatreonClient(patreon), twitch: () => twitch && createTwitchClient(twitch) }[
    provider
  ]();
}
