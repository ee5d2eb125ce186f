// What is live and what was, as rows: any server can tell the page, whichever of them receives.
import { z } from "zod";
import type { Broadcast, LiveState } from "#contract/live/live.ts";
import type { Database } from "#server/database/open.ts";
import type { BroadcastTable } from "#server/database/tables.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { listKeys } from "./keys.ts";
import { words } from "./words.ts";

/** What is written of it every few seconds while it arrives. */
const Progress = z.object({
  ...{ isSending: z.boolean(), seconds: z.number(), bytes: z.number(), bitsPerSecond: z.number().nullable() },
  ...{ width: z.number(), height: z.number(), returns: z.number(), keyFrameSeconds: z.number().nullable() },
  video: z.enum(["avc1", "hvc1", "av01"]).nullable(),
  audio: z.enum(["mp4a", "Opus"]).nullable(),
  trouble: z.string().nullable(),
});
export type Progress = z.infer<typeof Progress>;

export function readProgress(text: string): Progress {
  return Progress.parse(JSON.parse(text));
}

export const nothingYet: Progress = {
  ...{ isSending: true, seconds: 0, bytes: 0, bitsPerSecond: null, width: 0, height: 0, returns: 0 },
  ...{ keyFrameSeconds: null, video: null, audio: null, trouble: null },
};

const dayMs = 86_400_000;
const keptMs = 30 * dayMs;
/** The receiver writes every minute that it is there. */
export const receiverSilentMs = 180_000;

export async function readLive(parts: Pick<Parts, "db" | "clock" | "config">): Promise<LiveState> {
  const { db, clock, config } = parts;
  const now = clock.now();
  const keys = await listKeys(parts);
  const rows = await db
    .selectFrom("broadcast")
    .selectAll()
    .where((row) =>
      row.or([
        row("ended_at", ">", new Date(now.getTime() - keptMs)),
        // one that no server knows any more is not live
        row.and([
          row("ended_at", "is", null),
          row("seen_at", ">", new Date(now.getTime() - config.liveReturnMs - dayMs)),
        ]),
      ]),
    )
    .orderBy("started_at", "desc")
    .limit(50)
    .execute();
  const receiver = await db
    .selectFrom("live_receiver")
    .selectAll()
    .where("seen_at", ">", new Date(now.getTime() - receiverSilentMs))
    .orderBy("seen_at", "desc")
    .executeTakeFirst();
  return {
    address: config.livePort === 0 ? null : addressOf(config),
    trouble: receiver?.trouble ?? null,
    return_minutes: config.liveReturnMs / 60_000,
    keys,
    broadcasts: rows.map(describe),
  };
}

/** As OBS wants it, without the key. */
function addressOf({ publicUrl, livePort }: Pick<Parts["config"], "publicUrl" | "livePort">): string {
  const { hostname } = new URL(publicUrl);
  return `rtmp://${hostname}${livePort === 1935 ? "" : `:${livePort}`}/live`;
}

/** It becomes a recording at once, also if its encoder might come back. */
export async function endBroadcast(db: Database, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("broadcast")
    .set({ wants_end: true })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal("not-found", words.noSuchBroadcast);
}

function describe(row: BroadcastTable): Broadcast {
  const is = readProgress(row.arriving);
  return {
    ...{ id: row.id, key_id: row.key_id, title: row.title, video_id: row.video_id },
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    state: row.ended_at ? "ended" : is.isSending ? "arriving" : "waiting",
    ...{ seconds: is.seconds, bytes: is.bytes, bits_per_second: is.bitsPerSecond },
    ...{ width: is.width, height: is.height, video: is.video, audio: is.audio },
    ...{ key_frame_seconds: is.keyFrameSeconds, returns: is.returns, trouble: is.trouble },
  };
}
