// The Atom feed of a member: recordings that can be watched, newest first; or, without access, one entry that says why.
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import type { Listener } from "./address.ts";
import { nameCover } from "./file-name.ts";
import { describeNotice, findAudience } from "./read-feed.ts";
import { writeAtom, type AtomEntry } from "./write-atom.ts";

/** The last part of its address. */
export const atomFile = "recordings.atom";
const mostEntries = 50;

export async function readAtom(
  { db, config, clock }: Pick<Parts, "db" | "config" | "clock">,
  listener: Listener,
): Promise<string> {
  const { name: archive, publicUrl: link } = config;
  const base = `${link}/api/feed/${listener.token}`;
  // the same for a day, so that readers which ask often are told that nothing is new
  const today = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
  const audience = findAudience(listener);
  const entries = audience
    ? await listEntries(db, audience, { link, base })
    : [describeRefusal(listener, { archive, link, at: today })];
  return writeAtom({ archive, link, self: `${base}/${atomFile}`, madeAt: today, entries });
}

async function listEntries(
  db: Database,
  audience: Audience,
  { link, base }: { link: string; base: string },
): Promise<AtomEntry[]> {
  const rows = await db
    .selectFrom("video")
    .select(["id", "title", "description", "add_date", "only_known", "thumbnail_hash"])
    .where(watchableBy(audience))
    .orderBy("add_date", "desc")
    .orderBy("id", "desc")
    .limit(mostEntries)
    .execute();
  return rows.map(({ id, title, description, add_date, only_known: onlyKnown, thumbnail_hash: picture }) => ({
    ...{ id: `${link}/video/${id}`, link: `${link}/video/${id}`, title, text: description, at: add_date, onlyKnown },
    picture: picture === null ? null : `${base}/${id}/${nameCover(picture)}`,
  }));
}

function describeRefusal(
  listener: Listener,
  { archive, link, at }: { archive: string; link: string; at: Date },
): AtomEntry {
  const { guid, title, description } = describeNotice(listener, archive, link);
  return { id: `${link}/#${guid}`, link: `${link}/`, title, text: description, at, onlyKnown: null, picture: null };
}
