// The whole list, ready to send: one body for each audience, built once per change, compressed off the event loop.
// Never older than the last change made by this process; changes of other processes are visible within a second.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Audience } from "#server/access/visible.ts";
import { countsOf } from "#server/counts.ts";
import type { Database } from "#server/database/open.ts";
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

export function createListCache(db: Database): ListCache {
  const lists = new Map<Audience, { version: number; list: Promise<EncodedList>; ready?: EncodedList }>();
  const counts = new Map<string, { version: number; count: Promise<number> }>();
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

  return {
    find(audience, encoding) {
      const kept = lists.get(audience);
      const body = kept && kept.version >= seen.version && isSure() ? kept.ready?.bodies.get(encoding) : undefined;
      if (body) used.ready += 1;
      return body;
    },

    async get(audience, encoding) {
      used.asked += 1;
      const version = await findVersion();
      let kept = lists.get(audience);
      if (!kept || kept.version < version) {
        const fresh: typeof kept = { version, list: buildList(db, audience) };
        kept = fresh;
        lists.set(audience, fresh);
        fresh.list.then(
          (ready) => (fresh.ready = ready),
          () => lists.get(audience) === fresh && lists.delete(audience),
        );
      }
      return (await kept.list).encode(encoding);
    },

    async count(audience, { q, year, hidden }) {
      const version = await findVersion();
      const key = JSON.stringify([audience, q, year, hidden]);
      const kept = counts.get(key);
      if (kept && kept.version >= version) return kept.count;
      const count = countVideos(db, audience, { q, year, hidden });
      counts.delete(key);
      counts.set(key, { version, count });
      if (counts.size > mostCounts) counts.delete(counts.keys().next().value ?? "");
      return count.catch((error: unknown) => {
        counts.delete(key);
        throw error;
      });
    },
  };
}

interface EncodedList {
  bodies: Map<Encoding, Body>;
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

async function buildList(db: Database, audience: Audience): Promise<EncodedList> {
  const text = await readWhole(db, audience);
  const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  const bodies = new Map<Encoding, Body>();
  const underway = new Map<Encoding, Promise<Body>>();
  const make = async (encoding: Encoding): Promise<Body> => {
    const body = { bytes: await compress[encoding](text), etag: `"${tag}-${encoding}"` };
    bodies.set(encoding, body);
    return body;
  };
  return { bodies, encode: (encoding) => underway.getOrInsertComputed(encoding, make) };
}

const mostTries = 5;

/** Read in slices, so that other requests do not wait; again if the library changed meanwhile; the last time at once. */
async function readWhole(db: Database, audience: Audience): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const before = await readVersion(db);
    const slices: string[] = [];
    const sliceSize = tries < mostTries ? {} : { sliceSize: 1_000_000 };
    for await (const videos of listSlices(db, audience, sliceSize)) slices.push(JSON.stringify(videos).slice(1, -1));
    if (tries === mostTries || (await readVersion(db)) === before)
      return Buffer.from(`{"videos":[${slices.join(",")}]}`);
  }
}
