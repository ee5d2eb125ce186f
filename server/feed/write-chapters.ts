// The set list of a recording as Podcasting 2.0 chapters, in the time of its audio file.
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { listAssets } from "#server/library/recording.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import { writeChapters } from "#server/library/songs/text/formats.ts";
import { getVideo } from "#server/library/video.ts";
import { findOffset } from "#server/prepare/describe-media.ts";

export async function writeFeedChapters(db: Database, audience: Audience, videoId: string): Promise<string> {
  const { title, duration_seconds: durationSeconds } = await getVideo(db, audience, videoId);
  const offset = findOffset(await listAssets(db, videoId));
  const shift = (seconds: number | null) => (seconds === null ? null : Math.max(0, seconds + offset));
  const entries = await readEntries(db, videoId);
  return writeChapters(
    entries.map((entry) => ({ ...entry, start: shift(entry.start), end: shift(entry.end) })),
    { title, durationSeconds },
  );
}
