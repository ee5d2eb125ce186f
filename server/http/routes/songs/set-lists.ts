// /api/video/v/:id/set-list: the set list of a recording: reading it, saving it, understanding a text, and export.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SetListFormat } from "#contract/songs.ts";
import { audienceOf } from "#server/access/visible.ts";
import { readSetListText } from "#server/library/songs/read.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import type { SongLists } from "#server/library/songs/song-list.ts";
import { writeChapters, writeCue, writeWebVtt } from "#server/library/songs/text/formats.ts";
import { writeText } from "#server/library/songs/text/write-text.ts";
import { getVideo } from "#server/library/video.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { answer } from "#server/http/door/route.ts";
import { nameAttachment } from "#server/http/routes/media/attachment.ts";

const formats = {
  text: { type: "text/plain", ending: "txt", write: writeText },
  cue: { type: "application/x-cue", ending: "cue", write: writeCue },
  webvtt: { type: "text/vtt", ending: "vtt", write: writeWebVtt },
  chapters: { type: "application/json+chapters", ending: "chapters.json", write: writeChapters },
} satisfies Record<SetListFormat, unknown>;

export function setListRoutes(app: FastifyInstance, { db, clock }: Parts, lists: SongLists): void {
  const audience = (request: Pick<FastifyRequest, "current">) => audienceOf(requireCurrent(request).permission);

  answer(app, "getSetList", { who: "viewer", limit: "reads" }, async (request) => {
    const row = await getVideo(db, audience(request), request.params.id);
    return { set_list: { revision: row.set_list_revision, entries: await readEntries(db, row.id) } };
  });

  answer(app, "saveSetList", { who: "editor", limit: "writes" }, async (request) => {
    const editor = { memberId: requireCurrent(request).member.id, now: clock.now() };
    const saved = await saveSetList(db, editor, { id: request.params.id, ...request.body.set_list });
    return { set_list: saved.setList, change: saved.change };
  });

  answer(app, "readSetList", { who: "editor", limit: "reads" }, async (request) => {
    const row = await getVideo(db, audience(request), request.params.id);
    return readSetListText(lists, row, request.body.from_description ? null : (request.body.text ?? ""));
  });

  answer(app, "exportSetList", { who: "viewer", limit: "reads" }, async (request, reply) => {
    const row = await getVideo(db, audience(request), request.params.id);
    const { type, ending, write } = formats[request.params.format];
    const text = write(await readEntries(db, row.id), { title: row.title, durationSeconds: row.duration_seconds });
    return reply
      .type(`${type}; charset=utf-8`)
      .header("content-disposition", nameAttachment(row.title, ending))
      .send(text);
  });
}
