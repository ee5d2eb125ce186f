// The members page: who has logged in, what they may do and why. Only the owner sees it.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { MemberInStudio } from "#contract/studio.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/studio/confirm.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { endFeed, endSessions } from "./member-acts.ts";
import { MemberRow } from "./member-row.tsx";
import css from "./members.module.css";
import { membersQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";

export function MembersPage() {
  const [query, setQuery] = useSearchParams();
  const q = query.get("q") ?? "";
  const members = useInfiniteQuery(membersQuery(q.trim()));
  const [ending, setEnding] = useState<MemberInStudio>();
  const [endingFeed, setEndingFeed] = useState<MemberInStudio>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not while somebody types: the address follows a moment later, and would undo the last letters.
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  return (
    <>
      <input
        ref={input}
        type="search"
        className={css.search}
        aria-label={words.search}
        placeholder={words.searchHint}
        defaultValue={q}
        onChange={(event) => setQuery(event.target.value === "" ? {} : { q: event.target.value }, { replace: true })}
      />
      <Loaded query={members} what={words.what}>
        {({ pages }) => {
          const list = pages.flatMap((page) => page.members);
          if (list.length === 0) return <Nobody q={q} />;
          return (
            <section className={rows.part} aria-label={words.title}>
              <output className={rows.quiet}>
                {members.hasNextPage ? words.first(list.length) : words.total(list.length)}
              </output>
              <ul className={rows.rows} aria-label={words.title}>
                {list.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    endSessions={() => setEnding(member)}
                    endFeed={() => setEndingFeed(member)}
                  />
                ))}
              </ul>
              {members.hasNextPage && (
                <Button
                  ref={keepFocus}
                  className={rows.more}
                  busy={members.isFetchingNextPage}
                  onClick={() => void members.fetchNextPage()}
                >
                  {words.showMore}
                </Button>
              )}
            </section>
          );
        }}
      </Loaded>
      {ending && <EndSessions member={ending} close={() => setEnding(undefined)} />}
      {endingFeed && <EndFeed member={endingFeed} close={() => setEndingFeed(undefined)} />}
    </>
  );
}

function Nobody({ q }: { q: string }) {
  if (q.trim() === "") return <Blank title={words.empty.title}>{words.empty.text}</Blank>;
  return <Blank title={words.empty.notFoundTitle(q.trim())}>{words.empty.notFound}</Blank>;
}

function EndSessions({ member, close }: { member: MemberInStudio; close: () => void }) {
  const queries = useQueryClient();
  return (
    <Confirm
      title={words.endSessions.title(member.name)}
      label={words.endSessions.confirm(member.sessions)}
      act={() => endSessions(queries, member)}
      close={close}
    >
      <p>{words.endSessions.text}</p>
    </Confirm>
  );
}

function EndFeed({ member, close }: { member: MemberInStudio; close: () => void }) {
  const queries = useQueryClient();
  return (
    <Confirm
      title={words.endFeed.title(member.name)}
      label={words.endFeed.confirm}
      act={() => endFeed(queries, member)}
      close={close}
    >
      <p>{words.endFeed.text}</p>
    </Confirm>
  );
}
