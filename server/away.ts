// Recognises errors that are nobody's fault: a database or store that is locked, restarting or unreachable for a moment, where clients
// try again; and something that another request deleted meanwhile.

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (awayCodes.has(String(code)) || errcode === sqliteBusy) return true;
  return pgWords.test(error.message) || isAway(error.cause);
}

/** PostgreSQL's: shut down, starting, too many connections, connection lost, lock not had in time; and the network's. */
const awayCodes = new Set([
  ...["57P01", "57P02", "57P03", "53300", "55P03", "55000", "08000", "08001", "08003", "08006"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE"],
]);
const sqliteBusy = 5;
/** Its client's own errors have no code. */
const pgWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A row was to be stored that belongs to a deleted one, such as the playlist of a member whose account was just deleted. */
export function isDeletedMeanwhile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === "23503" || errcode === sqliteForeignKey;
}

const sqliteForeignKey = 787;
