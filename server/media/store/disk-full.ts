// A full disk shows itself in many ways. Whoever meets it waits until there is room: it is nobody's fault but the disk's.

/** Whether the error says so: from the file system, a program, SQLite or PostgreSQL, perhaps behind an error that says it better. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (fullCodes.has(String(code)) || errcode === sqliteFull) return true;
  return isDiskFull(error.cause);
}

/** What programs write where they could not write. */
export function saysDiskFull(log: string): boolean {
  return diskFull.test(log);
}

/** Also of a volume on the network that is away. A recording that is cut off or damaged makes other words. */
export function saysDiskFailed(log: string): boolean {
  return diskFaults.test(log);
}

/** "no-room" is ours: refused before the disk was full. */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100", "no-room"]);
const sqliteFull = 13;

/** The reason ends a line. Lines that begin with a space are titles and descriptions of the recording, which may say anything. */
const diskFull = /^(?!\s).*(?:No space left on device|Disk quota exceeded)[).]*$/m;
const diskFaults =
  /^(?!\s).*(?:Input\/output error|Remote I\/O error|Stale file handle|Transport endpoint is not connected|Host is down|Read-only file system|Structure needs cleaning)[).]*$/m;
