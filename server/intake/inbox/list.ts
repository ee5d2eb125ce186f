// The inbox: recordings that came in and that no editor has looked at yet, with what is doubtful about each.
import path from "node:path";
import type { Selectable } from "kysely";
import { mostInInbox, type Inbox, type InboxEntry } from "#contract/inbox.ts";
import { audiences, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { BroughtTable } from "#server/database/tables.ts";
import { describeVideo, knownOf, listByIds, type VideoRow } from "#server/library/video.ts";
import { makeTitle } from "#server/library/title.ts";
import { sayReason, sayTitleReason } from "#server/intake/import/plan.ts";
import { readFileName } from "#server/intake/reading/file-name.ts";
import type { Decided, Reason } from "#server/intake/reading/trust.ts";
import type { Doubles } from "./doubles.ts";

export async function listInbox(db: Database, doubles: Doubles): Promise<Inbox> {
  const open = db
    .selectFrom("brought")
    .innerJoin("video", "video.id", "brought.video_id")
    .where("brought.looked_at", "is", null)
    .where(watchableBy(audiences.editors));
  const rows = await open
    .selectAll("brought")
    .orderBy("brought.added_at")
    .orderBy("brought.video_id")
    .limit(mostInInbox)
    .execute();
  const { total } = await open.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const ids = rows.map(({ video_id }) => video_id);
  const videos = new Map((await listByIds(db, audiences.editors, ids)).map((row) => [row.id, row]));
  const found = await doubles.find([...videos.keys()]);
  const entries = rows.flatMap((row): InboxEntry[] => {
    const video = videos.get(row.video_id);
    return video ? [{ ...describeEntry(row, video), doubles: found.get(video.id) ?? [] }] : [];
  });
  return { entries, total: Number(total) };
}

function describeEntry(row: Selectable<BroughtTable>, video: VideoRow): Omit<InboxEntry, "doubles"> {
  const { id, title, description, add_date, time_missing, only_known, ...now } = describeVideo(video);
  const { hidden, state, duration, thumbnail_url, revision } = now;
  // stored by addBrought
  const why = row.why as Decided["why"];
  const isOffered = why.title.source === "person" && isNameOf(row.place, title);
  const titleFrom = whyNow(isOffered ? { source: "file-name" } : why.title, title === row.given.title);
  const dateFrom = whyNow(
    why.date,
    add_date === row.given.add_date &&
      time_missing === row.given.time_missing &&
      (only_known ?? null) === (row.given.only_known ?? null),
  );
  return {
    ...{ id, title, description, add_date, ...knownOf(video), hidden, state, duration, thumbnail_url, revision },
    place: row.place,
    title_from: sayTitleReason(titleFrom),
    is_title_guess: titleFrom.isGuess ?? false,
    date_from: sayReason(dateFrom),
    is_date_guess: dateFrom.isGuess ?? false,
    notes: row.notes,
  };
}

/** The upload page offers the name of the file as a title: whoever leaves it as it is has typed nothing. */
function isNameOf(place: string, title: string): boolean {
  return title === makeTitle(readFileName(path.basename(place), { zone: "UTC" }).title);
}

/** What was changed since is known from a person. */
function whyNow(reason: Reason, isUnchanged: boolean): Reason {
  return isUnchanged ? reason : { source: "person" };
}
