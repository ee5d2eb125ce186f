// /api/settings/look and /api/settings/picture, for the owner: how the archive looks.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { changeLook, changePicture, describeLook } from "#server/setup/look/look.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";

const mostPictureBytes = 15 * 2 ** 20;
const mostTextBytes = 2 ** 18;

export function lookRoutes(app: FastifyInstance, parts: Parts): void {
  const write = { who: "owner", limit: "writes" } as const;
  const ownerOf = (request: Pick<FastifyRequest, "current">) => requireCurrent(request).member.id;

  answer(app, "getLook", { who: "owner", limit: "reads" }, async () => describeLook(parts));

  answer(app, "changeLook", { ...write, bodyLimit: mostTextBytes }, async (request) => {
    const change = await changeLook(parts, ownerOf(request), request.body);
    return { look: describeLook(parts), change };
  });

  answer(app, "savePicture", { ...write, bodyLimit: mostPictureBytes }, async (request) => {
    const upload = Buffer.from(request.body.picture, "base64");
    const change = await changePicture(parts, ownerOf(request), { kind: request.params.kind, upload });
    return { look: describeLook(parts), change };
  });

  answer(app, "deletePicture", write, async (request) => {
    const change = await changePicture(parts, ownerOf(request), { kind: request.params.kind, upload: null });
    return { look: describeLook(parts), change };
  });
}
