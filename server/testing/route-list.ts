// Every route of the server, as it is declared when the app is built with a page.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { buildApp } from "#server/http/app.ts";
import { keyringFrom } from "#server/keyring.ts";
import { openMedia } from "#server/media/media.ts";
import { openTestDatabase } from "./databases.ts";

interface ListedRoute {
  method: string;
  url: string;
  who: string | undefined;
  limit: string | undefined;
}

export async function listRoutes(): Promise<ListedRoute[]> {
  await using database = await openTestDatabase("sqlite");
  const pageFolder = mkdtempSync(path.join(tmpdir(), "stagedoor-page-"));
  // not sooner: the uploads' store makes its folder without anybody waiting for it
  process.once("exit", () => rmSync(pageFolder, { recursive: true, force: true }));
  writeFileSync(path.join(pageFolder, "index.html"), "__CSP_NONCE__");
  await using media = await openMedia(path.join(pageFolder, "media"), { hasVideos: false });
  const parts = {
    config: readConfig({ DATA_DIR: pageFolder }),
    settings: {
      reload: async () => undefined,
      preview: async () => readConfig({ DATA_DIR: pageFolder }),
      isFixed: () => false,
    },
    log: pino({ level: "silent" }),
    db: database.db,
    keys: keyringFrom(Buffer.alloc(32)),
    media,
    clock: { now: () => new Date() },
    watching: { note: () => undefined, isNow: () => false },
    wake: () => undefined,
  };
  const listed: ListedRoute[] = [];
  const app = await buildApp(parts, {
    pageFolder,
    onRoute: ({ method, url, config }) => {
      for (const name of [method].flat()) listed.push({ method: name, url, who: config?.who, limit: config?.limit });
    },
  });
  await app.ready();
  await app.close();
  return listed;
}
