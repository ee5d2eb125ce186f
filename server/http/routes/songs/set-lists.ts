// /api/video/v/:id/set-list: the set list of a recording: reading it, saving it, understanding a text or the markers of
// its stream, and export.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SetListFormat, StreamVideo } from "#contract/songs.ts";
import { audienceOf } from "#server/access/visible.ts";
import { writeMarkers } from "#server/library/songs/from-chapters.ts";
import { readSetListText } from "#server/library/songs/match.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import type { SongLists } from "#server/library/songs/song-list.ts";
import { writeChapters, writeCue, writeWebVtt } from "#server/library/songs/text/formats.ts";
import { writeText } from "#server/library/songs/text/write-text.ts";
import { words } from "#server/library/songs/words.ts";
import { getVideo } from "#server/library/video.ts";
import { findStreamMarkers, type FoundMarkers } from "#server/member/granted/stream-markers.ts";
import type { Parts } from "#server/parts.ts";
import { sayWhoIsSilent } from "#server/setup/steps.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import { nameAttachment } from "#server/http/routes/media/attachment.ts";

const formats = {
  text: { type: "text/plain", ending: "txt", write: writeText },
  cue: { type: "application/x-cue", ending: "cue", write: writeCue },
  webvtt: { type: "text/vtt", ending: "vtt", write: writeWebVtt },
  chapters: { type: "application/json+chapters", ending: "chapters.json", write: writeChapters },
} satisfies Record<SetListFormat, unknown>;

export function setListRoutes(app: FastifyInstance, parts: Parts, lists: SongLists): void {
  const { db, clock } = parts;
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

  answer(app, "readMarkers", { who: "editor", limit: "writes" }, async (request) => {
    const { add_date, time_missing, only_known, duration_seconds } = await getVideo(
      db,
      audience(request),
      request.params.id,
    );
    const recorded = {
      date: add_date,
      timeMissing: time_missing,
      onlyKnown: only_known,
      durationSeconds: duration_seconds,
    };
    const found = await sayWhoIsSilent("twitch", () => findStreamMarkers(parts, recorded, request.body.video));
    return {
      text: writeMarkers(found.markers, words.marker),
      markers: found.markers.length,
      video: found.video ? describeStream(found.video) : null,
      same_length: found.hasSameLength,
      choices: found.choices.map(describeStream),
    };
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

function describeStream({ id, title, startedAt, durationSeconds }: NonNullable<FoundMarkers["video"]>): StreamVideo {
  return { id, title, started_at: startedAt.toISOString(), duration: durationSeconds };
}
