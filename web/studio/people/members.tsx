// Who has signed in, what they may do and why. For the owner alone.
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { MemberInStudio } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/studio/confirm.tsx";
import { sayCount } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { endSessions } from "./member-acts.ts";
import { MemberRow } from "./member-row.tsx";
import css from "./members.module.css";
import rows from "#web/studio/rows.module.css";

const membersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["members", q],
    queryFn: ({ signal, pageParam }) =>
      call("listMembers", {
        query: { ...(q !== "" && { q }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export function MembersPage() {
  const [query, setQuery] = useSearchParams();
  const q = query.get("q") ?? "";
  const members = useInfiniteQuery(membersQuery(q.trim()));
  const [leaving, setLeaving] = useState<MemberInStudio>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While somebody types, the box knows better than the address, which comes a moment later.
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  return (
    <>
      <input
        ref={input}
        type="search"
        className={css.search}
        aria-label="Search members"
        placeholder="Search by name"
        defaultValue={q}
        onChange={(event) => setQuery(event.target.value === "" ? {} : { q: event.target.value }, { replace: true })}
      />
      <Loaded query={members} what="the members">
        {({ pages }) => {
          const list = pages.flatMap((page) => page.members);
          if (list.length === 0) return <Nobody q={q} />;
          return (
            <section className={rows.part} aria-label="Members">
              <output className={rows.quiet}>
                {members.hasNextPage ? "The first " : ""}
                {sayCount(list.length, "member")}
              </output>
              <ul className={rows.rows} aria-label="Members">
                {list.map((member) => (
                  <MemberRow key={member.id} member={member} endSessions={() => setLeaving(member)} />
                ))}
              </ul>
              {members.hasNextPage && (
                <Button
                  ref={keepFocus}
                  className={rows.more}
                  busy={members.isFetchingNextPage}
                  onClick={() => void members.fetchNextPage()}
                >
                  Show more
                </Button>
              )}
            </section>
          );
        }}
      </Loaded>
      {leaving && <EndSessions member={leaving} close={() => setLeaving(undefined)} />}
    </>
  );
}

function Nobody({ q }: { q: string }) {
  if (q.trim() === "") return <Blank title="Nobody has signed in yet">They appear here with their first login.</Blank>;
  return <Blank title={`Nobody found for “${q.trim()}”`}>Fewer letters find more.</Blank>;
}

function EndSessions({ member, close }: { member: MemberInStudio; close: () => void }) {
  const queries = useQueryClient();
  return (
    <Confirm
      title={`Log ${member.name} out everywhere?`}
      label={`End ${sayCount(member.sessions, "session")}`}
      act={() => endSessions(queries, member)}
      close={close}
    >
      <p>They are asked to log in again on every device. What they may do here stays the same.</p>
    </Confirm>
  );
}
