// What a recording brought along: the row about where its fields came from, and the files that are kept with it.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Trx } from "#server/database/open.ts";
import type { Asset } from "#server/library/recording.ts";
import { makeTitle } from "#server/library/title.ts";
import { broughtCaptionKinds, type Kind } from "#server/media/store/kinds.ts";
import { copyToScratch, keepFile, type Store } from "#server/media/store/store.ts";
import type { Examined } from "./reading/examine.ts";
import type { Brought, Note } from "./reading/read-beside.ts";
import type { Decided } from "./reading/trust.ts";

/** Stores the captions, the picture and the chat that lay beside a recording. `folder` is where to work. */
export async function keepBrought(
  store: Store,
  { id, folder }: { id: string; folder: string },
  { captions, picture, chat }: Brought,
): Promise<Asset[]> {
  const assets: Asset[] = [];
  const keep = async (kind: Kind, from: string, facts: Asset["facts"] = {}) =>
    assets.push({ kind, ...(await keepFile(store, id, { kind, from })), facts });
  for (const [index, { language, title, text }] of captions.entries()) {
    const kind = broughtCaptionKinds[index];
    if (!kind) break;
    const file = path.join(folder, kind);
    await writeFile(file, text);
    await keep(kind, file, { captions: { language, title } });
  }
  for (const [kind, from] of [["brought-picture", picture] as const, ["brought-chat", chat] as const]) {
    if (from === undefined) continue;
    const file = path.join(folder, kind);
    await copyToScratch(from, file);
    await keep(kind, file);
  }
  return assets;
}

interface BroughtRow extends Examined {
  videoId: string;
  /** Where the file was. */
  place: string;
  now: Date;
}

/** What a person has described completely needs no second look. */
export function wantsLook({ decided: { why }, brought }: Examined): boolean {
  return why.title.source !== "person" || why.date.source !== "person" || brought.notes.length > 0;
}

/** Call it in the transaction that adds the recording. */
export async function addBrought(trx: Trx, { videoId, place, decided, brought, now }: BroughtRow): Promise<void> {
  const row = {
    ...writeBrought(decided, brought.notes),
    // PostgreSQL takes no zero byte
    place: place.replaceAll("\0", ""),
    added_at: now,
    looked_at: wantsLook({ decided, brought }) ? null : now,
  };
  await trx
    .insertInto("brought")
    .values({ video_id: videoId, ...row })
    .execute();
}

/** After reading it again. A field that a person has edited, or that did not change, keeps what was said of it before. */
export async function replaceBrought(
  trx: Trx,
  { changed, ...row }: BroughtRow & { changed: readonly string[] },
): Promise<{ hasNewChapters: boolean }> {
  const { videoId, decided, brought } = row;
  const before = await trx.selectFrom("brought").selectAll().where("video_id", "=", videoId).executeTakeFirst();
  if (!before) {
    await addBrought(trx, row);
    return { hasNewChapters: decided.chapters.length > 0 };
  }
  const fresh = writeBrought(decided, brought.notes);
  const given = givenOf(decided);
  const keeps = (field: string) => !changed.includes(field);
  const hasNewChapters =
    decided.chapters.length > 0 && JSON.stringify(before.chapters) !== JSON.stringify(decided.chapters);
  await trx
    .updateTable("brought")
    .set({
      ...fresh,
      given: JSON.stringify({
        ...given,
        ...(keeps("title") && { title: before.given.title }),
        ...(keeps("description") && { description: before.given.description }),
        ...(keeps("date") && {
          add_date: before.given.add_date,
          time_missing: before.given.time_missing,
          only_known: before.given.only_known ?? null,
        }),
      }),
      why: JSON.stringify({
        ...decided.why,
        ...Object.fromEntries(
          ["title", "description", "date"].filter(keeps).map((field) => [field, before.why[field]]),
        ),
      }),
      chapters: JSON.stringify(decided.chapters.length > 0 ? decided.chapters : before.chapters),
      is_guess: fresh.is_guess && before.is_guess,
      looked_at: before.looked_at,
    })
    .where("video_id", "=", videoId)
    .execute();
  return { hasNewChapters };
}

/** The columns that follow from what was read. */
function writeBrought({ why, chapters, details, ...decided }: Decided, notes: readonly Note[]) {
  return {
    given: JSON.stringify(givenOf(decided)),
    why: JSON.stringify(why),
    chapters: JSON.stringify(chapters),
    details: JSON.stringify(details),
    notes: JSON.stringify(notes.map(({ sentence }) => sentence)),
    is_guess: (why.title.isGuess ?? false) || (why.date.isGuess ?? false),
  };
}

/** The fields as they are written to the recording's row. */
export function givenOf({ title, description, ...dated }: Omit<Decided, "why" | "chapters" | "details">) {
  return {
    title: makeTitle(title),
    description,
    add_date: dated.addDate.toISOString(),
    time_missing: dated.timeMissing,
    only_known: dated.onlyKnown,
  };
}
