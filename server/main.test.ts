import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { scaled } from "#server/testing/proof.ts";
import { childEnvironment, commandLine, providerSettings, spawnServer, startServer } from "#server/testing/process.ts";

const newFolder = () => mkdtempSync(path.join(tmpdir(), "stagedoor-main-"));
const settingsFor = async (dataDir: string) => ({
  ...providerSettings,
  DATA_DIR: dataDir,
  PORT: String(await findFreePort()),
});

let used: Promise<string> | undefined;

/** A copy of a data folder that a server has used. That server is started once, since a start takes seconds. */
async function copyUsedFolder(): Promise<string> {
  used ??= fillFolder(newFolder());
  const dataDir = newFolder();
  cpSync(await used, dataDir, { recursive: true });
  return dataDir;
}

async function fillFolder(dataDir: string): Promise<string> {
  const server = await startServer(await settingsFor(dataDir));
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  return dataDir;
}

describe("a start that cannot work says what to do in one sentence, and changes nothing", () => {
  const refused = async (env: Record<string, string>) => {
    const server = spawnServer(env);
    expect(await server.ended).toBe(1);
    return server.output().trim();
  };

  it("a wrong setting", async () => {
    const dataDir = path.join(newFolder(), "data");
    expect(await refused({ ...(await settingsFor(dataDir)), PORT: "no" })).toMatch(
      /^One setting is wrong.*\n.*PORT must be a whole number/,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it("a port in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
    const dataDir = newFolder();
    const { port } = other.address() as { port: number };
    expect(await refused({ ...providerSettings, DATA_DIR: dataDir, PORT: String(port) })).toBe(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
    );
    expect(readdirSync(dataDir)).toEqual(["server.lock"]);
    other.close();
  });

  it("a data folder that is not writable", async () => {
    const env = await settingsFor("/proc/stagedoor");
    expect(await refused(env)).toMatch(/^The data folder \/proc\/stagedoor cannot be written/);
    const file = path.join(newFolder(), "file");
    writeFileSync(file, "");
    expect(await refused({ ...env, DATA_DIR: path.join(file, "data") })).toMatch(
      /cannot be written to\. Make it writable/,
    );
  });

  it("a second server on the same data folder", async () => {
    const dataDir = newFolder();
    const first = await startServer(await settingsFor(dataDir));
    expect(await refused(await settingsFor(dataDir))).toMatch(/^Another server is already using the data folder/);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
  });

  it("a database newer than the program", async () => {
    const dataDir = await copyUsedFolder();
    {
      await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
      await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2030-01-01')`.execute(db);
    }
    expect(await refused(await settingsFor(dataDir))).toMatch(
      /^The database is newer than this program \(it has the migration 999-future\)/,
    );
  });

  it("a master key that is not the database's", async () => {
    const dataDir = await copyUsedFolder();
    const env = await settingsFor(dataDir);
    writeFileSync(path.join(dataDir, "secrets", "master.key"), Buffer.alloc(32, 7));
    expect(await refused(env)).toMatch(/^This is not the master key of this database/);
  });

  it("a master key that others can read", async () => {
    const dataDir = await copyUsedFolder();
    const env = await settingsFor(dataDir);
    chmodSync(path.join(dataDir, "secrets", "master.key"), 0o644);
    expect(await refused(env)).toMatch(/^Others can read the master key\. Run: chmod 600/);
  });
});

it("prints one set-up link, whoever prints it: the server, every restart, and commands while it starts", async () => {
  const env = {
    DATA_DIR: newFolder(),
    PORT: String(await findFreePort()),
    PUBLIC_URL: "https://archive.example",
    TRUSTED_PROXIES: "127.0.0.1/32",
    LOG_LEVEL: "silent",
  };
  const read = (text: string) => /https:\/\/archive\.example\/setup#(\S+)/.exec(text)?.[1];
  const start = async () => {
    const server = await startServer(env);
    await expect.poll(() => read(server.output())).toBeDefined();
    return server;
  };
  const command = async (): Promise<string | undefined> => {
    const answer = await promisify(execFile)(process.execPath, [commandLine, "setup-link"], {
      env: { ...childEnvironment, ...env },
    }).catch((error: { stdout: string; stderr: string }) => error);
    // before there is a database
    return answer.stderr.includes("There is no archive") ? command() : (read(answer.stdout) ?? answer.stderr);
  };
  const [server, ...printed] = await Promise.all([start(), command(), command()]);
  const link = read(server.output());
  expect([...printed, await command()]).toEqual([link, link, link]);
  server.child.kill("SIGKILL");
  await server.ended;
  const again = await start();
  expect(read(again.output())).toBe(link);
  const opened = await fetch(`${again.url}/api/setup/session`, {
    method: "POST",
    body: JSON.stringify({ key: link }),
    headers: { "content-type": "application/json" },
  });
  expect(opened.status).toBe(200);
  expect(await command()).toHaveLength(43);
  expect(await command()).not.toBe(link);
  again.child.kill("SIGTERM");
  expect(await again.ended).toBe(0);
});

it.each(["SIGTERM", "SIGINT"] as const)("the server ends cleanly on %s", async (signal) => {
  const server = await startServer(await settingsFor(newFolder()));
  server.child.kill(signal);
  // npm passes a Ctrl-C on that the server has already had from the terminal
  server.child.kill(signal);
  expect(await server.ended).toBe(0);
});

const kills = scaled(3, 50);
it(
  `killed ${kills} times while it writes, the server always starts again with every acknowledged write`,
  { timeout: 600_000 },
  async () => {
    const dataDir = newFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const server = await startServer(await settingsFor(dataDir));
      const write = async (client: number): Promise<void> => {
        for (let n = 0; ; n += 1) {
          const from = `10.${client}.${n >> 8}.${n & 255}`;
          const response = await fetch(`${server.url}/api/auth/csrf-token`, {
            method: "POST",
            body: JSON.stringify({ return_path: `/${round}/${client}/${n}` }),
            headers: { "content-type": "application/json", "x-forwarded-for": from },
          });
          const { data } = (await response.json()) as { data?: { token: string } };
          // a busy machine may be told to come back later
          if (data) acknowledged.push(data.token);
        }
      };
      // every writer ends by the connection that breaks under it
      const writers = [1, 2, 3].map((client) => write(client).catch(() => undefined));
      // the first answer of a round may take its time
      const before = acknowledged.length;
      while (acknowledged.length === before && server.child.exitCode === null) await sleep(5);
      setTimeout(() => server.child.kill("SIGKILL"), Math.random() * 150);
      expect(await server.ended).toBe("SIGKILL");
      await Promise.all(writers);
    }
    await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
    await checkIntegrity(db, "full");
    const rows = await db.selectFrom("sign_in_state").select("token_hash").execute();
    const stored = new Set(rows.map(({ token_hash }) => token_hash));
    const lost = acknowledged.filter((token) => !stored.has(createHash("sha256").update(token).digest("base64url")));
    console.log(`${kills} kills, ${acknowledged.length} acknowledged writes, ${lost.length} lost`);
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills);
    expect(lost).toEqual([]);
  },
);
