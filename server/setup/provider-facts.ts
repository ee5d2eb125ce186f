// What set-up says about a provider: its name, and the addresses that the owner copies into its developer page.
import type { Provider } from "#contract/member.ts";
import type { Config } from "#server/config.ts";
import type { Answers } from "./answers.ts";

export const nameOf = { patreon: "Patreon", twitch: "Twitch" } as const satisfies Record<Provider, string>;

/** The address that counts when the archive is opened. */
export function addressOf({ publicUrl }: Pick<Config, "publicUrl">, answers: Pick<Answers, "address">): string {
  return answers.address ?? publicUrl;
}

/** The same as at a login, so that the owner registers one address only. */
export function redirectOf(
  config: Pick<Config, "publicUrl">,
  answers: Pick<Answers, "address">,
  provider: Provider,
): string {
  return `${addressOf(config, answers)}/api/auth/${provider}/redirect`;
}
