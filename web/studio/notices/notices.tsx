// Studio > Notices, for the owner: what is wrong now, what was told and whether it arrived, and where notices are sent.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Notices } from "#contract/notices.ts";
import { sayAgo } from "#web/ago.ts";
import { Button } from "#web/ui/button.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Channels } from "./channels.tsx";
import css from "./notices.module.css";
import { noticeSettingsQuery, noticesQuery } from "./queries.ts";
import { words } from "./words.ts";

export function NoticesPage() {
  const notices = useInfiniteQuery(noticesQuery);
  const settings = useQuery(noticeSettingsQuery);
  return (
    <>
      <Loaded query={notices} what={words.what}>
        {({ pages }) => (
          <>
            <Troubles troubles={pages[0]?.troubles ?? []} />
            <Told notices={pages.flatMap((page) => page.notices)} />
            {notices.hasNextPage && (
              <div>
                <Button busy={notices.isFetchingNextPage} onClick={() => void notices.fetchNextPage()}>
                  {words.more}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <Loaded query={settings} what={words.whatSettings}>
        {(data) => <Channels settings={data} />}
      </Loaded>
    </>
  );
}

function Troubles({ troubles }: Pick<Notices, "troubles">) {
  return (
    <section className={rows.part} aria-label={words.troubles}>
      <p className={rows.lead}>{words.lead}</p>
      <h2>{words.troubles}</h2>
      {troubles.length === 0 ? (
        <p className="dim">{words.noTrouble}</p>
      ) : (
        <ul className={rows.rows}>
          {troubles.map(({ name, title, sentence, began_at, is_told }) => (
            <li key={name} className={rows.row}>
              <div className={rows.words}>
                <span className={rows.title}>{title}</span>
                <span>{sentence}</span>
                <span className={rows.detail}>
                  {words.since(sayAgo(new Date(began_at)))} {is_told ? words.told : words.notTold}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Told({ notices }: Pick<Notices, "notices">) {
  return (
    <section className={rows.part} aria-label={words.list}>
      <h2>{words.list}</h2>
      {notices.length === 0 ? (
        <p className="dim">{words.nothing}</p>
      ) : (
        <ul className={rows.rows}>
          {notices.map((notice) => (
            <li key={notice.id} className={rows.row}>
              <div className={rows.words}>
                <span className={rows.title}>
                  {words.kinds[notice.kind]}: {notice.title}
                </span>
                {notice.kind === "trouble" && <span>{notice.text}</span>}
                <span className={rows.detail}>{sayAgo(new Date(notice.at))}</span>
              </div>
              <Arrived deliveries={notice.deliveries} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Deliveries = Notices["notices"][number]["deliveries"];

function Arrived({ deliveries }: { deliveries: Deliveries }) {
  if (deliveries.length === 0) return <span className={rows.detail}>{words.toNobody}</span>;
  return (
    <ul className={css.arrived}>
      {deliveries.map(({ channel, answer, ...counts }) => (
        <li key={channel} data-state={counts.failed > 0 ? "failed" : undefined}>
          <span>
            {words.channels[channel]}: {sayCounts(counts)}
          </span>
          {answer !== null && <span className={rows.detail}>{answer}</span>}
        </li>
      ))}
    </ul>
  );
}

function sayCounts(counts: Record<keyof typeof words.counts, number>): string {
  const names = Object.keys(words.counts) as (keyof typeof words.counts)[];
  const total = names.reduce((sum, name) => sum + counts[name], 0);
  const parts = names.filter((name) => counts[name] > 0);
  return parts.map((name) => (total === 1 ? words.counts[name] : `${counts[name]} ${words.counts[name]}`)).join(", ");
}
