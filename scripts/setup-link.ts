// stagedoor setup-link: prints the set-up link, while the server is running or not.
import { readConfig, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openKeyring } from "#server/keyring.ts";
import { Refusal } from "#server/refusal.ts";
import { getSetUpLink } from "#server/setup/link.ts";
import { openLiveConfig } from "#server/setup/live.ts";
import { requireArchive } from "./require-archive.ts";
import { words } from "./words.ts";

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
