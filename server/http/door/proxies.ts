// Whose word about the client's address counts: the proxies of the settings and nobody else.
// Each address is looked up once: there are few proxies, and they come with every request.
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
