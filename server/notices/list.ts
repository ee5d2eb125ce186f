// What was told and what came of it, for the owner: newest first. Members are counted, never named.
import type { Notices } from "#contract/notices.ts";
import type { Database } from "#server/database/open.ts";

const onePage = 50;

export async function listNotices(db: Database, before?: number): Promise<Notices> {
  let query = db.selectFrom("notice").selectAll().orderBy("id", "desc");
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.limit(onePage + 1).execute();
  const shown = rows.slice(0, onePage);
  const deliveries = await listDeliveries(
    db,
    shown.map(({ id }) => id),
  );
  return {
    troubles: await listTroubles(db),
    notices: shown.map(({ id, at, kind, title, text }) => ({
      id,
      at: at.toISOString(),
      kind,
      title,
      text,
      deliveries: deliveries.get(id) ?? [],
    })),
    next: rows.length > onePage ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function listTroubles(db: Database): Promise<Notices["troubles"]> {
  const rows = await db.selectFrom("trouble").selectAll().orderBy("began_at", "desc").orderBy("name").execute();
  return rows.map(({ name, title, sentence, began_at, told_at }) => ({
    name,
    title,
    sentence,
    began_at: began_at.toISOString(),
    is_told: told_at !== null,
  }));
}

type Deliveries = Notices["notices"][number]["deliveries"][number];

async function listDeliveries(db: Database, noticeIds: readonly number[]): Promise<Map<number, Deliveries[]>> {
  if (noticeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("notice_delivery")
    .select((e) => ["notice_id", "channel", "state", e.fn.countAll<number>().as("count"), e.fn.max("id").as("last")])
    .where("notice_id", "in", noticeIds)
    .groupBy(["notice_id", "channel", "state"])
    .execute();
  const lasts = rows.map(({ last }) => last);
  const answers = new Map(
    lasts.length === 0
      ? []
      : (await db.selectFrom("notice_delivery").select(["id", "answer"]).where("id", "in", lasts).execute()).map(
          ({ id, answer }) => [id, answer],
        ),
  );
  const found = new Map<number, Deliveries[]>();
  for (const [noticeId, list] of Map.groupBy(rows, ({ notice_id }) => notice_id))
    found.set(
      noticeId,
      [...Map.groupBy(list, ({ channel }) => channel)].map(([channel, states]) => {
        const count = (state: string) => states.find((row) => row.state === state)?.count ?? 0;
        const telling = ["failed", "sent", "waiting", "withdrawn"].map((state) =>
          states.find((row) => row.state === state),
        );
        const last = telling.find((row) => row !== undefined);
        return {
          channel,
          waiting: count("waiting"),
          sent: count("sent"),
          failed: count("failed"),
          withdrawn: count("withdrawn"),
          answer: (last && answers.get(last.last)) ?? null,
        };
      }),
    );
  return found;
}
