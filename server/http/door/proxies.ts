// Only the proxies listed in the settings may say which address a client has.
// The answer is remembered per address: there are few proxies, and every request comes through one.
import { BlockList, isIPv6 } from "node:net";

const mostRemembered = 1000;

export function trustOnly(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const known = new Map<string, boolean>();
  return (address) => {
    const remembered = known.get(address);
    if (remembered !== undefined) return remembered;
    const isTrusted = list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
    if (known.size >= mostRemembered) known.clear();
    known.set(address, isTrusted);
    return isTrusted;
  };
}
