// Lets the owner in from the command line: the link for set-up, and becoming an owner.
import { statSync } from "node:fs";
import { type Environment, readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openKeyring } from "#server/keyring.ts";
import { Refusal } from "#server/refusal.ts";
import { getSetUpLink } from "#server/setup/link.ts";
import { openLiveConfig } from "#server/setup/live.ts";
import { requireArchive } from "./require-archive.ts";
import { words } from "./words.ts";

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

export async function printSetUpLink(_args: readonly string[], environment: Environment): Promise<void> {
  const given = readConfig(environment);
  await using db = await openDatabase(requireArchive(given));
  await migrate(db);
  const keys = openKeyring(given);
  const live = await openLiveConfig({ db, keys }, { environment });
  const config = live.current();
  if (config.isSetUp) throw new Refusal("bad-input", words.isSetUp);
  console.log(words.setUpLink(await getSetUpLink({ db, keys, config, clock: { now: () => new Date() } })));
}
