// Members listen by a known plan while their servers are killed: what is counted is what was planned, never more. Reports come
// again, late, twice, and to another server. Then one member's account is deleted, and what is theirs is gone.
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Answer } from "#contract/api.ts";
import type { Heard, HeardKind } from "#contract/heard/heard.ts";
import { startEmulator } from "#emulator/emulator.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { addVideo } from "#server/library/add.ts";
import { changeLibrary } from "#server/library/version.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import { createTestDatabase, databaseKinds, type DatabaseKind } from "#server/testing/databases.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startServer, type ServerProcess } from "#server/testing/process.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { createRandom, type Random } from "#server/testing/random.ts";

const members = scaled(6, 500);
const kills = scaled(2, 50);
const timeout = unscaled(300_000, 3_600_000);
const [videos, length] = [4, 2400];
/** What everybody plays again: the part that is heard most begins there. */
const loved = 1500;
const step = 15;
/** Between two reports at most: hundreds would have the processor to themselves, and the servers none of it. */
const restMs = unscaled(20, 2000);

it.each(databaseKinds)(
  "on %s what is counted is what was heard, however often a server is killed",
  { timeout },
  async (kind) => {
    await using archive = await openPlace(kind);
    const { urls, ids, openDb } = archive;
    const random = createRandom(seed);
    const people = await Promise.all(
      Array.from({ length: members }, async (_, n) => {
        const browser = await archive.logIn(n % 2 ? "patron-gold" : "twitch-tier2", n);
        return { browser, plans: Array.from({ length: 2 }, () => makePlan(ids, random)) };
      }),
    );
    const killed = { count: 0 };
    const killing = (async () => {
      for (; killed.count < kills; killed.count += 1) {
        await sleep(unscaled(600, 1500));
        await archive.kill(killed.count);
      }
    })();
    await Promise.all([
      killing,
      ...people.map(async ({ browser, plans }, n) => {
        const own = createRandom(seed + n);
        for (const plan of plans) await listen(browser, { plan, urls, random: own });
        // everybody listens until the last server is killed
        while (killed.count < kills) {
          const plan = makePlan(ids, own);
          plans.push(plan);
          await listen(browser, { plan, urls, random: own });
        }
      }),
    ]);

    const planned = people.flatMap(({ plans }) => plans);
    const editor = await archive.logIn("patron-editor");
    const figures = async () => (await editor.ask<Answer<"getHeardFigures">>("GET /api/studio/heard?days=28")).body;
    const { total, recordings, kinds } = await figures();
    const off = [
      compare("all", total, planned),
      ...kinds.map((one) =>
        compare(
          one.kind,
          one,
          planned.filter((plan) => plan.kind === one.kind),
        ),
      ),
      ...recordings.map((one) =>
        compare(
          one.title,
          one,
          planned.filter((plan) => plan.video === one.id),
        ),
      ),
    ];
    const wrong = off.filter(({ share, above, plays }) => share > 0.005 || above || plays);
    const worst = Math.max(...off.map(({ share }) => share));
    const ownTotals = await Promise.all(
      people.map(async ({ browser, plans }) => {
        const { body } = await browser.ask<Answer<"listHeard">>("GET /api/user/heard?limit=200");
        // a row is one recording on one day, so a page has all of them
        return Math.abs(sum(body.entries.map(({ seconds }) => seconds)) - sum(plans.map(secondsOf)));
      }),
    );
    publish("heard", {
      members,
      kills: killed.count,
      planned: sum(planned.map(secondsOf)),
      wrong: wrong.length,
      mostPercentOff: worst * 100,
      wrongHistories: ownTotals.filter((difference) => difference > 1).length,
      lost: recordings.filter(({ most_at: at }) => at !== loved).length,
    });
    expect(wrong).toEqual([]);
    expect(ownTotals.filter((difference) => difference > 1)).toEqual([]);
    expect(recordings.map(({ most_at: at }) => at)).toEqual(recordings.map(() => loved));
    expect(total.members).toBe(members);

    const [leaving] = people;
    const { id = "" } = (await leaving?.browser.whoAmI()) ?? {};
    expect((await leaving?.browser.ask("DELETE /api/user"))?.status).toBe(200);
    await using db = await openDb();
    expect(await findMember(db, id)).toEqual([]);
    expect((await figures()).total).toEqual({ ...total, members: members - 1 });
  },
);

interface Plan {
  video: string;
  kind: HeardKind;
  spans: [number, number][];
}

/** Some of it, with skips, and the loved part five times: nothing else is in a plan as often. */
function makePlan(ids: readonly string[], random: Random): Plan {
  const spans: [number, number][] = [];
  for (let n = 1 + random.below(4); n > 0; n -= 1) {
    const from = random.below(loved - 300);
    spans.push([from, from + 20 + random.below(200)]);
  }
  // a part is ten seconds
  for (let n = 0; n < 5; n += 1) spans.push([loved, loved + 10]);
  return { video: random.pick(ids), kind: random.pick(["video", "audio", "saved"] as const), spans };
}

