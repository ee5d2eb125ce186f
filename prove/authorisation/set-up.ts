// A set-up that was begun and not finished: its key, its cookie and the creator's tokens are canaries, too.
import { getSetUpLink } from "#server/setup/link.ts";
import { readAnswers } from "#server/setup/answers.ts";
import { saveStored } from "#server/setup/stored.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import { createBrowser } from "#server/testing/browser.ts";
import type { Canaries } from "./canaries.ts";

export async function beginSetUp(archive: TestArchive, url: string, canaries: Canaries): Promise<void> {
  const { parts, emulator } = archive;
  const browser = createBrowser(url);
  const ask = async <T>(call: string, body?: unknown): Promise<T> => {
    const answer = await browser.ask<T>(call, body);
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`);
    canaries.look(JSON.stringify(answer.body), "owner", `${call} to the owner`);
    return answer.body;
  };
  const [, key = ""] = (await getSetUpLink(parts)).split("#");
  canaries.plant(key, null, "the key of the set-up link");
  await ask("POST /api/setup/session", { key });
  canaries.plant(browser.cookies.get("setup") ?? "", null, "the cookie of set-up");
  await ask("PUT /api/setup/provider/patreon", {
    client_id: emulator.settings["PATREON_CLIENT_ID"],
    client_secret: emulator.settings["PATREON_CLIENT_SECRET"],
  });
  const { authorize_url } = await ask<{ authorize_url: string }>("POST /api/setup/provider/patreon/connect", {});
  const consent = await fetch(`${authorize_url}&persona=patron-owner`, { redirect: "manual" });
  const back = consent.headers.get("location") ?? "";
  canaries.plant(new URL(back).searchParams.get("code") ?? "", null, "the code of set-up");
  await browser.visit(back);
  const { patreon } = await readAnswers(parts);
  canaries.plant(patreon?.tokens?.access ?? "", null, "the creator's token");
  canaries.plant(patreon?.tokens?.refresh ?? "", null, "the creator's refresh token");
  await ask("GET /api/setup");
  const stored = "canary-stored-refresh-token";
  canaries.plant(stored, null, "a stored secret");
  await saveStored(parts.db, parts, { PATREON_CREATOR_REFRESH_TOKEN: stored });
  const backupSecret = "canary-backup-bucket-secret";
  canaries.plant(backupSecret, null, "the secret of the bucket for backups");
  await saveStored(parts.db, parts, { BACKUP_S3_SECRET_ACCESS_KEY: backupSecret });
  await parts.settings.reload();
}
