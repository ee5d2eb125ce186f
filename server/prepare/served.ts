// Finds the files of a recording that an audience may see. This is the only way from an address to a file.
// Cached for seconds, because players ask often; a change made by this process is visible at the next request.
import { type Audience, findLock, visibleTo } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { isBehind, readVersion } from "#server/library/version.ts";
import { remember } from "#server/remember.ts";
import { findKind, type Kind } from "#server/media/store/kinds.ts";
import { writeMasterPlaylist, type Listed } from "#server/media/fragments/playlist.ts";
import { chooseSound } from "./describe-media.ts";
import { isOfPictures, rungOf, type Asset } from "#server/library/recording.ts";

export interface Served {
  /** The level that is missing: then only the thumbnail is there. */
  lock: string | null;
  /** Empty both for recordings that do not exist and for those that this audience may not see. */
  assets: ReadonlyMap<Kind, Asset>;
  /** The master playlist; undefined while nothing can be played. */
  master: string | undefined;
}

export const masterKind = "master.m3u8";

/** How late a change made by another process may be visible. */
const rememberMs = 2000;
const mostRemembered = 2000;

interface ServedFinder {
  find(audience: Audience, id: string): Served | Promise<Served>;
  /** Without the cache: for addresses that the cached value does not know. */
  findAnew(audience: Audience, id: string): Promise<Served>;
}

export function openServed(db: Database): ServedFinder {
  const memory = remember<{ served: Served; version: number; at: number }>({
    most: mostRemembered,
    isOld: ({ version, at }) => performance.now() - at >= rememberMs || isBehind(db, version),
  });

  const findAnew = async (audience: Audience, id: string): Promise<Served> => {
    const key = `${audience.key} ${id}`;
    const at = performance.now();
    const version = await readVersion(db);
    return memory.keep(key, { served: await readServed(db, audience, id), version, at }).served;
  };
  return {
    findAnew,
    find(audience, id) {
      return memory.find(`${audience.key} ${id}`)?.served ?? findAnew(audience, id);
    },
  };
}

async function readServed(db: Database, audience: Audience, id: string): Promise<Served> {
  const rows = await db
    .selectFrom("asset")
    .innerJoin("video", "video.id", "asset.video_id")
    .select(["asset.kind", "asset.sha256", "asset.bytes", "asset.facts", "video.audio_only", "video.level"])
    .where("asset.video_id", "=", id)
    .where(visibleTo(audience))
    .execute();
  const lock = rows[0] ? findLock(audience)(rows[0]) : null;
  const assets = new Map<Kind, Asset>();
  for (const { kind, sha256, bytes, facts, audio_only: isAudioOnly } of rows) {
    const listed = findKind(kind);
    // a locked card has a picture, and nothing else
    if (lock !== null && listed !== "thumbnail") continue;
    if (listed && !(isAudioOnly && isOfPictures(listed))) assets.set(listed, { kind: listed, sha256, bytes, facts });
  }
  return { lock, assets, master: describeMaster([...assets.values()]) };
}

function describeMaster(assets: readonly Asset[]): string | undefined {
  const list = ({ kind, facts: { rendition } }: Asset): Listed[] =>
    rendition ? [{ address: kind.replace(".mp4", ".m3u8"), rendition }] : [];
  const pictures = assets.filter(({ kind }) => rungOf(kind)).flatMap(list);
  const sound = chooseSound(assets);
  const [soundListed = null] = sound ? list(sound) : [];
  return pictures.length > 0 || soundListed ? writeMasterPlaylist(pictures, soundListed) : undefined;
}
