// The one way from an address to a file: a video this audience may see, and a listed kind that was made of it.
import { visibleTo, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { findKind } from "#server/media/kinds.ts";
import { writeMasterPlaylist, type Listed } from "#server/media/playlist.ts";
import { chooseSound } from "./describe-media.ts";
import { rungOf, type Asset } from "./recording.ts";

/** Undefined for what never was and for what this audience may not see, alike. */
export async function findServed(
  db: Database,
  audience: Audience | null,
  { id, kind }: { id: string; kind: string },
): Promise<Asset | undefined> {
  const listed = findKind(kind);
  if (!listed) return undefined;
  const row = await db
    .selectFrom("asset")
    .innerJoin("video", "video.id", "asset.video_id")
    .select(["asset.sha256", "asset.bytes", "asset.facts"])
    .where("asset.video_id", "=", id)
    .where("asset.kind", "=", listed)
    .where(visibleTo(audience))
    .executeTakeFirst();
  return row && { kind: listed, ...row };
}

export const masterKind = "master.m3u8";

/** Written anew each time: it always tells what is there now. */
export async function findMaster(db: Database, audience: Audience | null, id: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom("asset")
    .innerJoin("video", "video.id", "asset.video_id")
    .select(["asset.kind", "asset.sha256", "asset.bytes", "asset.facts"])
    .where("asset.video_id", "=", id)
    .where("asset.kind", "like", "%.mp4")
    .where(visibleTo(audience))
    .execute();
  const assets = rows as Asset[];
  const list = ({ kind, facts: { rendition } }: Asset): Listed[] =>
    rendition ? [{ address: kind.replace(".mp4", ".m3u8"), rendition }] : [];
  const pictures = assets.filter(({ kind }) => rungOf(kind)).flatMap(list);
  const sound = chooseSound(assets);
  const [soundListed = null] = sound ? list(sound) : [];
  return pictures.length > 0 || soundListed ? writeMasterPlaylist(pictures, soundListed) : undefined;
}
