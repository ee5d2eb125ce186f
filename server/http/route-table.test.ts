// The whole surface of the server, as a snapshot: a change of it shows in the diff of a change.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { routes } from "#contract/routes.ts";
import { readConfig } from "#server/config.ts";
import { keyringFrom } from "#server/keyring.ts";
import { openMedia } from "#server/media/media.ts";
import { openTestDatabase } from "#server/testing/databases.ts";
import { buildApp } from "./app.ts";

it("every route says who may call it, and every call of the contract has a route", async () => {
  await using database = await openTestDatabase("sqlite");
  const pageFolder = mkdtempSync(path.join(tmpdir(), "stagedoor-page-"));
  writeFileSync(path.join(pageFolder, "index.html"), "__CSP_NONCE__");
  const parts = {
    config: readConfig({ DATA_DIR: pageFolder }),
    log: pino({ level: "silent" }),
    db: database.db,
    keys: keyringFrom(Buffer.alloc(32)),
    media: await openMedia(path.join(pageFolder, "media"), { hasVideos: false }),
    clock: { now: () => new Date() },
    wake: () => undefined,
  };
  const table: string[] = [];
  const app = await buildApp(parts, {
    pageFolder,
    onRoute: ({ method, url, config }) => {
      if (method !== "HEAD")
        table.push(`${String(method).padEnd(7)}${url.padEnd(34)}${config?.who} (${config?.limit})`);
    },
  });
  await app.ready();
  await app.close();
  expect(table.toSorted().join("\n")).toMatchSnapshot();
  for (const { method, path: url } of Object.values(routes)) {
    expect(
      table.some(
        (line) =>
          line.startsWith(`${method.padEnd(7)}${url} `) || line.startsWith(`${method.padEnd(7)}${url.padEnd(34)}`),
      ),
    ).toBe(true);
  }
});
