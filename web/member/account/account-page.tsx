// /account and its sections. On a desk they are beside the one that is open; on a phone /account is the list of them.
import { type ComponentType, useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import type { User, Provider } from "#contract/member.ts";
import { FeedButton } from "#web/feed/feed-button.tsx";
import { greet } from "./account-button.tsx";
import { MembersOnly } from "#web/member/members-only.tsx";
import { Reasons } from "#web/member/reasons.tsx";
import { useSite, useUser, userQuery } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import css from "./account-page.module.css";
import { CheckAgain } from "./check-again.tsx";
import { NoticeChoice } from "#web/member/account/notices/notice-choice.tsx";
import { Picture } from "./picture.tsx";
import { words } from "./words.ts";
import { Button } from "#web/ui/button.tsx";
import rowCss from "./account-row.module.css";
import { ProviderMark } from "#web/member/provider-mark.tsx";
import { useSignIn } from "#web/member/use-sign-in.ts";
import { words as memberWords } from "#web/member/words.ts";
import { useMutation, useQueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { call, addressOf, ApiProblem, sayProblem } from "#web/api.ts";
import { sayAgo } from "#web/ago.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Name = keyof typeof words.sections;

interface Section {
  name: Name;
  Content: ComponentType<{ user: User }>;
  /** Who has it, if not everybody. */
  isFor?: (user: User) => boolean;
}

const sections: readonly Section[] = [
  { name: "membership", Content: Membership },
  { name: "notices", Content: NoticeChoice },
  { name: "listening", Content: Listening, isFor: ({ can_view }) => can_view },
  { name: "devices", Content: Devices },
  { name: "look", Content: ThemeSwitch },
  { name: "privacy", Content: Privacy },
];

export function AccountPage() {
  const { user } = useUser();
  const { section } = useParams();
  const [now] = useState(() => new Date());
  usePageTitle(words.title);
  // who is not logged in reads how
  if (!user) return <MembersOnly>{null}</MembersOnly>;
  const offered = sections.filter(({ isFor }) => !isFor || isFor(user));
  const shown = section === undefined ? offered[0] : offered.find(({ name }) => name === section);
  if (!shown) return <Navigate to="/404" replace />;
  const { title } = words.sections[shown.name];
  return (
    <div className={css.account} data-open={section !== undefined}>
      <header className={css.who}>
        <Picture user={user} />
        <div className={css.name}>
          <h1>{words.title}</h1>
          <p>
            <bdi>{user.name}</bdi> · {permissionsOf(user)}
          </p>
          <p>{greet(user.name, now)}</p>
        </div>
      </header>
      <nav className={css.sections} aria-label={words.title}>
        {offered.map(({ name }) => (
          <Link
            key={name}
            to={`/account/${name}`}
            className={css.section}
            aria-current={name === shown.name ? "page" : undefined}
          >
            <span>{words.sections[name].title}</span>
            <small>{words.sections[name].about}</small>
          </Link>
        ))}
      </nav>
      <section className={css.content} aria-labelledby="account-section">
        <Link to="/account" className={css.back}>
          {words.back}
        </Link>
        <h2 id="account-section">{title}</h2>
        <shown.Content user={user} />
      </section>
    </div>
  );
}

function Membership({ user }: { user: User }) {
  return (
    <>
      <Reasons reasons={user.why} />
      <CheckAgain />
      <h3>{words.connections.title}</h3>
      <Connections user={user} />
    </>
  );
}

function Listening() {
  const { site } = useSite();
  return (
    <>
      <p>{words.feed.text}</p>
      <FeedButton of="everything" />
      {site?.offline_days !== undefined && (
        <>
          <p>{words.feed.savedText}</p>
          <Link to="/saved">{words.feed.saved}</Link>
        </>
      )}
    </>
  );
}

function Privacy({ user }: { user: User }) {
  const { site } = useSite();
  return (
    <>
      {site?.privacy && <Link to="/privacy">{words.data.policy}</Link>}
      <MyData user={user} />
    </>
  );
}

function permissionsOf(user: User): string {
  if (user.is_owner) return words.permissions.owner;
  if (user.can_edit) return words.permissions.editor;
  if (user.level) return words.permissions.level(user.level.name);
  return user.can_view ? words.permissions.member : words.permissions.none;
}

const order: readonly Provider[] = ["twitch", "patreon"];
type Identity = User["identities"][number];

/** The connected accounts: connect the other provider, or disconnect one as long as another remains. */
function Connections({ user }: { user: User }) {
  const { site } = useSite();
  const signIn = useSignIn();
  const isLast = user.identities.length <= 1;
  return (
    <ul className={rowCss.rows}>
      {order.map((provider) => {
        const identity = user.identities.find((one) => one.provider === provider);
        if (!identity && !site?.[provider]) return null;
        const name = memberWords.providers[provider];
        const { account, connect, connectThis, connectAgain, connectAgainThis } = words.connections;
        return (
          <li key={provider} className={rowCss.row}>
            <ProviderMark provider={provider} />
            <div className={rowCss.words}>
              <span>{identity ? account(name, identity.name) : name}</span>
              <small data-state={identity?.state}>{stateOf(identity)}</small>
            </div>
            {(!identity || identity.state === "revoked") && site?.[provider] && (
              <Button
                size="small"
                aria-label={identity ? connectAgainThis(name) : connectThis(name)}
                busy={signIn.isPending && signIn.variables.provider === provider}
                onClick={(event) => signIn.mutate({ provider, forceVerify: event.ctrlKey })}
              >
                {identity ? connectAgain : connect}
              </Button>
            )}
            {identity && !isLast && <Disconnect provider={provider} />}
          </li>
        );
      })}
    </ul>
  );
}

function stateOf(identity: Identity | undefined): string {
  if (!identity) return words.connections.notConnected;
  if (identity.state === "revoked") return words.connections.ended;
  return identity.state === "gone" ? words.connections.gone : words.connections.connected;
}

/** 'Disconnect', which asks before it happens. */
function Disconnect({ provider }: { provider: Provider }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call("disconnect", { params: { provider } }),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
  const name = memberWords.providers[provider];
  if (!isAsking) {
    return (
      <Button
        look="quiet"
        size="small"
        aria-label={words.connections.disconnectThis(name)}
        onClick={() => setAsking(true)}
      >
        {words.connections.disconnect}
      </Button>
    );
  }
  return (
    <fieldset aria-label={words.connections.question(name)} className="tools">
      <span className={rowCss.loss}>{words.connections.loss}</span>
      <Button
        look="danger"
        size="small"
        aria-label={words.connections.yesThis(name)}
        busy={disconnect.isPending}
        // The question replaces the button that had the focus: without this the focus would be lost.
        ref={(button) => button?.focus()}
        onClick={() => disconnect.mutate()}
      >
        {words.connections.yes}
      </Button>
      <Button look="quiet" size="small" onClick={() => setAsking(false)}>
        {words.connections.keep}
      </Button>
      {disconnect.isError && (
        <span role="alert" className={rowCss.failure}>
          {disconnect.error.message}
        </span>
      )}
    </fieldset>
  );
}

/** The devices on which this person is logged in, and buttons to end the sessions on the others. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call("listSessions", { signal }),
});

function Devices() {
  const sessions = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => call("endSession", { params: { id } }),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  });
  const failure = end.error ?? sessions.error;
  const list = sessions.data?.sessions ?? [];
  return (
    <>
      {sessions.isPending && <Spinner />}
      <ul className={rowCss.rows}>
        {list.map((session) => (
          <li key={session.id} className={rowCss.row}>
            <div className={rowCss.words}>
              <span>{session.device}</span>
              <small data-state={session.current ? "ok" : undefined}>
                {session.current
                  ? words.devices.current
                  : words.devices.lastUsed(sayAgo(new Date(session.seen_at), new Date(sessions.dataUpdatedAt)))}
              </small>
            </div>
            {!session.current && (
              <Button
                size="small"
                look="quiet"
                aria-label={words.devices.endThis(session.device)}
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {words.devices.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.filter((session) => !session.current).length > 1 && (
        <Button size="small" busy={end.isPending && end.variables === "others"} onClick={() => end.mutate("others")}>
          {words.devices.endOthers}
        </Button>
      )}
      {failure && (
        <span role="alert" className={rowCss.failure}>
          {failure.message}
        </span>
      )}
    </>
  );
}

/**
 * 'My data': whether the listening history is kept, download everything that the archive knows about this person, and
 * delete the account after a question.
 */
function MyData({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <KeepHistory />
      <div className="tools">
        <a href={addressOf("getMyData")} download="my-data.json">
          {words.data.download}
        </a>
        {!isAsking && (
          <Button look="quiet" size="small" onClick={() => setAsking(true)}>
            {words.data.delete}
          </Button>
        )}
      </div>
      {isAsking && <DeleteAccount user={user} keep={() => setAsking(false)} />}
    </>
  );
}

const keepsQuery = queryOptions({
  queryKey: ["keepsHistory"],
  queryFn: async ({ signal }) => (await call("listHeard", { query: { limit: "1" }, signal })).keeps,
});

function KeepHistory() {
  const queries = useQueryClient();
  const { data } = useQuery(keepsQuery);
  const keep = useMutation({
    mutationFn: (keeps: boolean) => call("keepHeard", { body: { keeps } }),
    onSuccess: (_, keeps) => {
      queries.setQueryData(keepsQuery.queryKey, keeps);
      showToast({ kind: "done", message: keeps ? words.history.kept : words.history.notKept });
    },
    onError: (problem) => showToast({ kind: "error", message: sayProblem(problem) }),
  });
  if (data === undefined) return null;
  return (
    <>
      <Switch
        label={words.history.keep}
        checked={keep.isPending ? keep.variables : data}
        onChange={(keeps) => keep.mutate(keeps)}
      />
      <p>
        {words.history.hint} <Link to="/library/history">{words.history.open}</Link>
      </p>
    </>
  );
}

function DeleteAccount({ user, keep }: { user: User; keep: () => void }) {
  const signIn = useSignIn();
  const remove = useMutation({
    mutationFn: () => call("deleteAccount"),
    // a new page: everything that this one remembers is about the deleted account
    onSuccess: () => location.assign("/"),
  });
  const isOld = remove.error instanceof ApiProblem && remove.error.code === "sign-in-again";
  const provider = user.identities.find(({ state }) => state === "ok")?.provider ?? "patreon";
  return (
    <fieldset aria-label={words.data.question} className="tools">
      <span className={rowCss.loss}>{words.data.loss}</span>
      {isOld ? (
        <Button
          look="lamp"
          size="small"
          busy={signIn.isPending}
          onClick={() => signIn.mutate({ provider, forceVerify: false })}
        >
          {words.data.logInAgain}
        </Button>
      ) : (
        <Button look="danger" size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
          {words.data.yes}
        </Button>
      )}
      {/* the question replaces the button that had the focus, and keeping the account loses nothing */}
      <Button look="quiet" size="small" ref={(button) => button?.focus()} onClick={keep}>
        {words.data.keep}
      </Button>
      {remove.error && (
        <span role="alert" className={rowCss.failure}>
          {remove.error.message}
        </span>
      )}
    </fieldset>
  );
}
