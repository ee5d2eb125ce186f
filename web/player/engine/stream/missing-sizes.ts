// Leaves sizes that cannot be loaded out of a master playlist, so that another one is played. Pure.

/** `missing` are absolute addresses without what is behind #. */
export function leaveOut(master: string, missing: ReadonlySet<string>, base: URL): string {
  if (missing.size === 0) return master;
  return master.replaceAll(/^#EXT-X-STREAM-INF:.*\r?\n(\S+)(?:\r?\n|$)/gm, (variant, address: string) =>
    missing.has(withoutMark(new URL(address, base).href)) ? "" : variant,
  );
}

export function withoutMark(address: string): string {
  return address.split("#", 1)[0] ?? "";
}
