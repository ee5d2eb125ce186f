// /api/video/v/{id}/captions and /thumbnail: what editors add to a recording.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audiences } from "#server/access/visible.ts";
import { deleteCaptions, saveCaptions } from "#server/intake/extras/captions.ts";
import { setThumbnail } from "#server/intake/extras/thumbnail.ts";
import type { Editor } from "#server/library/edit.ts";
import { getVideo } from "#server/library/video.ts";
import type { Parts } from "#server/parts.ts";
import { describeMedia } from "#server/prepare/describe-media.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

const mostCaptionBytes = 8 * 2 ** 20;
const mostPictureBytes = 15 * 2 ** 20;

export function extraRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts;
  const editorOf = (request: Pick<FastifyRequest, "current">): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
  });
  const listCaptions = async (id: string, change: string | null) => {
    const row = await getVideo(db, audiences.editors, id);
    return { captions: (await describeMedia(parts, row, audiences.editors)).captions, change };
  };

  answer(app, "saveCaptions", { who: "editor", limit: "writes", bodyLimit: mostCaptionBytes }, async (request) => {
    const { params, body: edit } = request;
    return listCaptions(params.id, await saveCaptions(parts, editorOf(request), { ...params, edit }));
  });

  answer(app, "deleteCaptions", { who: "editor", limit: "writes" }, async (request) => {
    return listCaptions(request.params.id, await deleteCaptions(parts, editorOf(request), request.params));
  });

  answer(app, "setThumbnail", { who: "editor", limit: "writes", bodyLimit: mostPictureBytes }, async (request) => {
    const choice = { id: request.params.id, choice: request.body };
    return { change: await setThumbnail(parts, editorOf(request), choice) };
  });

  answer(app, "resetThumbnail", { who: "editor", limit: "writes" }, async (request) => {
    return { change: await setThumbnail(parts, editorOf(request), { id: request.params.id, choice: null }) };
  });
}
