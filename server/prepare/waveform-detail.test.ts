import { describe, expect, it } from "vitest";
import type { WaveformDetail } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { dropAssets } from "#server/library/recording.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openClips } from "#server/testing/clips.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { settleWork } from "#server/testing/settle.ts";

/** Two tones of half a minute with four seconds of silence between them. */
const twoSongs = "-f lavfi -i aevalsrc=(lt(t\\,30)+gt(t\\,34))*0.3*sin(330*2*PI*t):s=48000:d=64 -c:a aac";

describe.each(heavyKinds("sqlite"))("the detailed waveform, on %s", (kind) => {
  it(
    "shows editors where songs begin, and is made later for a recording that has none",
    { tags: ["long"] },
    async () => {
      await using clips = await openClips();
      await using archive = await openTestArchive({ kind });
      const [editor, member] = [archive.openBrowser(), archive.openBrowser()];
      await editor.signIn("patron-editor");
      await member.signIn("patron-gold");
      const { parts } = archive;
      const file = await clips.make(`two ${kind}.m4a`, twoSongs);
      const { id } = await takeIn(parts, { file, name: "two.m4a", memberId: null });
      await settleWork(parts, 120_000);
      const find = async (who: typeof editor) =>
        (await who.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video.media?.waveform_detail;
      const read = async () => (await editor.ask<WaveformDetail>(`GET ${await find(editor)}`)).body;

      expect(await find(member)).toBeUndefined();
      const detail = await read();
      expect(detail.gaps).toEqual([{ from: expect.closeTo(30, 0), to: expect.closeTo(34, 0) }]);
      const peaks = Buffer.from(detail.peaks, "base64");
      expect([peaks.length, peaks[100], peaks[320]]).toEqual([expect.closeTo(640, -1), expect.closeTo(76, -1), 0]);

      await parts.db.transaction().execute((trx) => dropAssets(trx, id, ["waveform-detail"]));
      expect(await find(editor)).toBeNull();
      expect((await member.ask(`POST /api/video/v/${id}/borders`)).status).toBe(403);
      expect((await editor.ask(`POST /api/video/v/${id}/borders`)).status).toBe(200);
      await settleWork(parts, 120_000);
      expect((await read()).gaps).toEqual(detail.gaps);
      expect((await editor.ask(`POST /api/video/v/${id}/borders`)).status).toBe(200);
      expect((await editor.ask("POST /api/video/v/nothing/borders")).status).toBe(404);
    },
  );
});
