// The capacity model: measured costs and assumptions in, one played day and what it needs out. No input or output here.

/** What a person may disagree with, and change by an argument of the same name. Prices in euros. */
export const assumptions = {
  members: [1000, "members"],
  activeShare: [0.25, "of them visit on a day"],
  visits: [1.3, "visits of each who does"],
  premiereShare: [0.05, "of all members come within the half hour after a new recording, at 20:00"],
  watchShare: [0.7, "of visits begin to watch"],
  watchMinutes: [35, "minutes watched then, on average (exponential)"],
  knownShare: [0.5, "of visits come with page, list and thumbnails in their cache"],
  signInShare: [0.03, "of visits sign in anew"],
  thumbnails: [24, "thumbnails looked at in a visit"],
  mbits: [4, "Mbit/s of picture and sound that a viewer fetches"],
  videos: [1000, "recordings in the archive"],
  videoMinutes: [60, "minutes each"],
  newPerWeek: [3, "new ones in a week"],
  originalMbits: [8, "Mbit/s of an original; a copy of it in the form that is streamed is kept beside it"],
  smallerMbits: [3.5, "Mbit/s of all smaller sizes together"],
  busyShare: [0.6, "of a core, a link or memory may be in use at the peak"],
  coresPerNode: [4, "cores of a machine"],
  nodeGigabytes: [8, "GB of memory of a machine"],
  linkGbits: [1, "Gbit/s of a machine's link"],
  priceOfCore: [6, "a month for a core with its memory"],
  priceOfTraffic: [2, "for a TB sent"],
  priceOfStorage: [6, "a month for a TB stored, once"],
} as const satisfies Record<string, readonly [number, string]>;
export type Assumed = Record<keyof typeof assumptions, number>;

/** Microseconds of a processor for one call, unless the name says otherwise. */
export interface Costs {
  /** A browser that was never here: the page, its files, who am I, what is this place, where did I stop, and the list of 1,000. */
  arrive: number;
  /** The same behind nginx, with what nginx itself needs. */
  arriveBehind: number;
  door: number;
  /** What each recording above 1,000 adds to the list. */
  listPerVideo: number;
  listKnown: number;
  video: number;
  savePosition: number;
  signIn: number;
  playlist: number;
  small: number;
  ownSecondsPerGigabyte: number;
  accelSecondsPerGigabyte: number;
  accelSmall: number;
  prepareSecondsPerMinute: number;
  listKilobytes: number;
  pageKilobytes: number;
  idleMegabytes: number;
  viewerKibibytes: number;
  databasePerVideo: number;
  databasePerMember: number;
}

/** Who sends the bytes: the archive, nginx after the archive's yes, or the bucket by addresses the archive signs. */
export const deliveries = ["archive", "nginx", "bucket"] as const;
type Delivery = (typeof deliveries)[number];

/** Of the product: a part is about four seconds of picture and as much of sound; a position is saved every 15 s. */
const [partSeconds, saveSeconds] = [4, 15];

interface Peak {
  watching: number;
  requestsPerSecond: number;
  gigabitsPerSecond: number;
  writesPerSecond: number;
  /** Keyed by who sends the bytes. */
  cores: Record<Delivery, number>;
}

interface Day {
  peak: Peak;
  requests: number;
  terabytes: number;
}

/** One day, minute by minute; the same numbers for the same assumptions. */
export function playDay(assumed: Assumed, costs: Costs): Day {
  const random = startRandom(1);
  const dayVisits = assumed.members * assumed.activeShare * assumed.visits;
  const premiere = (assumed.members * assumed.premiereShare) / 30;
  const stays = Math.exp(-1 / assumed.watchMinutes);
  const day: Day = { peak: quiet(), requests: 0, terabytes: 0 };
  let watching = 0;
  for (let minute = -180; minute < 1440; minute += 1) {
    const isPremiere = minute >= 1200 && minute < 1230;
    const visits = drawPoisson((dayVisits / 1440) * eveningCurve(minute) + (isPremiere ? premiere : 0), random);
    const starts = drawBinomial(visits, assumed.watchShare, random);
    watching = drawBinomial(watching, stays, random) + starts;
    // the evening before fills the archive, and is not counted
    if (minute < 0) continue;
    const now = loadOf(assumed, costs, { visits: visits / 60, starts: starts / 60, watching });
    day.requests += now.requestsPerSecond * 60;
    day.terabytes += (now.gigabitsPerSecond * 60) / 8000;
    day.peak = higher(day.peak, now);
  }
  return day;
}

