// What an editor types about a file that is still being uploaded. It is kept in the database and not with the upload, so
// that any server finds it; the last version counts when the upload is complete.
import type { GuessedDescription, UploadDetails } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import { readLevels } from "#server/library/edit-rules.ts";
import { findTitleFault, makeTitle } from "#server/library/title.ts";
import { Refusal } from "#server/refusal.ts";
import { readDate, type Description } from "./describe-intake.ts";
import { onlyKnownOf } from "./reading/moment.ts";
import { readFileName } from "./reading/file-name.ts";
import { toLocal } from "./reading/zone.ts";
import { words } from "./words.ts";

/** The date as a clock in the archive's time zone shows it. */
export function guessDescription(name: string, zone: string): GuessedDescription {
  const { title, moment } = readFileName(name, { zone });
  const isTime = moment?.precision === "time";
  // without its day a date cannot be offered
  const shown = moment && onlyKnownOf(moment) === null ? (isTime ? toLocal(moment.at, zone) : moment.at) : undefined;
  return {
    title: makeTitle(title),
    add_date: shown?.toISOString() ?? null,
    time_missing: shown !== undefined && !isTime,
  };
}

interface Said {
  id: string;
  now: Date;
  /** The ids of those above the standard. */
  levels: readonly string[];
}

/** How the standard is stored: null is for "nothing is said". */
const standard = "";

/** Only what is given changes. */
export async function describeUpload(db: Database, { id, now, levels }: Said, details: UploadDetails): Promise<void> {
  refuseFaults(details);
  const { title, date, sha256, description, hidden, set_list } = details;
  if (details.level !== undefined) readLevels({ level: details.level }, {}, levels);
  const level = details.level === null ? standard : details.level;
  const values = {
    ...{ title: title ?? null, date: date ?? null, sha256: sha256 ?? null, description: description ?? null },
    ...{ level: level ?? null, hidden: hidden ?? null, set_list: set_list ?? null, ended_for: null, changed_at: now },
  };
  const given = Object.fromEntries(Object.entries({ ...details, level }).filter(([, value]) => value !== undefined));
  await db
    .insertInto("upload")
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...given, changed_at: now }))
    .execute();
}

function refuseFaults({ title, date }: UploadDetails): void {
  const fields = [];
  const fault = title === undefined ? undefined : findTitleFault(title);
  if (fault) fields.push({ field: "title", rule: fault });
  if (date !== undefined && date !== "" && !readDate(date)) fields.push({ field: "date", rule: words.dateRule });
  if (fields.length === 0) return;
  const sentence = fields.map(({ field, rule }) => words.brokenRule(field, rule)).join(" ");
  throw new Refusal("bad-input", sentence, { fields });
}

interface Found {
  said: Description;
  sha256: string | null;
  /** Undefined if nothing is said of it; null for the standard. */
  level: string | null | undefined;
  setList: string | null;
}

/** What was typed since the upload started; may be empty. */
export async function findDetails(db: Database, id: string): Promise<Found> {
  const row = await db.selectFrom("upload").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return { said: {}, sha256: null, level: undefined, setList: null };
  const { title, date, description, hidden, sha256, level, set_list } = row;
  const said = {
    ...(title && { title }),
    ...(date ? readDate(date) : undefined),
    ...(description && { description }),
    ...(hidden !== null && { hidden }),
  };
  return { said, sha256, level: level === null ? undefined : level || null, setList: set_list };
}

export async function dropDetails(db: Database, id: string): Promise<void> {
  await db.deleteFrom("upload").where("id", "=", id).execute();
}

/** The upload was ended in the studio: its sender is told, so that it is not started again automatically. */
export async function noteEnded(db: Database, { id, memberId, now }: Ended): Promise<void> {
  const row = { ended_for: memberId, changed_at: now };
  await db
    .insertInto("upload")
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export async function wasEnded(db: Database, { id, memberId }: Omit<Ended, "now">): Promise<boolean> {
  const row = await db
    .selectFrom("upload")
    .select("id")
    .where("id", "=", id)
    .where("ended_for", "=", memberId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Ended {
  id: string;
  memberId: string;
  now: Date;
}

/** Deletes the details of abandoned uploads. */
export async function sweepDetails(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("upload").where("changed_at", "<", before).execute();
}
