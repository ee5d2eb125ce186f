// /api/settings, for the owner: what can be changed without a restart.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { changeSettings, describeSettings, resumeHook } from "#server/setup/change.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { changeLook, changePicture, describeLook } from "#server/setup/look/look.ts";

export function settingsRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getSettings", { who: "owner", limit: "reads" }, async () => describeSettings(parts));

  answer(app, "changeSettings", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    const change = await changeSettings(parts, requireCurrent(request).member.id, request.body);
    return { settings: await describeSettings(parts), change };
  });

  answer(app, "resumeWebhook", { who: "owner", limit: "writes" }, async () => {
    await resumeHook(parts);
    return describeSettings(parts);
  });
}

// /api/settings/look and /api/settings/picture, for the owner: how the archive looks.

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
