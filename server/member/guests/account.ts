// The account of a guest who is added before they log in: always by the provider's id, because names change and are given to
// others. Twitch tells the id of a login name; at Patreon the number itself is needed.
import type { NewGuest } from "#contract/guests.ts";
import type { Config } from "#server/config.ts";
import { findTwitchUser } from "#server/member/providers/twitch-users.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

interface Account {
  id: string;
  name: string;
}

export async function findAccount(
  config: Pick<Config, "patreon" | "twitch">,
  { provider, account }: Pick<NewGuest, "provider" | "account">,
): Promise<Account> {
  if (!config[provider]) throw new Refusal("bad-input", words.providerNotUsed(words.providers[provider]));
  return provider === "patreon" ? readPatreon(account) : findTwitch(config, account);
}

/** The number alone, or the address of the profile that contains it. */
function readPatreon(text: string): Account {
  const id = /^(?:https?:\/\/(?:www\.)?patreon\.com\/user\?(?:.*&)?u=)?(\d{1,32})$/.exec(text)?.[1];
  if (id) return { id, name: words.patreonAccount(id) };
  const fields = [{ field: "account", rule: words.accountRule }];
  throw new Refusal("bad-input", words.patreonNumber, { fields });
}

async function findTwitch({ twitch }: Pick<Config, "twitch">, text: string): Promise<Account> {
  const login = text.replace(/^(?:https?:\/\/(?:www\.)?twitch\.tv\/|@)/, "").toLowerCase();
  const user = twitch && /^\w{1,25}$/.test(login) ? await findTwitchUser(twitch, login) : undefined;
  if (user) return user;
  const fields = [{ field: "account", rule: words.twitchRule }];
  throw new Refusal("bad-input", words.noTwitchUser(login.slice(0, 40)), { fields });
}
