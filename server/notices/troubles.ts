// What is wrong at the moment, and what the owner was told of it: each trouble once, and once when it is over.
import type { CheckLine, CheckName } from "#contract/check-up.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { sayOutage } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { addNotice } from "./outbox.ts";
import { words } from "./words.ts";

/** Lines of the check-up that the owner is told of; the others are about decisions that are still to be made. */
const told: readonly CheckName[] = [
  ...(["patreon-client", "patreon-campaign", "patreon-creator", "patreon-webhook"] as const),
  ...(["twitch-client", "twitch-events", "address", "certificate", "proxy", "clock"] as const),
  ...(["space", "sandbox", "backup"] as const),
];

interface Seen {
  name: string;
  title: string;
  sentence: string;
}

/** Everything that one source knows, as of `at`. With `needsTwo`, only what two looks in a row agree on counts. */
interface Look {
  /** How the names of its troubles begin. */
  source: string;
  at: Date;
  needsTwo: boolean;
  seen: Seen[];
  /** Whether this look could not tell: then everything stays as it was. */
  isUnknown?: (name: string) => boolean;
}

/** Called every few minutes. */
export async function watchTroubles({
  db,
  clock,
  wake,
  media,
}: Pick<Parts, "db" | "clock" | "wake" | "media">): Promise<void> {
  const now = clock.now();
  const looks = [
    await lookAtCheckUp(db),
    { source: "preparing:", at: now, needsTwo: false, seen: await listUnprepared(db) },
    { source: "members", at: now, needsTwo: false, seen: await listMassLoss(db, now) },
    { source: "files:", at: now, needsTwo: false, seen: await listDamaged(db) },
  ];
  await media.store.health.check();
  await db.transaction().execute(async (trx) => {
    for (const look of looks) if (look) await compare(trx, look, now);
    // as late as it can be: an outage that ends meanwhile is looked at again, perhaps before this
    const storage = { source: "storage", at: now, needsTwo: false, seen: listStorage(media) };
    await compare(trx, storage, now);
  });
  wake();
}

async function compare(trx: Trx, look: Look, now: Date): Promise<void> {
  const { source, at, needsTwo, seen, isUnknown = () => false } = look;
  const known = new Map(
    (await trx.selectFrom("trouble").selectAll().execute())
      .filter(({ name }) => name.startsWith(source) && !isUnknown(name))
      .map((row) => [row.name, row]),
  );
  for (const { name, title, sentence } of seen) {
    const row = known.get(name);
    known.delete(name);
    const began_at = row?.began_at ?? now;
    const isAgain = row !== undefined && row.is_there && row.looked_at < at;
    const isToTell = !row?.told_at && (!needsTwo || isAgain);
    const values = { title, sentence, looked_at: at, is_there: true, told_at: row?.told_at ?? (isToTell ? now : null) };
    await trx
      .insertInto("trouble")
      .values({ name, began_at, ...values })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(values))
      .execute();
    if (isToTell) {
      const kind = isNews(name) ? "version" : "trouble";
      await addNotice(trx, { key: keyOf("trouble", name, began_at), kind, title, text: sentence, at: now });
    }
  }
  for (const { name, title, began_at, told_at, looked_at, is_there } of known.values()) {
    const isOver = !needsTwo || told_at === null || (!is_there && looked_at < at);
    if (!isOver) {
      if (is_there)
        await trx.updateTable("trouble").set({ is_there: false, looked_at: at }).where("name", "=", name).execute();
      continue;
    }
    await trx.deleteFrom("trouble").where("name", "=", name).execute();
    if (told_at !== null)
      await addNotice(trx, { key: keyOf("over", name, began_at), ...describeEnd(name, title), at: now });
  }
}

/** A new version is not trouble, and its end is no recovery. */
function isNews(name: string): boolean {
  return name === "check-up:version";
}

function describeEnd(name: string, title: string) {
  return isNews(name)
    ? { kind: "version" as const, title: words.newestRuns, text: "" }
    : { kind: "trouble-over" as const, title, text: words.overText(title) };
}

function keyOf(what: string, name: string, began: Date): string {
  return `${what}:${name}:${began.toISOString()}`;
}

/** Undefined before the first check-up. A line that fails once, because a server was slow, is not worth a message. */
async function lookAtCheckUp(db: Database): Promise<Look | undefined> {
  const row = await db.selectFrom("check_up").select(["ran_at", "lines"]).executeTakeFirst();
  if (!row?.ran_at || !row.lines) return undefined;
  const seen = row.lines.filter(isTold).map(({ name, title, sentence, is_news }) => ({
    name: `check-up:${name}`,
    title: is_news ? words.newVersion : title,
    sentence,
  }));
  const { lines } = row;
  const isVersionUnknown = lines.some((line) => line.name === "version" && line.state !== "good" && !line.is_news);
  // without its client nothing else can be asked of a provider, and those lines are left out
  const isUnknown = (name: string) => {
    if (isNews(name)) return isVersionUnknown;
    const [provider = ""] = name.replace("check-up:", "").split("-");
    const isLeftOut = !lines.some((line) => `check-up:${line.name}` === name);
    return isLeftOut && lines.some((line) => line.state === "bad" && line.name.startsWith(`${provider}-`));
  };
  return { source: "check-up:", at: row.ran_at, needsTwo: true, seen, isUnknown };
}

function isTold({ name, state, is_news }: CheckLine): boolean {
  return is_news === true || (state === "bad" && told.includes(name));
}

async function listUnprepared(db: Database): Promise<Seen[]> {
  const rows = await db
    .selectFrom("job")
    .innerJoin("video", "video.id", "job.key")
    .select(["video.id", "video.title", "job.error"])
    .where("job.kind", "like", "prepare-%")
    .where("job.state", "=", "quarantined")
    .where("video.trashed_at", "is", null)
    .orderBy("job.id")
    .execute();
  return [...new Map(rows.map((row) => [row.id, row])).values()].map(({ id, title, error }) => ({
    name: `preparing:${id}`,
    title: words.preparing,
    sentence: words.preparingFailed(title, (error ?? "").split("\n")[0] ?? ""),
  }));
}

/** While it lasts it is recorded once an hour. */
const massLossMs = 150 * 60_000;

async function listMassLoss(db: Database, now: Date): Promise<Seen[]> {
  const row = await db
    .selectFrom("audit")
    .select("detail")
    .where("kind", "=", "mass-revocation-stopped")
    .where("at", ">", new Date(now.getTime() - massLossMs))
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!row) return [];
  return [{ name: "members", title: words.massLoss, sentence: words.massLossText(Number(row.detail["lost"] ?? 0)) }];
}

/** Not by the check-up's line: what lasts needs no second look, and the end is told at once. */
function listStorage({ store }: Parts["media"]): Seen[] {
  const outage = store.health.lastingOutage;
  return outage ? [{ name: "storage", title: words.storage, sentence: sayOutage(store, outage) }] : [];
}

async function listDamaged(db: Database): Promise<Seen[]> {
  const rows = await db
    .selectFrom("file_finding")
    .innerJoin("video", "video.id", "file_finding.video_id")
    .select((e) => ["video.id", "video.title", e.fn.countAll<number>().as("count")])
    .groupBy(["video.id", "video.title"])
    .orderBy("video.id")
    .execute();
  return rows.map(({ id, title, count }) => ({
    name: `files:${id}`,
    title: words.damaged,
    sentence: words.damagedText(title, count),
  }));
}
