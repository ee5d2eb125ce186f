// How often something happened from an address lately. It forgets the oldest when there are many addresses.
interface Counts {
  count(address: string): void;
  /** True when it happened so often that no more is answered. */
  isOver(address: string): boolean;
}

const mostAddresses = 10_000;

export function openCounts({ most, withinMs }: { most: number; withinMs: number }): Counts {
  const times = new Map<string, number[]>();
  const lately = (address: string) => (times.get(netOf(address)) ?? []).filter((at) => Date.now() - at < withinMs);
  return {
    count(address) {
      const list = [...lately(address), Date.now()].slice(-most);
      times.delete(netOf(address));
      times.set(netOf(address), list);
      if (times.size > mostAddresses) times.delete(times.keys().next().value!);
    },
    isOver: (address) => lately(address).length >= most,
  };
}

/** Whoever has one address of IPv6 has all of its network. */
function netOf(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  return plain.includes(":") ? plain.split(":").slice(0, 4).join(":") : plain;
}
