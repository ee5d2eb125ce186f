// The master key that comes with an encrypted backup. It takes its place when the restore is complete: until then the
// archive that was there can still be started with its own key.
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { nameByTime } from "#server/backup/manifest.ts";

/** While a restore is under way, the key is here. */
export function restoredKeyFile(dataDir: string): string {
  return path.join(dataDir, "restored-master.key");
}

export async function putRestoredKey(dataDir: string, masterKey: Buffer): Promise<void> {
  const file = restoredKeyFile(dataDir);
  await rm(file, { force: true });
  await writeFile(file, masterKey, { flag: "wx", mode: 0o600, flush: true });
}

/** Also after a restore that was interrupted and finished later. Another key that was there is kept, under another name. */
export async function adoptRestoredKey(dataDir: string, file: string, now: Date): Promise<void> {
  const restored = restoredKeyFile(dataDir);
  if (!existsSync(restored)) return;
  const key = await readFile(restored);
  if (!existsSync(file) || !(await readFile(file)).equals(key)) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    if (existsSync(file)) await rename(file, `${file}.before-${nameByTime(now)}`);
    await writeFile(file, key, { flag: "wx", mode: 0o600, flush: true });
  }
  await rm(restored);
}
