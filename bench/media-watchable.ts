// How soon a recording can be watched after its last byte, against ffmpeg -c copy: copied then, or while it arrived.
// Goals P1 and P2.
import { appendFile, mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { beginFeed, goOnFeeding, takeFed, type FeedParts } from "#server/prepare/feed-upload.ts";
import { readConfig } from "#server/config.ts";
import { packageFile } from "#server/media/fragments/cmaf.ts";
import { planCopy } from "#server/media/facts/decide.ts";
import { openMedia } from "#server/media/media.ts";
import { describeRendition, writeMasterPlaylist, writeMediaPlaylist } from "#server/media/fragments/playlist.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { copyTracks } from "#server/media/ffmpeg/render.ts";
import { hashFile } from "#server/media/store/store.ts";
import { atMost, compare, ffmpeg, required, rounds, wallOf, work, type Given } from "./media-measure.ts";
import type { Goal } from "./notes.ts";

const partBytes = 16 * 2 ** 20;

export async function watchableGoals(given: Given): Promise<Goal[]> {
  const { source, folder } = given;
  const copy = () => ffmpeg(folder, `-i ${source} -map 0 -c copy plain.mp4`);
  const name = "probe, copy and playlists";
  return [
    await compare({ name: `P1 ${name} / ffmpeg -c copy`, most: 1.5 }, () => ingest(given), copy),
    await compare(
      { name: `P2 ${name}, on the clock / ffmpeg -c copy`, most: 2, measure: wallOf },
      () => ingest(given),
      copy,
    ),
    await fedGoal(given, copy),
  ];
}

export async function ingest({ tools, source, folder }: Given): Promise<void> {
  const plan = planCopy(await probe(tools, source));
  await writePlaylists(await copyTracks(work(tools, source), { plan, folder }));
}

async function writePlaylists(made: { video: string | null; audio: string | null }): Promise<void> {
  const [pictures, sound] = [await packageFile(required(made.video)), await packageFile(required(made.audio))];
  writeMediaPlaylist(pictures, "video.mp4");
  writeMediaPlaylist(sound, "audio.mp4");
  const list = (address: string, packaged: typeof pictures) => ({ address, rendition: describeRendition(packaged, 0) });
  writeMasterPlaylist([list("video.m3u8", pictures)], list("audio.m3u8", sound));
}

/** From the arrival of the last part. Both ways need the checksum; neither measurement includes it. */
async function fedGoal({ tools, source, folder }: Given, copy: () => Promise<void>): Promise<Goal> {
  const data = await mkdtemp(path.join(folder, "fed-"));
  await using media = await openMedia(data, { hasVideos: false });
  const config = readConfig({ DATA_DIR: data, LEAST_FREE_GB: "0" }, {});
  const parts: FeedParts = { media: { ...media, tools }, config, log: pino({ level: "silent" }) };
  const stored = await hashFile(source);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const file = path.join(data, `arriving-${round}`);
    const target = await mkdtemp(path.join(data, "made-"));
    const last = await arriveButLast(parts, { source, file });
    const ours = await wallOf(async () => {
      await goOnFeeding(parts, { id: file, there: last });
      const plan = planCopy(await probe(tools, file));
      await writePlaylists(required(await takeFed(media.store, stored, { plan, folder: target })));
    });
    await rm(target, { recursive: true });
    await rm(file);
    ratios.push(ours / (await wallOf(copy)));
  }
  return atMost("P2 the same when it was copied while it arrived / ffmpeg -c copy", 0.3, ratios);
}

/** Writes the whole file and waits until ffmpeg has reached the last part. Returns the number of bytes. */
async function arriveButLast(parts: FeedParts, { source, file }: { source: string; file: string }): Promise<number> {
  const { size } = await stat(source);
  await using from = await open(source);
  for (let at = 0; at < size; at += partBytes) {
    const { buffer, bytesRead } = await from.read(Buffer.allocUnsafe(partBytes), 0, partBytes, at);
    const isLast = at + bytesRead >= size;
    if (isLast) await settle(parts);
    await appendFile(file, buffer.subarray(0, bytesRead));
    if (isLast) break;
    if (at === 0) beginFeed(parts, { id: file, file, bytes: size, there: bytesRead });
    else await goOnFeeding(parts, { id: file, there: at + bytesRead });
  }
  return size;
}

/** Waits until the output no longer grows. */
async function settle({ media }: FeedParts): Promise<void> {
  const root = path.join(media.store.folder, "aside");
  await mkdir(root, { recursive: true });
  const measure = async () => {
    const files = await readdir(root, { recursive: true, withFileTypes: true });
    const sizes = files.filter((one) => one.isFile()).map((one) => stat(path.join(one.parentPath, one.name)));
    return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
  };
  for (let before = 0, same = 0; same < 5;) {
    await sleep(200);
    const now = await measure();
    same = now > 0 && now === before ? same + 1 : 0;
    before = now;
  }
}
