// /api/collections: the owner's own lists, for members to open and for editors to curate.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audienceOf, audiences } from "#server/access/visible.ts";
import { describeCollection, notFound, type CollectionLists } from "#server/library/collections/collection.ts";
import { findPicture, keepPicture } from "#server/library/collections/picture.ts";
import {
  deleteCollection,
  makeCollection,
  orderCollections,
  saveCollection,
  setPicture,
} from "#server/library/collections/save.ts";
import type { Editor } from "#server/library/edit.ts";
import type { Parts } from "#server/parts.ts";
import { makePicture } from "#server/setup/look/make-picture.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";

const mostPictureBytes = 15 * 2 ** 20;

type Request = Pick<FastifyRequest, "current">;

export function collectionRoutes(app: FastifyInstance, parts: Parts, lists: CollectionLists): void {
  const { db, clock } = parts;
  const write = { who: "editor", limit: "writes" } as const;
  const audience = (request: Request) => audienceOf(requireCurrent(request).permission);
  const editorOf = (request: Request): Editor => ({
    memberId: requireCurrent(request).member.id,
    now: clock.now(),
    levels: parts.config.levels.above.map(({ id }) => id),
  });
  const describe = async ({ id, change }: { id: string; change: string | null }) => ({
    collection: await describeCollection(db, audiences.editors, id),
    change,
  });

  answer(app, "listCollections", { who: "viewer", limit: "reads" }, async (request) => ({
    collections: await lists.all(audience(request)),
  }));

  answer(app, "getCollection", { who: "viewer", limit: "reads" }, async (request) => ({
    collection: await describeCollection(db, audience(request), request.params.id),
  }));

  answer(app, "getCollectionPicture", { who: "viewer", limit: "assets" }, async (request, reply) => {
    const seen = await lists.all(audience(request));
    const { id } = seen.find((one) => one.id === request.params.id) ?? {};
    const bytes = id && (await findPicture(db, id));
    if (!bytes) throw notFound();
    return reply.type("image/webp").header("cache-control", "private, max-age=86400").send(Buffer.from(bytes));
  });

  answer(app, "makeCollection", write, async (request) =>
    describe(await makeCollection(db, editorOf(request), request.body)),
  );

  answer(app, "saveCollection", write, async (request) =>
    describe(await saveCollection(db, editorOf(request), { id: request.params.id, edited: request.body })),
  );

  answer(app, "deleteCollection", write, async (request) => ({
    change: await deleteCollection(db, editorOf(request), request.params.id),
  }));

  answer(app, "orderCollections", write, async (request) => {
    const change = await orderCollections(db, editorOf(request), request.body.ids);
    return { collections: await lists.all(audiences.editors), change };
  });

  answer(app, "saveCollectionPicture", { ...write, bodyLimit: mostPictureBytes }, async (request) => {
    const { id } = await describeCollection(db, audiences.editors, request.params.id);
    const { files } = await makePicture(parts, "welcome", Buffer.from(request.body.picture, "base64"));
    const small = files.find(({ name }) => name === "small.webp");
    if (!small) throw new Error("no small picture was made");
    const picture = await keepPicture(db, small.bytes, clock.now());
    return describe(await setPicture(db, editorOf(request), { id, picture }));
  });

  answer(app, "deleteCollectionPicture", write, async (request) =>
    describe(await setPicture(db, editorOf(request), { id: request.params.id, picture: null })),
  );
}