const secondsOf = ({ spans }: Plan) => sum(spans.map(([from, to]) => to - from));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function compare(what: string, counted: { seconds: number; plays: number }, plans: readonly Plan[]) {
  const wanted = sum(plans.map(secondsOf));
  return {
    what,
    share: wanted === 0 ? 0 : Math.abs(counted.seconds - wanted) / wanted,
    above: counted.seconds > wanted + 0.01,
    plays: counted.plays !== plans.length,
  };
}

interface Listening {
  plan: Plan;
  urls: readonly string[];
  random: Random;
}

/** As the page does it: what is not confirmed is reported again, with what came meanwhile. */
async function listen(browser: Browser, { plan, urls, random }: Listening): Promise<void> {
  const id = crypto.randomUUID();
  let before = 0;
  let spans: [number, number][] = [];
  const day = new Date().toISOString().slice(0, 10);
  const send = async (heard: Heard): Promise<boolean> => {
    const url = random.pick(urls);
    const at = new Date().toISOString();
    const answer = await fetch(`${url}/api/user/positions/${plan.video}`, {
      method: "PUT",
      headers: {
        ...{ "content-type": "application/json", origin: url },
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      body: JSON.stringify({ seconds: heard.spans.at(-1)?.[1] ?? 0, at, playing: true, heard: [heard] }),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status === 200;
  };
  const report = async (): Promise<boolean> => {
    const heard: Heard = { id, kind: plan.kind, day, before, spans: spans.map(([from, to]) => [from, to]) };
    // sometimes twice at once, as a browser that lost the answer does
    const times = random.chance(0.2) ? [1, 2] : [1];
    const isKept = (await Promise.all(times.map(() => send(heard)))).some(Boolean);
    // an answer that is lost confirms nothing
    if (!isKept || random.chance(0.1)) return isKept;
    before += sum(heard.spans.map(([from, to]) => to - from));
    spans = [];
    return true;
  };
  for (const [from, to] of plan.spans)
    for (let at = from; at < to; at += step) {
      spans.push([at, Math.min(to, at + step)]);
      await report();
      await sleep(random.below(restMs));
    }
  while (spans.length > 0 && !(await report())) await sleep(50);
}

/** Whatever is in the database about a member. */
async function findMember(db: Database, id: string): Promise<string[]> {
  const found = await Promise.all(
    (["position", "listened", "history_off"] as const).map(async (table) => {
      const rows = await db.selectFrom(table).select("member_id").where("member_id", "=", id).execute();
      return rows.map(() => table);
    }),
  );
  return found.flat();
}

/** One server on SQLite, two on PostgreSQL. */
async function openPlace(kind: DatabaseKind) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-heard-"))).path;
  const ports = [await findFreePort(), ...(kind === "postgres" ? [await findFreePort()] : [])];
  const urls = ports.map((port) => `http://localhost:${port}`);
  const emulator = await startEmulator({ archiveUrl: urls[0] ?? "" });
  stack.defer(() => emulator.close());
  const shared = kind === "postgres" ? stack.use(await createTestDatabase(kind, "migrated")).place : null;
  const environments = ports.map((port, n) => ({
    ...emulator.settings,
    ...{ PORT: String(port), DATA_DIR: path.join(folder, String(n)), DEMO_CONTENT: "off", LOG_LEVEL: "silent" },
    ...{ PUBLIC_URL: urls[0] ?? "", TRUSTED_PROXIES: "127.0.0.1/32,::1/128" },
    ...(shared && "url" in shared && { DATABASE_URL: shared.url }),
    ...(n > 0 && { MASTER_KEY_FILE: path.join(folder, "0", "secrets", "master.key") }),
  }));
  const servers: ServerProcess[] = [];
  const start = async (n: number) => void (servers[n] = await startServer(environments[n] ?? {}));
  // the first makes the key
  for (const n of ports.keys()) await start(n);
  stack.defer(async () => {
    for (const { child, ended } of servers) {
      child.kill("SIGKILL");
      await ended;
    }
  });
  const openDb = () => openDatabase(shared ?? { file: path.join(folder, "0", "stagedoor.db") });
  const ids = await addVideos(openDb);
  const kept = stack.move();
  return {
    urls,
    ids,
    openDb,
    async kill(n: number) {
      const which = n % ports.length;
      const server = servers[which];
      server?.child.kill("SIGKILL");
      await server?.ended;
      await start(which);
    },
    async logIn(like: string, n?: number) {
      const persona = n === undefined ? like : `${like}-heard${n}`;
      if (n !== undefined)
        await fetch(`${emulator.origin}/__emulator/personas/${persona}`, {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ like }),
        });
      const browser = createBrowser(urls[0] ?? "", (to, init) => {
        const headers = new Headers(init.headers);
        headers.set("x-forwarded-for", `198.18.${(n ?? 0) >> 8}.${(n ?? 0) & 255}`);
        return fetch(to, { ...init, headers });
      });
      await browser.signIn(persona);
      return browser;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function addVideos(openDb: () => Promise<Database>): Promise<string[]> {
  await using db = await openDb();
  const now = new Date();
  const ids: string[] = [];
  for (let n = 0; n < videos; n += 1) {
    const video = {
      title: `Evening ${n}`,
      addDate: now,
      memberId: null,
      state: "published",
      durationSeconds: length,
    } as const;
    ids.push(await changeLibrary(db, (trx) => addVideo(trx, video, now)));
  }
  return ids;
}
