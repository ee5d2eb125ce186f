// What the library knows about one member: where they stopped, their hearts and lists.
import type { MyData } from "#contract/my-data.ts";
import { type Audience, audiences, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";

interface Whose {
  memberId: string;
  /** Null for somebody who may not watch now: they get what all viewers see, without titles. */
  audience: Audience | null;
}

export async function exportListening(
  db: Database,
  whose: Whose,
): Promise<Pick<MyData, "positions" | "hearts" | "lists">> {
  const lists = await db
    .selectFrom("playlist")
    .selectAll()
    .where("member_id", "=", whose.memberId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .execute();
  const entries = await readEntries(db, whose);
  return {
    positions: await readPositions(db, whose),
    hearts: lists.filter(({ ready }) => ready === "favourites").flatMap(({ id }) => entries.get(id) ?? []),
    lists: lists.flatMap(({ id, ready, title, share_key, created_at }) =>
      ready === "favourites"
        ? []
        : {
            kind: ready ?? "own",
            title,
            is_shared: share_key !== null,
            created_at: created_at.toISOString(),
            entries: entries.get(id) ?? [],
          },
    ),
  };
}

async function readPositions(db: Database, { memberId, audience }: Whose): Promise<MyData["positions"]> {
  const rows = await db
    .selectFrom("position")
    .innerJoin("video", "video.id", "position.video_id")
    .select(["position.video_id", "position.seconds", "position.at", "video.title"])
    .where("position.member_id", "=", memberId)
    .where(watchableBy(audience ?? audiences.viewers))
    .orderBy("position.at", "desc")
    .execute();
  return rows.map(({ video_id, title, seconds, at }) => ({
    video_id,
    title: audience && title,
    seconds,
    at: at.toISOString(),
  }));
}

type Entry = MyData["hearts"][number];

async function readEntries(db: Database, { memberId, audience }: Whose): Promise<Map<string, Entry[]>> {
  const rows = await db
    .selectFrom("playlist_entry")
    .innerJoin("playlist", "playlist.id", "playlist_entry.playlist_id")
    .innerJoin("video", "video.id", "playlist_entry.video_id")
    .select(["playlist_entry.playlist_id", "playlist_entry.video_id", "playlist_entry.performance_id"])
    .where("playlist.member_id", "=", memberId)
    .where(watchableBy(audience ?? audiences.viewers))
    .orderBy("playlist_entry.place")
    .execute();
  const byList = Map.groupBy(rows, ({ playlist_id }) => playlist_id);
  const describe = ({ video_id, performance_id }: (typeof rows)[number]): Entry => ({
    video_id,
    performance_id: performance_id || null,
  });
  return new Map([...byList].map(([id, list]) => [id, list.map(describe)]));
}

const idsAtOnce = 500;

/** Those of these recordings that this audience sees. */
export async function keepVisible(
  db: Database,
  audience: Audience | null,
  ids: readonly string[],
): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const part = ids.slice(at, at + idsAtOnce);
    const rows = await db
      .selectFrom("video")
      .select("id")
      .where("id", "in", part)
      .where(watchableBy(audience))
      .execute();
    for (const { id } of rows) seen.add(id);
  }
  return seen;
}
