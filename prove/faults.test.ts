// A database that is locked, unreachable, closed or crashes: requests are answered correctly or told to try again, and what was
// acknowledged is there. The tests of a second server and of a failing bucket are beside the code.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { openDatabase } from "#server/database/open.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { startPostgres } from "#server/testing/postgres.ts";
import { createRandom } from "#server/testing/random.ts";
import { addTestVideo } from "#server/testing/safe.ts";

const timeout = 600_000;

it(
  "while another process has locked the SQLite file, requests wait or are told to try again",
  { timeout },
  async () => {
    await using archive = await openTestArchive({ kind: "sqlite", store: "disk" });
    const { editor, id } = await prepare(archive);
    const file = path.join(archive.config.dataDir, "stagedoor.db");
    let [answered, putOff] = [0, 0];
    // shorter and longer than a request waits for it
    for (const ms of scaled(0, 1) ? [500, 6500, 1500, 6500] : [500]) {
      const lock = await holdLock(file, ms);
      const title = `Locked for ${ms}`;
      const status = await save(editor, id, title);
      expect([200, 503]).toContain(status);
      if (status === 200) answered += 1;
      else putOff += 1;
      await lock.ended;
      if (status !== 200) expect(await save(editor, id, title)).toBe(200);
      expect(await readTitle(archive, id)).toBe(title);
    }
    await checkIntegrity(archive.parts.db, "full");
    publish("faults", { locked: answered + putOff, answered, putOff, lost: 0 });
  },
);

it("a PostgreSQL that cuts connections, or accepts none, only causes retries", { timeout }, async () => {
  await using archive = await openTestArchive({ kind: "postgres", store: "disk" });
  const { editor, id } = await prepare(archive);
  const url = new URL(archive.config.databaseUrl ?? "");
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  await using admin = await openDatabase({ url: url.href });
  const editing = editOn(archive, editor, id);
  let cuts = 0;
  for (; cuts < scaled(5, 100); cuts += 1) {
    await sleep(50);
    const isClosed = cuts % 5 === 4;
    if (isClosed) await sql`alter database ${sql.id(name)} allow_connections false`.execute(admin);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin);
    if (!isClosed) continue;
    await sleep(300);
    await sql`alter database ${sql.id(name)} allow_connections true`.execute(admin);
    await editing.answeredAgain();
  }
  const counted = await editing.end();
  expect(counted.answered).toBeGreaterThan(0);
  console.log(`${cuts} cuts, ${JSON.stringify(counted)}`);
  publish("faults", { cuts, ...counted, lost: 0 });
});

it("a PostgreSQL that crashes or restarts while editors work keeps acknowledged edits", { timeout }, async () => {
  await using postgres = await startPostgres();
  await using archive = await openTestArchive({ store: "disk", env: { DATABASE_URL: postgres.url } });
  const { editor, id } = await prepare(archive);
  const editing = editOn(archive, editor, id);
  const random = createRandom(seed);
  let restarts = 0;
  for (; restarts < scaled(3, 40); restarts += 1) {
    await sleep(random.below(400));
    // just after an answer, when there is most to lose
    await editing.answeredAgain();
    await postgres.restart(restarts % 3 === 2 ? "stop" : "crash");
    await editing.answeredAgain();
  }
  const counted = await editing.end();
  expect(counted.answered, "before and after every restart").toBeGreaterThanOrEqual(2 * restarts);
  console.log(`${restarts} restarts, ${JSON.stringify(counted)}`);
  publish("faults", { restarts, ...counted, lost: 0 });
});

/** Saves one title after the other until it is stopped: each is saved or told to try again, and saved ones are there. */
function editOn(archive: TestArchive, editor: Browser, id: string) {
  const over = new AbortController();
  let [answered, putOff, last] = [0, 0, "Song"];
  const asking = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const status = await save(editor, id, `Title ${n}`);
      expect([200, 503]).toContain(status);
      if (status === 200) [last, answered] = [`Title ${n}`, answered + 1];
      else putOff += 1;
      // no answer: it may have happened or not, and the next edit starts from what is there
      const found = await retried(() => readTitle(archive, id));
      expect(status === 200 ? [last] : [last, `Title ${n}`]).toContain(found);
      last = found;
    }
  })();
  return {
    async answeredAgain() {
      const before = answered;
      await Promise.race([asking, until(() => answered > before)]);
    },
    async end(): Promise<{ answered: number; putOff: number }> {
      over.abort();
      await asking;
      expect(await retried(async () => requireSaved(editor, id, "In the end"))).toBe(200);
      expect(await readTitle(archive, id)).toBe("In the end");
      return { answered, putOff };
    },
  };
}

async function prepare(archive: TestArchive): Promise<{ editor: Browser; id: string }> {
  const editor = archive.openBrowser();
  await editor.signIn("patron-editor");
  return { editor, id: await addTestVideo({ db: archive.parts.db, store: archive.parts.media.store }, "Song") };
}

async function save(editor: Browser, id: string, title: string): Promise<number> {
  const found = await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
  if (found.status !== 200) return found.status;
  const { status } = await editor.ask(`PUT /api/video/v/${id}`, { video: { ...found.body.video, title } });
  return status;
}

async function requireSaved(editor: Browser, id: string, title: string): Promise<number> {
  const status = await save(editor, id, title);
  if (status !== 200) throw new Error(`saved with ${status}`);
  return status;
}

async function readTitle({ parts }: TestArchive, id: string): Promise<string> {
  const row = await parts.db.selectFrom("video").select("title").where("id", "=", id).executeTakeFirstOrThrow();
  return row.title;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

async function retried<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(20);
    }
  }
}

/** In its own process, because Node's SQLite blocks the whole process while it waits. */
async function holdLock(file: string, ms: number): Promise<{ ended: Promise<unknown> }> {
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 });
    db.exec("begin immediate");
    process.send("held");
    setTimeout(() => { db.exec("rollback"); process.exit(0); }, ${ms});`;
  const child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(child, "exit");
  await once(child, "message");
  return { ended };
}
