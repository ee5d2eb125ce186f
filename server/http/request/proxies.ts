// Only the proxies listed in the settings may say which address a client has.
// The answer is remembered per address: there are few proxies, and every request comes through one.
import { BlockList, isIPv6 } from "node:net";
import { remember } from "#server/remember.ts";

const mostRemembered = 1000;

export function trustOnly(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const known = remember<boolean>({ most: mostRemembered });
  const check = (address: string): boolean => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return (address) => known.find(address) ?? known.keep(address, check(address));
}
