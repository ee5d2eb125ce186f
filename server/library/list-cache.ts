// The whole list, ready to send: one body for each audience, built once per change, compressed off the event loop.
// Never older than the last change made by this process; changes of other processes are visible within a second.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { nextRecording } from "#contract/first-recordings.ts";
import { levelLimits } from "#contract/levels/level-limits.ts";
import type { Audience } from "#server/access/visible.ts";
import { countsOf } from "#server/counts.ts";
import type { LevelRules } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import { remember, type Memory } from "#server/remember.ts";
import { countVideos, listSlices, type ListFilter } from "./list.ts";
import { isBehind, readVersion } from "./version.ts";

export type Encoding = "br" | "gzip" | "identity";

export interface Body {
  bytes: Buffer;
  /** Strong: differs with every byte, so with the encoding too. */
  etag: string;
}

export interface ListCache {
  /** The body, if it is in memory and known to be current: no waiting. */
  find(audience: Audience, encoding: Encoding): Body | undefined;
  get(audience: Audience, encoding: Encoding): Promise<Body>;
  /** How many there are in all pages of a list. */
  count(audience: Audience, filter: ListFilter): Promise<number>;
}

const recheckAfterMs = 1000;
const mostCounts = 200;
/** Editors, and viewers of each level. */
const mostAudiences = levelLimits.above + 2;

/** `readLevels` is asked at each request: the owner can rename levels. */
export function createListCache(db: Database, readLevels: () => LevelRules | undefined = () => undefined): ListCache {
  // the version is part of each key; of an older one nothing is needed
  const lists = remember<EncodedList>({ most: mostAudiences });
  const counts = remember<number>({ most: mostCounts });
  const { lists: used } = countsOf(db);
  let seen = { version: 0, at: -Infinity };

  const isSure = (): boolean => performance.now() - seen.at < recheckAfterMs && !isBehind(db, seen.version);
  const findVersion = async (): Promise<number> => {
    if (isSure()) return seen.version;
    const at = performance.now();
    const version = Math.max(await readVersion(db), seen.version);
    seen = { version, at: Math.max(at, seen.at) };
    return version;
  };

  // names of levels are only in the lists of those who see locked cards
  const keyOf = (audience: Audience, version: number): string => {
    const isNaming = audience.seesLocked;
    return `${audience.key} ${version} ${
      isNaming
        ? (readLevels()
            ?.above.map(({ name }) => name)
            .join("\n") ?? "")
        : ""
    }`;
  };

  return {
    find(audience, encoding) {
      const body = isSure() ? lists.find(keyOf(audience, seen.version))?.bodies.find(encoding) : undefined;
      if (body) used.ready += 1;
      return body;
    },

    async get(audience, encoding) {
      used.asked += 1;
      const version = await findVersion();
      const list = await lists.read(keyOf(audience, version), () => buildList(db, audience, readLevels()));
      return list.bodies.read(encoding, () => list.encode(encoding));
    },

    async count(audience, { q, year, hidden }) {
      const version = await findVersion();
      const key = JSON.stringify([version, audience, q, year, hidden]);
      return counts.read(key, () => countVideos(db, audience, { q, year, hidden }));
    },
  };
}

interface EncodedList {
  /** Those that were asked for. */
  bodies: Memory<Body>;
  encode(encoding: Encoding): Promise<Body>;
}

const compress = {
  // 5 of 11: a tenth of the time of the best for nine tenths of the gain
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (text: Buffer) => text,
} satisfies Record<Encoding, (text: Buffer) => Promise<Buffer>>;

async function buildList(db: Database, audience: Audience, levels: LevelRules | undefined): Promise<EncodedList> {
  const text = await readWhole(db, audience, levels);
  const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return {
    bodies: remember({ most: Object.keys(compress).length }),
    encode: async (encoding) => ({ bytes: await compress[encoding](text), etag: `"${tag}-${encoding}"` }),
  };
}

const mostTries = 5;

/** Read in slices, so that other requests do not wait; again if the library changed meanwhile; the last time at once. */
async function readWhole(db: Database, audience: Audience, levels: LevelRules | undefined): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const before = await readVersion(db);
    const recordings: string[] = [];
    const query = { ...(levels && { levels }), ...(tries === mostTries && { sliceSize: 1_000_000 }) };
    for await (const videos of listSlices(db, audience, query))
      for (const video of videos) recordings.push(JSON.stringify(video));
    if (tries === mostTries || (await readVersion(db)) === before)
      return Buffer.from(`{"videos":[${recordings.join(nextRecording)}]}`);
  }
}
