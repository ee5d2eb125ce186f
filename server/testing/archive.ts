// A real archive for tests: its own database, data folder, port and stand-ins for Patreon and Twitch, over real HTTP.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DestinationStream } from "pino";
import { startEmulator, type Emulator, type EmulatorOptions } from "#emulator/emulator.ts";
import type { IncomingWaits } from "#server/intake/incoming/waits.ts";
import { startArchive, type Archive } from "#server/main.ts";
import { createBrowser, type Browser } from "./browser.ts";
import { createTestDatabase, type DatabaseKind } from "./databases.ts";
import { findFreePort } from "./free-port.ts";

export interface TestArchive extends AsyncDisposable, Archive {
  url: string;
  /** What it was started with, for programs that are to find it. */
  environment: Record<string, string>;
  emulator: Emulator;
  /** The emulator's control API: control("POST personas/patron-gold", { tier: null }). */
  control(call: string, body?: unknown): Promise<unknown>;
  /** Moves the archive's clock ahead; the emulator's has its own. */
  advance(ms: number): void;
  openBrowser(): Browser;
}

interface TestArchiveOptions {
  /** Where its rows lie. TEST_DATABASE=postgres makes that the rule, for a run of everything on PostgreSQL. */
  kind?: DatabaseKind;
  /** False: as an owner would run it, with the limits of production. */
  isDemo?: boolean;
  /** A new one: nothing but the demo is set up, and set-up finds the emulator where Patreon and Twitch would be. */
  isNew?: boolean;
  /** Where its files lie. TEST_STORE=s3 makes that the rule, for a run of everything on S3. */
  store?: "disk" | "s3";
  env?: Record<string, string>;
  emulator?: EmulatorOptions;
  /** What its clock says when it starts, for what depends on the hour; now, if not given. */
  startsAt?: Date;
  /** Of a page to serve; without it the API alone. */
  pageFolder?: string;
  /** How long the folder incoming waits for writers, if not as usual. */
  incomingWaits?: Partial<IncomingWaits>;
  /** Who reads its log, with LOG_LEVEL in env. */
  logTo?: DestinationStream;
}

export async function openTestArchive({
  isDemo = true,
  isNew = false,
  kind = process.env["TEST_DATABASE"] === "postgres" ? "postgres" : "sqlite",
  store = process.env["TEST_STORE"] === "s3" ? "s3" : "disk",
  env = {},
  emulator: quirks = {},
  startsAt,
  pageFolder,
  incomingWaits = {},
  logTo,
}: TestArchiveOptions = {}): Promise<TestArchive> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), "stagedoor-archive-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const emulator = await startEmulator({ archiveUrl: url, ...quirks });
  stack.defer(() => emulator.close());
  const place = kind === "postgres" ? stack.use(await createTestDatabase(kind, "migrated")).place : null;

  let ahead = startsAt ? startsAt.getTime() - Date.now() : 0;
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    DEMO_CONTENT: "off",
    LEAST_FREE_GB: "0",
    LIVE_PORT: "0",
    TIME_ZONE: "UTC",
    ...(place && "url" in place && { DATABASE_URL: place.url }),
    ...(store === "s3" && (await describeTestBucket())),
    ...(isNew && pickOrigins(emulator.settings)),
    ...env,
  };
  const archive = stack.use(
    await startArchive(environment, {
      pageFolder: pageFolder ?? null,
      incomingWaits,
      ...(logTo && { logTo }),
      // on a starved machine it would close a connection at the moment in which a test asks once more
      keepAliveMs: 600_000,
      ...(isDemo && { standIns: { settings: emulator.settings } }),
      clock: { now: () => new Date(Date.now() + ahead) },
    }),
  );
  const kept = stack.move();
  return {
    ...archive,
    url,
    environment,
    emulator,
    advance: (ms) => void (ahead += ms),
    openBrowser: () => createBrowser(url),
    async control(call, body) {
      const [method = "", route = ""] = call.split(" ");
      const response = await fetch(`${emulator.origin}/__emulator/${route}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
      if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? null : response.json();
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function pickOrigins(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name.endsWith("_ORIGIN")));
}

/** Loaded only where it is needed: it is large. */
async function describeTestBucket(): Promise<Record<string, string>> {
  const { bucketSettings, createTestBucket } = await import("./s3.ts");
  return bucketSettings(await createTestBucket());
}
