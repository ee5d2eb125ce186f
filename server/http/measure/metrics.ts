// GET /metrics, for Prometheus: how the server is doing. Numbers only: no name, no title, no id of anybody or anything.
// Every metric is named here; deploy/grafana.json draws them, and a test compares the two.
import type { FastifyInstance } from "fastify";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Registry } from "prom-client";
import { openStoredGauge, readRoom, readWork } from "#server/work/gauges.ts";
import { countsOf, type Tally } from "#server/counts.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { mayReadMetrics } from "./metrics-access.ts";
import type { RequestTimes } from "./request-times.ts";

export function metricsRoutes(app: FastifyInstance, parts: Parts, times: RequestTimes): void {
  const registry = new Registry();
  registry.registerMetric(times.histogram);
  addCounts(registry, parts);
  addGauges(registry, parts);
  const stopLooking = addProcess(registry);
  app.addHook("onClose", async () => stopLooking());

  const config = { who: "anyone", limit: "reads" } as const;
  app.get("/metrics", { config, schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, parts.config)) throw new Refusal("not-found", "There is nothing here.");
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
  tally("stagedoor_entitlement_checks_total", "Answers of providers about memberships.", counts.entitlementChecks, [
    "provider",
    "result",
  ]);
  tally("stagedoor_jobs_ended_total", "Work that ended in this process.", counts.jobs, ["kind", "as"]);
  add(registry, { name: "stagedoor_playback_bytes_total", help: "Bytes of media sent by this process." }, (counter) =>
    counter.inc(counts.playbackBytes),
  );
  add(
    registry,
    {
      name: "stagedoor_list_cache_total",
      help: "The whole list: at hand (ready), or looked up and perhaps made (asked).",
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

/** Counts live elsewhere; at each look they are copied here. */
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
    collect() {
      return read(this);
    },
  });
}

function addGauges(registry: Registry, parts: Parts): void {
  const readStored = openStoredGauge(parts);
  const oldest = addGauge(
    registry,
    { name: "stagedoor_work_oldest_seconds", help: "How long the oldest work that is due has been waiting." },
    () => {},
  );
  addGauge(
    registry,
    { name: "stagedoor_work", help: "Work by state, of all servers together.", labelNames: ["state"] },
    async (gauge) => {
      const { oldestSeconds, ...states } = await readWork(parts);
      for (const [state, value] of Object.entries(states)) gauge.set({ state }, value);
      oldest.set(oldestSeconds);
    },
  );
  addGauge(
    registry,
    {
      name: "stagedoor_volume_bytes",
      help: "The volume of the media folder on this machine.",
      labelNames: ["part"],
    },
    async (gauge) => {
      for (const [part, bytes] of Object.entries(await readRoom(parts.media.store.folder))) gauge.set({ part }, bytes);
    },
  );
  addGauge(
    registry,
    {
      name: "stagedoor_media_bytes",
      help: "What all media take, as the rows say; added up every ten minutes.",
      labelNames: ["kind"],
    },
    async (gauge) => {
      for (const [kind, bytes] of Object.entries(await readStored())) gauge.set({ kind }, bytes);
    },
  );
}

function addProcess(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  addGauge(
    registry,
    {
      name: "stagedoor_event_loop_delay_seconds",
      help: "How late the event loop was since the last look.",
      labelNames: ["quantile"],
    },
    (gauge) => {
      for (const share of [50, 99, 100]) gauge.set({ quantile: share / 100 }, delay.percentile(share) / 1e9);
      delay.reset();
    },
  );
  addGauge(registry, { name: "process_resident_memory_bytes", help: "Memory of this process." }, (gauge) =>
    gauge.set(process.memoryUsage.rss()),
  );
  add(registry, { name: "process_cpu_seconds_total", help: "Time on the processor, of this process." }, (counter) => {
    const { user, system } = process.cpuUsage();
    counter.inc((user + system) / 1e6);
  });
  addGauge(registry, { name: "process_start_time_seconds", help: "When this process began." }, (gauge) =>
    gauge.set(Math.round(performance.timeOrigin / 1000)),
  );
  return () => delay.disable();
}
