// Each call that changes something is sent once, and ten times at once: what is stored afterwards is the same. The short form tries
// a sixth of the calls.
import { describe, expect, it } from "vitest";
import type { Database } from "#server/database/open.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { databaseKinds, heavyKinds } from "#server/testing/databases.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { listRoutes } from "#server/testing/route-list.ts";
import { sendAgain } from "#server/testing/browser.ts";
import { each, once, onceInAnArchive, others, type Sending, type Stage } from "./once/scenarios.ts";

const times = 10;
const timeout = unscaled(300_000, 1_200_000);
const changes = /^(?:POST|PUT|PATCH|DELETE) |\/redirect$/;

it("every call of the server that changes something is in one of the lists", async () => {
  const routes = (await listRoutes())
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => changes.test(route));
  const own = routes.filter((route) => !route.startsWith("HEAD "));
  const listed = [once, onceInAnArchive, each, others].flatMap((list) => Object.keys(list));
  expect(listed.toSorted()).toEqual([...new Set(own)].toSorted());
});

describe.each(heavyKinds("postgres"))("on %s", (kind) => {
  it("ten times at once is as good as once", { timeout }, async () => {
    await using archive = await openTestArchive({ kind });
    const stage = await openStage(archive);
    const wrong: string[] = [];
    const all = choose([...Object.entries(once), ...Object.entries(each)]);
    for (const [route, scenario] of all) {
      const isEach = route in each;
      const one = await measure(stage, await scenario(stage), 1);
      const many = await measure(stage, await scenario(stage), times);
      wrong.push(...judge(route, { one, many, factor: isEach ? times : 1 }));
    }
    publish("once", { calls: all.length, wrong: wrong.length });
    expect(wrong).toEqual([]);
  });

  it("set-up, ten times at once, is as good as once", { timeout }, async () => {
    const wrong: string[] = [];
    const all = choose(Object.entries(onceInAnArchive));
    for (const [route, scenario] of all) {
      const [one, many] = [await tryAlone(kind, scenario, 1), await tryAlone(kind, scenario, times)];
      wrong.push(...judge(route, { one, many, factor: 1 }));
    }
    publish("once", { calls: all.length, wrong: wrong.length });
    expect(wrong).toEqual([]);
  });
});

function choose<T>(all: readonly T[]): T[] {
  return all.filter((_, index) => scaled(0, 1) === 1 || index % 6 === seed % 6);
}

async function tryAlone(
  kind: (typeof databaseKinds)[number],
  scenario: (stage: Stage) => Promise<Sending>,
  count: number,
) {
  await using archive = await openTestArchive({ kind, isNew: true });
  const browser = archive.openBrowser();
  const stage: Stage = { archive, owner: browser, editor: browser, arrive: () => Promise.reject(new Error("nobody")) };
  const measured = await measure(stage, await scenario(stage), count);
  const { webhooks } = (await archive.control("POST campaign", {})) as { webhooks: { uri: string }[] };
  measured.delta["webhooks at Patreon"] = webhooks.filter(({ uri }) => uri.startsWith(archive.url)).length;
  return measured;
}

interface Measured {
  statuses: number[];
  delta: Record<string, number>;
}

async function measure({ archive }: Stage, sending: Sending, count: number): Promise<Measured> {
  const { db } = archive.parts;
  const before = await countAll(db);
  const statuses = await Promise.all(Array.from({ length: count }, async () => sendOne(archive, sending)));
  const after = await countAll(db);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const delta = names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return { statuses, delta: Object.fromEntries(delta.filter(([, more]) => more !== 0)) };
}

/** Each with the cookies of before: a browser that sends it ten times has had no answer yet. */
async function sendOne({ url }: TestArchive, { by, call, body, headers = {} }: Sending): Promise<number> {
  const [method = "", address = ""] = call.split(" ");
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const isRaw = Buffer.isBuffer(body);
  const response = await sendAgain(fetch, url + address, {
    method,
    redirect: "manual",
    headers: {
      ...(cookie && { cookie }),
      ...(method !== "GET" && { origin: url }),
      ...(body !== undefined && !isRaw && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

function judge(route: string, { one, many, factor }: { one: Measured; many: Measured; factor: number }): string[] {
  const said = [...many.statuses].toSorted((a, b) => a - b).join();
  if (one.statuses.some((status) => status >= 400)) return [`${route}: not even once: ${one.statuses.join()}`];
  const wrong: string[] = [];
  if (many.statuses.some((status) => status === 429 || status >= 500)) wrong.push(`${route}: answered ${said}`);
  if (many.statuses.every((status) => status >= 400)) wrong.push(`${route}: nobody was served: ${said}`);
  for (const name of new Set([...Object.keys(one.delta), ...Object.keys(many.delta)])) {
    const [wanted, found] = [(one.delta[name] ?? 0) * factor, many.delta[name] ?? 0];
    if (wanted !== found) wrong.push(`${route}: ${name} by ${found} instead of ${wanted} (${said})`);
  }
  return wrong;
}

/** Columns that count something by themselves. */
const counting = ["revision", "uses", "plays"];
/** Of these the kinds are counted, without what the archive does by itself. */
const byKind = ["audit", "change", "job"] as const;
const rounds = /^(?:job|trouble)\b.*(?:sweep|watch|check|subscribe|backup|judge|verify|fill|look|announce|sizes)/;

async function countAll(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = (await db.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !name.startsWith("kysely"),
  );
  for (const { name, columns } of tables) {
    if (name === "search_text" || name.includes("fts")) continue;
    const own = columns.map((column) => column.name).filter((column) => counting.includes(column));
    const rows = (await db
      .selectFrom(name as "video")
      .selectAll()
      .execute()) as unknown as Record<string, unknown>[];
    for (const row of rows) {
      const kind = (byKind as readonly string[]).includes(name) ? `${name} ${String(row["kind"])}` : name;
      if (rounds.test(kind)) continue;
      counts[kind] = (counts[kind] ?? 0) + 1;
      for (const column of own)
        counts[`${name}.${column}`] = (counts[`${name}.${column}`] ?? 0) + Number(row[column] ?? 0);
    }
  }
  return counts;
}

async function openStage(archive: TestArchive): Promise<Stage> {
  const [owner, editor] = [archive.openBrowser(), archive.openBrowser()];
  await owner.signIn("patron-owner");
  await editor.signIn("patron-editor");
  let people = 0;
  return {
    ...{ archive, owner, editor },
    async arrive(like = "patron-gold") {
      const persona = `${like}-${(people += 1)}`;
      await archive.control(`PUT personas/${persona}`, { like });
      const browser = archive.openBrowser();
      await browser.signIn(persona);
      return { browser, persona, id: (await browser.whoAmI())?.id ?? "" };
    },
  };
}
