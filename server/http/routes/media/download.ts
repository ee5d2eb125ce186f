// /api/video/v/:id/download/:what: a recording as a file, where the owner allows it. Stored audio and video are sent as they are;
// tags, cover and chapters are in the index before them. The small one is for saving in the browser, and has none of these.
import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { writeDay } from "#contract/dates/dates.ts";
import type { Media } from "#contract/media.ts";
import { audienceOf } from "#server/access/visible.ts";
import type { Config } from "#server/config.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import { listChapters } from "#server/library/songs/text/formats.ts";
import type { Asset } from "#server/library/recording.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import { openJoinedFiles } from "#server/media/joined-files.ts";
import { writeTags } from "#server/media/fragments/write-tags.ts";
import type { Parts } from "#server/parts.ts";
import { findOffset, findSmallVideo } from "#server/prepare/describe-media.ts";
import { openServed, type Served } from "#server/prepare/served.ts";
import { Refusal } from "#server/refusal.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { words } from "#server/http/request/words.ts";
import { nameAttachment } from "./attachment.ts";
import { refuseLocked } from "./locked.ts";
import { fileSender, rememberFiles } from "./file.ts";

type What = "audio" | "video" | "small";

const allowed = { off: [], audio: ["audio"], "audio-and-video": ["audio", "video"] } as const satisfies Record<
  Config["downloads"],
  readonly ("audio" | "video")[]
>;

export function downloadRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, media } = parts;
  const { backend } = media.store;
  const served = openServed(db);
  const fileOf = rememberFiles();
  const sendFile = fileSender(parts);
  const joinedFiles = openJoinedFiles(backend);

  answer(app, "download", { who: "viewer", limit: "assets" }, async (request, reply) => {
    const { id, what } = request.params;
    const audience = audienceOf(requireCurrent(request).permission);
    if (!audience || !isAllowed(parts.config, what)) throw notFound();
    const files = await served.findAnew(audience, id);
    const refusal = refuseLocked(parts.config, requireCurrent(request).permission, files);
    if (refusal) throw refusal;
    const video = await getVideo(db, audience, id);
    const asset = chooseAsset(what, files.assets);
    if (!asset) throw notFound();
    const file = fileOf(id, asset);
    const tags = { key: `${video.revision} ${video.set_list_revision}`, write: () => describe(video, files) };
    // the rest of a file that was saved in part must fit after the title was edited
    const extra = what === "small" ? undefined : tags;
    const sound = files.assets.get("audio.m4a");
    const source = { key: file.key, stored: asset };
    const joined = await (what === "audio"
      ? joinedFiles.cut(source, { from: 0, to: Infinity }, extra)
      : joinedFiles.join(source, sound ? { key: fileOf(id, sound).key, stored: sound } : null, extra));
    const etag = `"${hash("sha256", joined.head, "hex").slice(0, 16)}${file.version}"`;
    const attachment = nameAttachment(`${video.title} (${dayOf(video)})`, what === "audio" ? "m4a" : "mp4");
    return sendFile(request, reply, { ...file, joined, etag, attachment, caching: "private, no-cache" });
  });

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
    using opened = await backend.open(fileOf(id, asset).key, { from: 0, to: asset.bytes }, asset);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  }
}

/** The downloads of a recording that can be watched. */
export function listDownloads(config: Pick<Config, "downloads">, id: string, media: Media) {
  const there = { audio: media.audio !== null, video: media.has_pictures && media.hls !== null };
  return allowed[config.downloads]
    .filter((what) => there[what])
    .map((what) => ({ what, url: `/api/video/v/${id}/download/${what}` }));
}

function isAllowed({ downloads, offlineVideo }: Pick<Config, "downloads" | "offlineVideo">, what: What): boolean {
  const list: readonly string[] = allowed[downloads];
  return what === "small" ? offlineVideo : list.includes(what);
}

function chooseAsset(what: What, assets: Served["assets"]): Asset | undefined {
  if (what === "small") return findSmallVideo([...assets.values()]);
  return assets.get(what === "audio" ? "audio.m4a" : "video-source.mp4");
}

function dayOf({ add_date, only_known }: Pick<VideoRow, "add_date" | "only_known">): string {
  return writeDay({ add_date: add_date.toISOString(), only_known });
}

function notFound(): Refusal {
  return new Refusal("not-found", words.nothingHere);
}
