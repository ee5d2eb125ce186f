// /api/moment/:token/...: a moment, for whoever has its link. No cookie counts, and there is nothing of the recording but its
// title, its picture and the excerpt.
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { momentAudience } from "#server/moments/audience.ts";
import type { FindExcerpt } from "#server/moments/cut-moment.ts";
import { countPlay, getMoment, getPlay, type OpenedMoment } from "#server/moments/open-moment.ts";
import { words } from "#server/moments/words.ts";
import type { Parts } from "#server/parts.ts";
import { openServed } from "#server/prepare/served.ts";
import { Refusal } from "#server/refusal.ts";
import { answer } from "#server/http/request/route.ts";
import { fileSender, rememberFiles } from "#server/http/routes/media/file.ts";

/** The address is the key: it goes nowhere else. */
const secretHeaders = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };
const caching = "private, no-store";

export function openMomentRoutes(app: FastifyInstance, parts: Parts, findExcerpt: FindExcerpt): void {
  const { db, watching } = parts;
  const served = openServed(db);
  const fileOf = rememberFiles();
  const sendFile = fileSender(parts, secretHeaders);
  const hide = (reply: FastifyReply) => void reply.headers({ ...secretHeaders, "cache-control": caching });

  answer(app, "getMoment", { who: "moment", limit: "reads" }, async (request, reply) => {
    hide(reply);
    const { token } = request.params;
    const { video, fromMs, toMs } = await getMoment(parts, token);
    const picture = video.thumbnail_hash === null ? null : `/api/moment/${token}/picture`;
    return { archive: parts.config.name, title: video.title, seconds: (toMs - fromMs) / 1000, picture };
  });

  answer(app, "playMoment", { who: "moment", limit: "writes" }, async (request, reply) => {
    hide(reply);
    const { token } = request.params;
    const moment = await getMoment(parts, token);
    // before it is counted: what cannot be played costs no play
    const { file } = await cut(moment);
    const play = await countPlay(parts, moment);
    return { url: `/api/moment/${token}/media/${play}`, has_video: file.hasVideo };
  });

  answer(app, "getMomentMedia", { who: "moment", limit: "assets" }, async (request, reply) => {
    hide(reply);
    const moment = await getPlay(parts, request.params);
    const { file, first } = await cut(moment);
    watching.note();
    const sent = fileOf(moment.video.id, first);
    const etag = `"${hash("sha256", file.head, "hex").slice(0, 16)}${sent.version}"`;
    const type = file.hasVideo ? "video/mp4" : "audio/mp4";
    return sendFile(request, reply, { ...sent, joined: file, etag, type, caching });
  });

  answer(app, "getMomentPicture", { who: "moment", limit: "assets" }, async (request, reply) => {
    hide(reply);
    const { video } = await getMoment(parts, request.params.token);
    const { assets } = await served.findAnew(momentAudience, video.id);
    const asset = assets.get("thumbnail");
    if (!asset) throw new Refusal("not-found", words.over);
    return sendFile(request, reply, { ...fileOf(video.id, asset), caching });
  });

  async function cut({ video, fromMs, toMs }: OpenedMoment) {
    const excerpt = await findExcerpt({ videoId: video.id, fromMs, toMs });
    if (!excerpt) throw new Refusal("not-found", words.over);
    return excerpt;
  }
}
