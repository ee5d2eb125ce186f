// /api/video/v/:id/download: the audio of a recording as a file, where the owner allows it. The stored audio is sent as it is;
// tags, cover and chapters are in the index before it.
import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { audienceOf, type Audience } from "#server/access/visible.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import { listChapters } from "#server/library/songs/text/formats.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import { openAudioCuts } from "#server/media/audio-cuts.ts";
import { writeTags } from "#server/media/fragments/write-tags.ts";
import type { Parts } from "#server/parts.ts";
import { findOffset } from "#server/prepare/describe-media.ts";
import { openServed, type Served } from "#server/prepare/served.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { words } from "#server/http/door/words.ts";
import { nameAttachment } from "#server/http/routes/attachment.ts";
import { fileSender, rememberFiles } from "./file.ts";

export function downloadRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, media } = parts;
  const { shelf } = media.store;
  const served = openServed(db);
  const fileOf = rememberFiles();
  const sendFile = fileSender(parts);
  const cuts = openAudioCuts(shelf);

  answer(app, "downloadAudio", { who: "viewer", limit: "assets" }, async (request, reply) => {
    const audience = audienceOf(requireCurrent(request).permission);
    if (parts.config.downloads === "off" || !audience) throw notFound();
    const { video, files } = await find(audience, request.params.id);
    const asset = files.assets.get("audio.m4a");
    if (!asset) throw notFound();
    const file = fileOf(video.id, asset);
    const extra = { key: `${video.revision} ${video.set_list_revision}`, write: () => describe(video, files) };
    const cut = await cuts.get({ key: file.key, stored: asset, from: 0, to: Infinity, extra });
    const etag = `"${hash("sha256", cut.head, "hex").slice(0, 16)}${file.version}"`;
    const attachment = nameAttachment(`${video.title} (${dayOf(video)})`, "m4a");
    return sendFile(request, reply, { ...file, cut, etag, attachment, caching: "private, no-cache" });
  });

  async function find(audience: Audience, id: string): Promise<{ video: VideoRow; files: Served }> {
    const video = await getVideo(db, audience, id);
    return { video, files: await served.findAnew(audience, id) };
  }

  async function describe(video: VideoRow, { assets }: Served): Promise<Buffer> {
    const offset = findOffset([...assets.values()]);
    const chapters = listChapters(await readEntries(db, video.id));
    const { name } = parts.config;
    return writeTags({
      ...{ title: video.title, artist: name, album: name, day: dayOf(video), description: video.description },
      cover: await readThumbnail(video.id, assets),
      chapters: chapters.map(({ start, title }) => ({ start: Math.max(0, start + offset), title })),
    });
  }

  async function readThumbnail(id: string, assets: Served["assets"]): Promise<Buffer | null> {
    const asset = assets.get("thumbnail");
    if (!asset) return null;
    using opened = await shelf.open(fileOf(id, asset).key, { from: 0, to: asset.bytes }, asset);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  }
}

function dayOf({ add_date }: Pick<VideoRow, "add_date">): string {
  return add_date.toISOString().slice(0, 10);
}

function notFound(): Refusal {
  return new Refusal("not-found", words.nothingHere);
}
