import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { packageFile } from "#server/media/fragments/cmaf.ts";
import { writeMediaPlaylist } from "#server/media/fragments/playlist.ts";
import { keepFile } from "#server/media/store/store.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures } from "#server/testing/clips.ts";
import { settleWork } from "#server/testing/settle.ts";
import { addJudgeWork, judgePublished, judgeRecording } from "./judge-published.ts";
import { listAssets, saveAssets } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { saveFindings } from "#server/backup/verify-findings.ts";
import { verifyVideo } from "#server/backup/verify.ts";

it(
  "what was published before the judge is judged once, and prepared again if it would not play right",
  { tags: ["long"] },
  async () => {
    await using clips = await openClips();
    await using archive = await openTestArchive();
    const { parts } = archive;
    const { db, media, clock } = parts;
    const encoded = "-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 250 -bf 2 -c:a aac";
    await clips.make("base.mp4", `${pictures("160x90", 25, 12)} ${chord(12)} ${encoded}`);
    const file = await clips.make("trim.mp4", "-ss 5.5 -i base.mp4 -t 5 -c copy");
    const { id } = await takeIn(parts, { file, name: "trim.mp4", memberId: null });
    await settleWork(parts, 60_000);
    const find = () =>
      db.selectFrom("video").select(["state", "duration_seconds"]).where("id", "=", id).executeTakeFirstOrThrow();
    const good = await find();
    expect(good).toEqual({ state: "published", duration_seconds: expect.closeTo(5, 0) });
    expect(await judgeRecording({ db, store: media.store }, id)).toEqual([]);

    // as it was made before: copied with the hidden pictures, whose times wrap around
    const flags = "+frag_keyframe+cmaf+empty_moov+default_base_moof+delay_moov+frag_discont+skip_trailer+skip_sidx";
    const times = `-avoid_negative_ts disabled -output_ts_offset 1 -video_track_timescale 90000 -movflags ${flags}`;
    const wrong = await clips.make("wrong.mp4", `-i trim.mp4 -map 0:v -c copy ${times} -f mp4`);
    const list = path.join(clips.folder, "wrong.m3u8");
    await writeFile(list, writeMediaPlaylist(await packageFile(wrong), "video-source.mp4"));
    const kept = [
      {
        kind: "video-source.mp4" as const,
        facts: {},
        ...(await keepFile(media.store, id, { kind: "video-source.mp4", from: wrong })),
      },
      {
        kind: "video-source.m3u8" as const,
        facts: {},
        ...(await keepFile(media.store, id, { kind: "video-source.m3u8", from: list })),
      },
    ];
    await db.transaction().execute((trx) => saveAssets(trx, id, kept, clock.now()));
    await db.updateTable("recording").set({ judged_by: 0 }).execute();

    const findings = await verifyVideo({ db, store: media.store, clock }, id);
    expect(findings.map(({ problem, name }) => `${problem} ${name.split(".")[0]}`)).toEqual([
      expect.stringMatching(/^unplayable video-source/),
    ]);
    expect(await judgePublished(parts)).toEqual({ judged: 1, again: 1 });
    await settleWork(parts, 60_000);
    expect(await find()).toEqual(good);
    expect(await judgeRecording({ db, store: media.store }, id)).toEqual([]);
    expect((await listAssets(db, id)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["audio.m4a", "audio.mp4", "thumbnail", "video-source.mp4", "waveform"]),
    );
    expect(await judgePublished(parts)).toEqual({ judged: 0, again: 0 });

    // what verify finds later is looked at again by the next round
    await saveFindings(db, id, { findings, now: clock.now() });
    await addJudgeWork(parts);
    await settleWork(parts, 60_000);
    const { judged_by } = await db.selectFrom("recording").select("judged_by").executeTakeFirstOrThrow();
    expect(judged_by).toBeGreaterThan(0);
  },
);
