// The small video that a browser saves: only where the owner allows it, and its rest fits after the recording was edited.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Site } from "#contract/site.ts";
import type { Video } from "#contract/video.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, decodeFile, openClips, pictures, probeFile, x264 } from "#server/testing/clips.ts";
import { settleWork } from "#server/testing/settle.ts";

it("is the smallest size with its audio, for whom the owner allows it, and goes on where it stopped", async () => {
  await using clips = await openClips();
  await using archive = await openTestArchive();
  const make = async (name: string, size: string, seconds: number) => {
    const file = await clips.make(name, `${pictures(size, 10, seconds)} ${chord(seconds)} ${x264} -c:a aac`);
    return (await takeIn(archive.parts, { file, name, memberId: null })).id;
  };
  const [id, large] = [await make("night.mp4", "960x540", 6), await make("large.mp4", "1920x1080", 1)];
  await settleWork(archive.parts, 120_000);
  const [member, owner] = [archive.openBrowser(), archive.openBrowser()];
  await member.signIn("patron-gold");
  await owner.signIn("patron-owner");
  const read = async (one = id) => (await member.ask<{ video: Video }>(`GET /api/video/v/${one}`)).body.video;
  const allow = async (change: object) => expect((await owner.ask("PUT /api/settings", change)).status).toBe(200);
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(archive.url + address, { headers: { cookie: `session=${member.cookies.get("session")}`, ...headers } });

  const address = `/api/video/v/${id}/download/small`;
  const offered = async () => (await member.ask<Site>("GET /api/site")).body.offline_video;
  expect([(await get(address)).status, (await read()).media?.small_video, await offered()]).toEqual([
    404,
    undefined,
    undefined,
  ]);
  await allow({ offline_video: true });
  expect(await offered()).toBe(true);
  const { url = "", bytes: said = 0 } = (await read()).media?.small_video ?? {};
  expect(url).toMatch(new RegExp(`^${address}\\?v=`));
  const whole = await get(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const etag = whole.headers.get("etag") ?? "";
  expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  expect(Math.abs(bytes.length - said) / said).toBeLessThan(0.1);
  const file = path.join(clips.folder, "small.mp4");
  await writeFile(file, bytes);
  const { streams } = await probeFile(file);
  expect(streams.map(({ codec_name, height }) => [codec_name, height])).toEqual([
    ["h264", 480],
    ["aac", undefined],
  ]);
  expect(await decodeFile(file)).toBe("");
  // a large recording is offered in its small size, too
  expect((await read(large)).media?.small_video?.url).toContain("/small?v=");

  const { revision, title, description } = await read();
  const edited = { video: { title: `${title}, edited`, description, revision } };
  expect((await owner.ask(`PUT /api/video/v/${id}`, edited)).status).toBe(200);
  const rest = await get(url, { range: "bytes=1000-", "if-range": etag });
  expect([rest.status, Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))]).toEqual([206, true]);

  expect((await member.ask("POST /api/user/saved", { ids: [id] })).body).toEqual({ ids: [id], days: 30, video: true });
  await allow({ offline_days: 0 });
  expect([(await get(url)).status, await offered()]).toEqual([404, undefined]);
  await allow({ offline_days: 30 });
  expect((await get(url)).status).toBe(200);
  expect((await owner.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).status).toBe(200);
  expect((await get(url)).status).toBe(404);
}, 180_000);
