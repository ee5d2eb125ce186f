import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveAssets } from "#server/library/recording.ts";
import { addVideo } from "#server/library/add.ts";
import { keepFile, makeScratch } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { settleWork } from "#server/testing/settle.ts";
import { mayReadMetrics } from "./metrics-access.ts";
import { timeRequests } from "./request-times.ts";
import { changeLibrary } from "#server/library/version.ts";

describe("the metrics", () => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ env: { METRICS_TOKEN: "a token of ours" } });
    await settleWork(archive.parts);
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  const read = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${archive.url}/metrics`, { headers });
    return { status: response.status, text: await response.text() };
  };
  const valueOf = (text: string, line: string) => {
    const found = text.split("\n").find((candidate) => candidate.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };

  it("tell what happened, and nothing about whom", async () => {
    const title = "Canary Sonata";
    const now = new Date();
    const id = await changeLibrary(archive.parts.db, (trx) =>
      addVideo(trx, { title, addDate: now, state: "published", memberId: null }, now),
    );
    const browser = archive.openBrowser();
    await browser.signIn("patron-gold");
    const user = await browser.whoAmI();
    await browser.ask("GET /api/video/list");
    await browser.ask(`GET /api/video/v/${id}`);
    await browser.ask("GET /api/video/v/unknown");
    await browser.ask("POST /api/user/check");
    // the delay of the event loop is measured from the first time on
    await read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { status, text } = await read();
    expect(status).toBe(200);
    const count = (route: string, code: string) =>
      valueOf(text, `stagedoor_http_request_duration_seconds_count{route="${route}",code="${code}"}`);
    expect(count("GET /api/video/v/:id", "2xx")).toBe(1);
    expect(count("GET /api/video/v/:id", "4xx")).toBe(1);
    expect(valueOf(text, 'stagedoor_audited_total{kind="signed-in"}')).toBe(1);
    expect(valueOf(text, 'stagedoor_entitlement_checks_total{provider="patreon",result="entitled"}')).toBe(1);
    expect(valueOf(text, 'stagedoor_work{state="quarantined"}')).toBe(0);
    expect(valueOf(text, 'stagedoor_jobs_ended_total{kind="sweep-members",as="done"}')).toBe(1);
    expect(valueOf(text, 'stagedoor_list_cache_total{found="asked"}')).toBe(1);
    expect(valueOf(text, 'stagedoor_volume_bytes{part="free"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'stagedoor_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0);
    const secrets = [title, "Canary", id, user?.name ?? "?", 'unknown"', "a token of ours"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("count the bytes that players are sent", async () => {
    const { db, media } = archive.parts;
    const now = new Date();
    const id = await changeLibrary(db, (trx) =>
      addVideo(trx, { title: "Sent", addDate: now, state: "published", memberId: null }, now),
    );
    await using scratch = await makeScratch(media.store);
    const from = path.join(scratch.folder, "picture");
    await writeFile(from, Buffer.alloc(100_000, 7));
    const stored = await keepFile(media.store, id, { kind: "thumbnail", from });
    await db.transaction().execute((trx) => saveAssets(trx, id, [{ kind: "thumbnail", ...stored, facts: {} }], now));
    const browser = archive.openBrowser();
    await browser.signIn("patron-annual");
    const before = valueOf((await read()).text, "stagedoor_playback_bytes_total") ?? 0;
    expect((await browser.ask(`GET /api/media/${id}/thumbnail`)).status).toBe(200);
    const after = valueOf((await read()).text, "stagedoor_playback_bytes_total") ?? 0;
    // and the headers with them
    expect(after - before).toBeGreaterThanOrEqual(100_000);
    expect(after - before).toBeLessThan(103_000);
  });

  it("can be read from this machine or with the token, and are not found by anybody else", async () => {
    expect((await read()).status).toBe(200);
    expect((await read({ "x-forwarded-for": "10.0.0.1" })).status).toBe(404);
    expect((await read({ "x-forwarded-for": "10.0.0.1", authorization: "Bearer a token of ours" })).status).toBe(200);
    expect((await read({ authorization: "Bearer another token" })).status).toBe(404);
    const nothing = await fetch(`${archive.url}/api/nothing`);
    const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, "");
    expect(withoutId((await read({ via: "1.1 proxy" })).text)).toBe(withoutId(await nothing.text()));
    // a scraper calls a server by its own address, not by the archive's
    expect(await askAs("10.1.2.3:8080", "authorization: Bearer a token of ours\r\n")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await askAs("archive.example", "")).toMatch(/^HTTP\/1\.1 404 /);
  });

  const askAs = async (host: string, header: string): Promise<string> => {
    const socket = connect(archive.config.port, "127.0.0.1");
    socket.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`);
    return (await Array.fromAsync(socket)).join("");
  };

  it.each([
    ["this machine", "127.0.0.1", "localhost:8080", {}, true],
    ["this machine, by IPv6", "::1", "[::1]:8080", {}, true],
    ["this machine, mapped", "::ffff:127.0.0.1", "127.0.0.1:8080", {}, true],
    ["another machine", "10.0.0.7", "10.0.0.5:8080", {}, false],
    ["another machine that says it is this one", "10.0.0.7", "localhost:8080", {}, false],
    ["the public door", "127.0.0.1", "archive.example", {}, false],
    ["a proxy that says so", "127.0.0.1", "127.0.0.1:8080", { "x-real-ip": "10.0.0.7" }, false],
    ["an empty token", "10.0.0.7", "10.0.0.5:8080", { authorization: "Bearer " }, false],
  ])("from %s", (_who, remoteAddress, host, headers, expected) => {
    expect(
      mayReadMetrics({ headers: { host, ...headers }, raw: { socket: { remoteAddress } } }, { metricsToken: null }),
    ).toBe(expected);
  });

  it("are what the dashboard draws, all of them and nothing else", async () => {
    const { text } = await read();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const dashboard = readFileSync("deploy/grafana.json", "utf8");
    const drawn = new Set(dashboard.match(/\b(stagedoor|process)_\w+/g));
    const names = types.flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    expect([...drawn].toSorted()).toEqual(names.toSorted());
  });

  it("put every request into one bucket and the sum", async () => {
    const times = timeRequests();
    const route = { url: "/x" };
    for (const ms of [0.4, 1, 3, 700, 99_000]) times.note(route, { method: "GET", status: 206, ms });
    times.note(route, { method: "GET", status: 503, ms: 1 });
    const read = (labels: Partial<Record<string, string | number>>, name: string) => labels[name] ?? [];
    const { values } = await times.histogram.get();
    const listed = new Map(
      values.map(({ metricName = "", labels, value }) => [
        [metricName.replace(/^.*_/, ""), ...["route", "code", "le"].flatMap((name) => read(labels, name))].join(" "),
        value,
      ]),
    );
    expect(listed.get("bucket GET /x 2xx 0.001")).toBe(2);
    expect(listed.get("bucket GET /x 2xx 0.005")).toBe(3);
    expect(listed.get("bucket GET /x 2xx 10")).toBe(4);
    expect(listed.get("bucket GET /x 2xx +Inf")).toBe(5);
    expect(listed.get("count GET /x 2xx")).toBe(5);
    expect(listed.get("sum GET /x 2xx")).toBeCloseTo(99.7044);
    expect(listed.get("count GET /x 5xx")).toBe(1);
  });
});

describe("the health of a server", () => {
  it("says to this machine whether ffmpeg has its sandbox, and to others only that it is well", async () => {
    await using archive = await openTestArchive();
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${archive.url}/api/health`, { headers })).json() as Promise<Record<string, unknown>>;
    const { hasBubblewrap, hasPrlimit } = archive.parts.media.tools.sandbox;
    const sandbox = hasBubblewrap && hasPrlimit ? "full" : "degraded";
    expect(await ask({})).toEqual({ live: true, ready: true, sandbox, storage: "answers" });
    expect(await ask({ "x-forwarded-for": "10.0.0.1" })).toEqual({ live: true, ready: true });
  });
});
