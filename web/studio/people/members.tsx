// The members page: who has logged in, what they may do and why. Only the owner sees it.
import { useInfiniteQuery, useQueryClient, useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams, Link } from "react-router";
import type { MemberInStudio } from "#contract/studio.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/studio/confirm.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { endFeed, endSessions, changeMember, deleteMember, setOwner } from "./member-acts.ts";
import css from "./members.module.css";
import { membersQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";
import type { Input } from "#contract/api.ts";
import { sayAgo } from "#web/ago.ts";
import { useActing } from "#web/studio/acting.ts";
import { formatDay } from "#web/studio/format.ts";
import { addressOf } from "#web/api.ts";
import { useUser } from "#web/session.ts";

export function MembersPage() {
  const [query, setQuery] = useSearchParams();
  const q = query.get("q") ?? "";
  const members = useInfiniteQuery(membersQuery(q.trim()));
  const [ending, setEnding] = useState<MemberInStudio>();
  const [endingFeed, setEndingFeed] = useState<MemberInStudio>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The address does not change the field while somebody types: it follows a moment later, and would undo the last letters.
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
              <output className="dim">
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

interface Props {
  member: MemberInStudio;
  endSessions: () => void;
  endFeed: () => void;
}

/** One member: connected accounts, permissions and the reasons for them, last visit; and what the owner can do. */
function MemberRow({ member, endSessions, endFeed }: Props) {
  const permission = permissionOf(member);
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={css.name}>
          <strong>
            <bdi>{member.name}</bdi>
          </strong>
          <span className={css.badge} data-permission={permission}>
            {words.permissions[permission]}
          </span>
        </span>
        <ul className={css.why}>
          {member.why.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <span className={rows.detail}>
          {member.identities.map(sayIdentity).join(", ")}
          {member.identities.length > 0 && ". "}
          {words.row.visits(sayAgo(new Date(member.seen_at)), formatDay(member.created_at))}{" "}
          {words.row.sessions(member.sessions)} {member.feed && words.row.feed(member.feed.devices)}
        </span>
        {member.feed?.many && <span className={css.many}>{words.row.manyDevices}</span>}
      </div>
      <Actions member={member} endSessions={endSessions} endFeed={endFeed} />
      <MoreActs member={member} />
    </li>
  );
}

function Actions({ member, endSessions, endFeed }: Props) {
  const acting = useActing();
  const change = useMutation({
    mutationFn: (change: Input<"changeMember">["body"]) => changeMember(acting, member, change),
  });
  const isBusy = (what: "role" | "disabled") => change.isPending && change.variables[what] !== undefined;
  // Owners, and editors named in the settings, are not changed here.
  const canChangeRole = !member.is_owner && !member.disabled && (member.role !== null || !member.can_edit);
  return (
    <div className={rows.actions}>
      {canChangeRole && (
        <Button
          ref={keepFocus}
          size="small"
          aria-label={
            member.role === null ? words.row.makeEditorOf(member.name) : words.row.removeEditorOf(member.name)
          }
          busy={isBusy("role")}
          onClick={() => change.mutate({ role: member.role === null ? "editor" : null })}
        >
          {member.role === null ? words.row.makeEditor : words.row.removeEditor}
        </Button>
      )}
      {member.sessions > 0 && !member.is_owner && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.row.endSessionsOf(member.name)}
          onClick={endSessions}
        >
          {words.row.endSessions}
        </Button>
      )}
      {member.feed && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.row.endFeedOf(member.name)}
          onClick={endFeed}
        >
          {words.row.endFeed}
        </Button>
      )}
      {!member.is_owner && (
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={member.disabled ? words.row.enableThis(member.name) : words.row.disableThis(member.name)}
          busy={isBusy("disabled")}
          onClick={() => change.mutate({ disabled: !member.disabled })}
        >
          {member.disabled ? words.row.enable : words.row.disable}
        </Button>
      )}
      <Link to={`/studio/history?member=${encodeURIComponent(member.id)}`} className={css.history}>
        {words.row.history}
        <span className="visually-hidden">{words.row.historyHidden(member.name)}</span>
      </Link>
    </div>
  );
}

function permissionOf(member: MemberInStudio): keyof typeof words.permissions {
  if (member.disabled) return "disabled";
  if (member.is_owner) return "owner";
  if (member.can_edit) return "editor";
  return member.can_view ? "member" : "none";
}

function sayIdentity({ provider, name, state }: MemberInStudio["identities"][number]): string {
  const identity = words.row.identity(words.row.providers[provider], name);
  if (state === "ok") return identity;
  return `${identity} ${state === "revoked" ? words.row.connectionEnded : words.row.accountGone}`;
}

type Question = "make" | "remove" | "delete";

/** What the owner seldom does with a member: make them an owner, download their data, delete the account. */
function MoreActs({ member }: { member: MemberInStudio }) {
  const { user } = useUser();
  const acting = useActing();
  const [question, ask] = useState<Question>();
  const { id, name } = member;
  const isSelf = id === user?.id;
  const acts = {
    make: () => setOwner(acting, member, "owner"),
    remove: () => setOwner(acting, member, null),
    delete: () => deleteMember(acting, member),
  };
  return (
    <details className={css.more}>
      <summary>
        {words.more.title}
        <span className="visually-hidden">{words.more.titleHidden(name)}</span>
      </summary>
      <div className={css.acts}>
        {member.is_fixed && <p className={css.hint}>{words.more.fixedOwner}</p>}
        {!member.is_owner && !member.disabled && (
          <Button size="small" aria-label={words.more.makeOwnerOf(name)} onClick={() => ask("make")}>
            {words.more.makeOwner}
          </Button>
        )}
        {member.role === "owner" && !member.is_fixed && !isSelf && (
          <Button size="small" aria-label={words.more.removeOwnerOf(name)} onClick={() => ask("remove")}>
            {words.more.removeOwner}
          </Button>
        )}
        <a className={css.history} href={addressOf("getMemberData", { params: { id } })} download={`${name}.json`}>
          {words.more.data}
          <span className="visually-hidden">{words.row.historyHidden(name)}</span>
        </a>
        {!member.is_owner && (
          <Button size="small" look="quiet" aria-label={words.more.deleteThis(name)} onClick={() => ask("delete")}>
            {words.more.delete}
          </Button>
        )}
      </div>
      {question && (
        <Confirm
          title={words.more.questions[question].title(name)}
          label={words.more.questions[question].confirm}
          act={acts[question]}
          close={() => ask(undefined)}
        >
          <p>{words.more.questions[question].text}</p>
        </Confirm>
      )}
    </details>
  );
}
