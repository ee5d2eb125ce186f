// Which addresses belong to the internet, and which to this machine, its network, or nobody. Pure.
import { BlockList, isIP } from "node:net";

const closed4 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  closed4.addSubnet(net, bits, "ipv4");

/** Everything of the internet's IPv6 is in here. What embeds an IPv4 address is outside, or closed below. */
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");
const closed6 = new BlockList();
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closed6.addSubnet(net, bits, "ipv6");

/** False for anything that is not plainly an address of the internet. */
export function isPublicAddress(address: string): boolean {
  const [bare = ""] = address.split("%");
  if (bare !== address) return false;
  if (isIP(bare) === 4) return !closed4.check(bare, "ipv4");
  if (isIP(bare) === 6) return open6.check(bare, "ipv6") && !closed6.check(bare, "ipv6");
  return false;
}
