// GET /metrics, for Prometheus. Numbers only: no names, titles or ids.
// Every metric is named here; deploy/grafana.json draws them, and a test compares the two.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { monitorEventLoopDelay, type ELDHistogram } from "node:perf_hooks";
import { Counter, Gauge, Registry } from "prom-client";
import { openStoredGauge, readSpace, readWork } from "#server/work/gauges.ts";
import { countsOf, type Tally } from "#server/counts.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { mayReadMetrics } from "./metrics-access.ts";
import type { RequestTimes } from "./request-times.ts";
import { words } from "#server/http/request/words.ts";

export function metricsRoutes(app: FastifyInstance, parts: Parts, times: RequestTimes): void {
  const registry = new Registry();
  registry.registerMetric(times.histogram);
  addCounts(registry, parts);
  addGauges(registry, parts);
  const stopLooking = addProcess(registry);
  app.addHook("onClose", async () => stopLooking());

  const config = { who: "anyone", limit: "reads" } as const;
  app.get("/metrics", { config, schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, parts.config)) throw new Refusal("not-found", words.nothingHere);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function addCounts(registry: Registry, { db }: Parts): void {
  const counts = countsOf(db);
  const tally = (name: string, help: string, source: Tally, labelNames: string[]) =>
    add(registry, { name, help, labelNames }, (counter) => {
      for (const [key, value] of source) {
        const words = key.split(" ");
        counter.inc(Object.fromEntries(labelNames.map((label, index) => [label, words[index] ?? ""])), value);
      }
    });
  tally("stagedoor_audited_total", "Entries of the audit trail, such as signed-in.", counts.audited, ["kind"]);
  tally(
    "stagedoor_entitlement_checks_total",
    "Answers from Patreon and Twitch about memberships.",
    counts.entitlementChecks,
    ["provider", "result"],
  );
  tally("stagedoor_jobs_ended_total", "Jobs that ended in this process.", counts.jobs, ["kind", "as"]);
  add(registry, { name: "stagedoor_playback_bytes_total", help: "Bytes of media sent by this process." }, (counter) =>
    counter.inc(counts.playbackBytes),
  );
  add(
    registry,
    {
      name: "stagedoor_list_cache_total",
      help: "Requests for the whole list: from memory (ready), or with a look at the database (asked).",
      labelNames: ["found"],
    },
    (counter) => {
      counter.inc({ found: "ready" }, counts.lists.ready);
      counter.inc({ found: "asked" }, counts.lists.asked);
    },
  );
}

interface About {
  name: string;
  help: string;
  labelNames?: string[];
}

/** The numbers are kept elsewhere, and copied here each time they are collected. */
function add(registry: Registry, about: About, copy: (counter: Counter) => void): Counter {
  return new Counter({
    ...about,
    registers: [registry],
    collect() {
      this.reset();
      copy(this);
    },
  });
}

function addGauge(registry: Registry, about: About, read: (gauge: Gauge) => void | Promise<void>): Gauge {
  return new Gauge({
    ...about,
    registers: [registry],
    async collect() {
      // what cannot be asked now is left out, so that the others still tell
      await Promise.try(() => read(this)).catch(() => this.reset());
    },
  });
}

function addGauges(registry: Registry, parts: Parts): void {
  const readStored = openStoredGauge(parts);
  const oldest = addGauge(
    registry,
    { name: "stagedoor_work_oldest_seconds", help: "How long the oldest due job has been waiting." },
    () => {},
  );
  addGauge(
    registry,
    { name: "stagedoor_work", help: "Jobs by state, of all servers together.", labelNames: ["state"] },
    async (gauge) => {
      const { oldestSeconds, ...states } = await readWork(parts);
      for (const [state, value] of Object.entries(states)) gauge.set({ state }, value);
      oldest.set(oldestSeconds);
    },
  );
  addGauge(
    registry,
    {
      name: "stagedoor_available",
      help: "1 while the database, or the storage of files, answers this server; else 0.",
      labelNames: ["part"],
    },
    async (gauge) => {
      const { health } = parts.media.store;
      void health.check();
      gauge.set({ part: "storage" }, health.outage === null ? 1 : 0);
      const database = await sql`select 1`.execute(parts.db).then(
        () => 1,
        () => 0,
      );
      gauge.set({ part: "database" }, database);
    },
  );
  addGauge(
    registry,
    {
      name: "stagedoor_volume_bytes",
      help: "Size and free space of the media folder's volume on this machine.",
      labelNames: ["part"],
    },
    async (gauge) => {
      for (const [part, bytes] of Object.entries(await readSpace(parts.media.store.folder))) gauge.set({ part }, bytes);
    },
  );
  addGauge(
    registry,
    {
      name: "stagedoor_media_bytes",
      help: "Size of all media files according to the database; computed every ten minutes.",
      labelNames: ["kind"],
    },
    async (gauge) => {
      for (const [kind, bytes] of Object.entries(await readStored())) gauge.set({ kind }, bytes);
    },
  );
}

function addProcess(registry: Registry): () => void {
  // measured from the first time on that somebody asks: it wakes the process often, and takes 360 kB
  let delay: ELDHistogram | undefined;
  addGauge(
    registry,
    {
      name: "stagedoor_event_loop_delay_seconds",
      help: "Delay of the event loop since the last scrape.",
      labelNames: ["quantile"],
    },
    (gauge) => {
      if (!delay) {
        delay = monitorEventLoopDelay({ resolution: 20 });
        delay.enable();
        return;
      }
      for (const share of [50, 99, 100]) gauge.set({ quantile: share / 100 }, delay.percentile(share) / 1e9);
      delay.reset();
    },
  );
  addGauge(registry, { name: "process_resident_memory_bytes", help: "Memory of this process." }, (gauge) =>
    gauge.set(process.memoryUsage.rss()),
  );
  add(registry, { name: "process_cpu_seconds_total", help: "Processor time used by this process." }, (counter) => {
    const { user, system } = process.cpuUsage();
    counter.inc((user + system) / 1e6);
  });
  addGauge(registry, { name: "process_start_time_seconds", help: "When this process started." }, (gauge) =>
    gauge.set(Math.round(performance.timeOrigin / 1000)),
  );
  return () => delay?.disable();
}