/** What so many visits and starts in a second, and so many who watch, ask of the servers. */
export function loadOf(
  assumed: Assumed,
  costs: Costs,
  now: { visits: number; starts: number; watching: number },
): Peak {
  const { visits, starts, watching } = now;
  const [fresh, parts] = [visits * (1 - assumed.knownShare), watching / partSeconds];
  const [signIns, saves] = [visits * assumed.signInShare, watching / saveSeconds];
  const thumbnails = fresh * assumed.thumbnails;
  const mediaGigabytes = (watching * assumed.mbits) / 8000;
  const otherGigabytes =
    (fresh * (costs.pageKilobytes + (costs.listKilobytes * assumed.videos) / 1000) + thumbnails * thumbnailKilobytes) /
    1_000_000;
  const known = visits - fresh;
  const calls =
    // who am I, what is this place, where did I stop
    known * (3 * costs.door + costs.listKnown) +
    fresh * costs.listPerVideo * Math.max(0, assumed.videos - 1000) +
    signIns * costs.signIn +
    // the video, and the playlists: all sizes, one size, the sound
    starts * (costs.video + 3 * costs.playlist) +
    saves * costs.savePosition;
  const cores: Record<Delivery, number> = {
    archive:
      (calls + fresh * costs.arrive + (parts * 2 + thumbnails) * costs.small) / 1e6 +
      mediaGigabytes * costs.ownSecondsPerGigabyte,
    nginx:
      (calls + fresh * costs.arriveBehind + (parts * 2 + thumbnails) * costs.accelSmall) / 1e6 +
      mediaGigabytes * costs.accelSecondsPerGigabyte,
    bucket: (calls + fresh * costs.arrive + parts * 2 * costs.door + thumbnails * costs.small) / 1e6,
  };
  return {
    watching,
    requestsPerSecond: visits * 4 + fresh * filesOfPage + thumbnails + signIns * 3 + starts * 4 + parts * 2 + saves,
    gigabitsPerSecond: (mediaGigabytes + otherGigabytes) * 8,
    writesPerSecond: saves + signIns * writesOfSignIn,
    cores,
  };
}

const thumbnailKilobytes = 25;
const filesOfPage = 14;
/** State made and used, identity, entitlement, token, session. */
const writesOfSignIn = 6;

export interface Needs extends Day {
  /** Cores kept below the share that may be busy, by who sends the bytes. */
  webCores: Record<Delivery, number>;
  machines: number;
  /** What decides how many machines. */
  limit: "processor" | "link" | "memory" | "one is enough";
  workerCores: number;
  storageTerabytes: number;
  databaseGigabytes: number;
  money: { servers: number; traffic: number; storage: number };
}

export function reckon(assumed: Assumed, costs: Costs): Needs {
  const day = playDay(assumed, costs);
  const room = (value: number) => value / assumed.busyShare;
  const webCores = mapDeliveries((delivery) => room(day.peak.cores[delivery]));
  const workerCores = room(
    (assumed.newPerWeek * assumed.videoMinutes * costs.prepareSecondsPerMinute) / (7 * 24 * 3600),
  );
  const byLimit = {
    processor: Math.ceil((webCores.archive + workerCores) / assumed.coresPerNode),
    link: Math.ceil(room(day.peak.gigabitsPerSecond) / assumed.linkGbits),
    memory: Math.ceil(room((day.peak.watching * costs.viewerKibibytes) / 2 ** 20 / assumed.nodeGigabytes)),
  };
  const machines = Math.max(1, ...Object.values(byLimit));
  const named = (Object.keys(byLimit) as (keyof typeof byLimit)[]).find((name) => byLimit[name] === machines);
  const storedMbits = 2 * assumed.originalMbits + assumed.smallerMbits;
  const storageTerabytes = (assumed.videos * assumed.videoMinutes * 60 * storedMbits) / 8e6;
  return {
    ...day,
    webCores,
    workerCores,
    machines,
    limit: machines === 1 ? "one is enough" : (named ?? "one is enough"),
    storageTerabytes,
    databaseGigabytes: (assumed.videos * costs.databasePerVideo + assumed.members * costs.databasePerMember) / 1e9,
    money: {
      servers: machines * assumed.coresPerNode * assumed.priceOfCore,
      traffic: day.terabytes * 30 * assumed.priceOfTraffic,
      storage: storageTerabytes * assumed.priceOfStorage,
    },
  };
}

function mapDeliveries(make: (delivery: Delivery) => number): Record<Delivery, number> {
  return { archive: make("archive"), nginx: make("nginx"), bucket: make("bucket") };
}

function quiet(): Peak {
  const cores = mapDeliveries(() => 0);
  return { watching: 0, requestsPerSecond: 0, gigabitsPerSecond: 0, writesPerSecond: 0, cores };
}

/** Each by itself: what must be there at some moment of the day. */
function higher(a: Peak, b: Peak): Peak {
  return {
    watching: Math.max(a.watching, b.watching),
    requestsPerSecond: Math.max(a.requestsPerSecond, b.requestsPerSecond),
    gigabitsPerSecond: Math.max(a.gigabitsPerSecond, b.gigabitsPerSecond),
    writesPerSecond: Math.max(a.writesPerSecond, b.writesPerSecond),
    cores: mapDeliveries((delivery) => Math.max(a.cores[delivery], b.cores[delivery])),
  };
}

/** Its mean over a day is 1; at 20:30 it is 1.9. */
function eveningCurve(minute: number): number {
  return 1 + 0.9 * Math.cos((2 * Math.PI * (minute - 1230)) / 1440);
}

/** Mulberry32: small, and the same everywhere. */
function startRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawNormal(mean: number, deviation: number, random: () => number): number {
  const around = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, Math.round(mean + deviation * around));
}

function drawPoisson(mean: number, random: () => number): number {
  if (mean > 50) return drawNormal(mean, Math.sqrt(mean), random);
  let [count, product] = [0, random()];
  for (const end = Math.exp(-mean); product > end; count += 1) product *= random();
  return count;
}

function drawBinomial(count: number, share: number, random: () => number): number {
  if (count > 200) return Math.min(count, drawNormal(count * share, Math.sqrt(count * share * (1 - share)), random));
  return Array.from({ length: count }, random).filter((value) => value < share).length;
}
