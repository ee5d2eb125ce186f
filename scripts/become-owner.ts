// Root works as the user to whom the data folder belongs: a file that root makes there could not be used by the server.
import { statSync } from "node:fs";

export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  joinGroups(owner);
  // as the service's: a proxy in the group may read recordings, and nobody else
  process.umask(0o027);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

function joinGroups({ uid, gid }: { uid: number; gid: number }): void {
  try {
    // Node has it, its types do not
    (process as { initgroups?: (user: number, group: number) => void }).initgroups?.(uid, gid);
  } catch {
    // a user without a name, as in a container
    process.setgroups?.([gid]);
  }
}
