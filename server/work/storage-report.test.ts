import { describe, expect, it } from "vitest";
import type { Database } from "#server/database/open.ts";
import { addVideo } from "#server/library/add.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { heavyKinds, openTestDatabase } from "#server/testing/databases.ts";
import { addRecording, saveAssets } from "#server/library/recording.ts";
import { sumUp } from "./storage-report.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-11-15T10:00:00Z");

interface Sample {
  title: string;
  at: string;
  original?: number;
  assets?: Partial<Record<Kind, number>>;
}

async function add(db: Database, { title, at, original, assets = {} }: Sample): Promise<string> {
  return changeLibrary(db, async (trx) => {
    const then = new Date(at);
    const id = await addVideo(trx, { title, addDate: then, memberId: null }, then);
    const recording = {
      videoId: id,
      sha256: id.padEnd(64, "0"),
      bytes: original ?? 0,
      name: title,
      facts: {} as Facts,
    };
    if (original !== undefined) await addRecording(trx, recording, then);
    const rows = Object.entries(assets).map(([kind, bytes]) => ({
      kind: kind as Kind,
      bytes,
      sha256: "0".repeat(64),
      facts: {},
    }));
    await saveAssets(trx, id, rows, then);
    return id;
  });
}

describe.each(heavyKinds("postgres"))("what the files take, on %s", (kind) => {
  it("is summed by kind, with the trash, the biggest and each month's growth", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const big = await add(db, {
      title: "Big",
      at: "2026-11-02T00:00:00Z",
      original: 3_000_000_000,
      assets: {
        "video-source.mp4": 2_000_000_000,
        "video-source.m3u8": 5,
        "audio.m4a": 7,
        thumbnail: 11,
        waveform: 13,
      },
    });
    const old = await add(db, { title: "Old", at: "2024-01-01T00:00:00Z", original: 100, assets: { storyboard: 17 } });
    const thrown = await add(db, { title: "Thrown away", at: "2026-10-31T23:59:59Z", original: 1000 });
    await db.updateTable("video").set({ trashed_at: now }).where("id", "=", thrown).execute();
    const heard = await add(db, {
      title: "Only heard",
      at: "2025-12-01T00:00:00Z",
      original: 500,
      assets: { "audio.mp4": 50 },
    });
    await db.updateTable("video").set({ pictures_gone_at: now, audio_only: true }).where("id", "=", heard).execute();
    await add(db, { title: "A row alone", at: "2026-11-01T00:00:00Z" });

    const { used, kinds, trash, biggest, months } = await sumUp(db, now);
    expect(kinds).toEqual([
      { kind: "originals", bytes: 3_000_001_100, files: 3 },
      { kind: "video", bytes: 2_000_000_005, files: 2 },
      { kind: "audio", bytes: 70, files: 3 },
      { kind: "images", bytes: 28, files: 2 },
    ]);
    expect(used).toBe(5_000_001_203);
    expect(trash).toBe(1000);
    expect(biggest.slice(0, 3)).toEqual([
      { id: big, title: "Big", bytes: 5_000_000_036 },
      { id: thrown, title: "Thrown away", bytes: 1000 },
      { id: old, title: "Old", bytes: 117 },
    ]);
    expect(months).toHaveLength(12);
    expect([months[0], months[10], months[11]]).toEqual([
      { month: "2025-12", added: 50, total: 167 },
      { month: "2026-10", added: 1000, total: 1167 },
      { month: "2026-11", added: 5_000_000_036, total: 5_000_001_203 },
    ]);
  });

  it("names at most ten of the biggest, whatever slice they are in", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    for (let index = 0; index < 30; index += 1)
      await add(db, { title: `${index}`, at: "2026-11-01T00:00:00Z", original: index + 1 });
    const { biggest } = await sumUp(db, now);
    expect(biggest.map(({ title }) => title)).toEqual(["29", "28", "27", "26", "25", "24", "23", "22", "21", "20"]);
  });
});
