// Leaves sizes that cannot be loaded out of a master playlist, so that another one is played. Pure.

/** `missing` are absolute addresses without what is behind #. */
export function leaveOut(master: string, missing: ReadonlySet<string>, base: URL): string {
  if (missing.size === 0) return master;
  const lines = master.split(/(?<=\n)/);
  const isMissing = (line = "") => missing.has(withoutMark(new URL(line.trim(), base).href));
  // a size is a line that describes it, and one with its address
  const kept = lines.filter((line, at) =>
    line.startsWith(tag) ? !isMissing(lines[at + 1]) : !(lines[at - 1]?.startsWith(tag) && isMissing(line)),
  );
  return kept.join("");
}

const tag = "#EXT-X-STREAM-INF:";

export function withoutMark(address: string): string {
  return address.split("#", 1)[0] ?? "";
}
