// Turns the name of a host into an address that may be asked. Whoever connects uses this address, not the name: a second
// question to the DNS could be answered differently.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/notices/words.ts";
import { isPublicAddress } from "./addresses.ts";

export interface Reach {
  /** The owner allows addresses of this machine and its network. */
  allowsPrivate: boolean;
  /** Replaced in tests by a DNS that lies. */
  resolve?: (host: string) => Promise<readonly string[]>;
}

/** `host` as URL.hostname gives it: there, every spelling of an IPv4 address has become the usual one. */
export async function findAddress(host: string, { allowsPrivate, resolve = askDns }: Reach): Promise<string> {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(bare) ? [bare] : await resolve(bare).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new Refusal("provider-unavailable", words.noSuchHost(bare));
  // one private address among public ones is how a name is used to get inside
  if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new Refusal("not-allowed", words.privateAddress(bare));
  return first;
}

async function askDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
