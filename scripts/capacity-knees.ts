// Where the capacity model bends: how much of what fills the first thing, and what moves that.
import { loadOf, type Assumed, type Costs } from "./capacity-model.ts";

interface Knee {
  at: number;
  unit: string;
  what: string;
  knob: string;
}

/** 500 in a round, a round every five minutes: server/member/sweep.ts. */
const sweptPerHour = 500 * 12;

export function describeKnees(assumed: Assumed, costs: Costs): Knee[] {
  const { busyShare, linkGbits, nodeGigabytes, mbits } = assumed;
  const { cores } = loadOf(assumed, costs, { visits: 0, starts: 0, watching: 1 });
  const memory = busyShare * nodeGigabytes * 2 ** 30 - costs.idleMegabytes * 2 ** 20;
  const viewers = (at: number, what: string, knob: string): Knee => ({ at, unit: "viewers", what, knob });
  return [
    ...[
      viewers(
        (busyShare * linkGbits * 1000) / mbits,
        `a link of ${linkGbits} Gbit/s is full`,
        "`--mbits` (smaller sizes), more machines, or the bucket sends the bytes",
      ),
      viewers(
        busyShare / cores.archive,
        "one core is full of the archive's sending bytes",
        "`ACCEL_PREFIX`: nginx sends them; then more `--role=web`",
      ),
      viewers(
        busyShare / cores.nginx,
        "one core is full of nginx and the archive's yes",
        "more `--role=web`, which needs PostgreSQL; or the bucket sends the bytes",
      ),
      viewers(
        memory / (costs.viewerKibibytes * 1024),
        `${nodeGigabytes} GB of memory are full`,
        "nginx sends the bytes; more machines",
      ),
      viewers(
        (busyShare * 1e6 * 15) / costs.savePosition,
        "one process with SQLite is full of saving positions alone",
        "PostgreSQL and more `--role=web`",
      ),
    ].toSorted((a, b) => a.at - b.at),
    {
      at: (1000 * 1000) / costs.listKilobytes,
      unit: "recordings",
      what: "the whole list, which the page asks for, weighs 1 MB",
      knob: "nothing to set: the page shows the newest recordings while the rest arrives",
    },
    {
      at: (24 * busyShare * 60) / costs.prepareSecondsPerMinute,
      unit: "hours of 1080p a day",
      what: "one core is full of preparing",
      knob: "more `--role=worker`, or a machine with more cores",
    },
    {
      at: sweptPerHour,
      unit: "people signed in with Twitch",
      what: "the round no longer asks about each of them every hour",
      knob: "`TWITCH_EVENTSUB_SECRET`: Twitch then tells us",
    },
    {
      at: sweptPerHour * 6,
      unit: "people signed in with Patreon",
      what: "the round no longer looks at each of them every six hours",
      knob: "`PATREON_WEBHOOK_SECRET`: Patreon then tells us",
    },
  ];
}
