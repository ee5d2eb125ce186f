// 'My data': whether the listening history is kept, download everything that the archive knows about this person, and delete the
// account after a question.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { User } from "#contract/member.ts";
import { addressOf, ApiProblem, call, sayProblem } from "#web/api.ts";
import { useSignIn } from "#web/member/use-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./account-row.module.css";
import { words } from "./words.ts";

export function MyData({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <KeepHistory />
      <div className={css.actions}>
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
    <fieldset aria-label={words.data.question} className={css.actions}>
      <span className={css.loss}>{words.data.loss}</span>
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
        <span role="alert" className={css.failure}>
          {remove.error.message}
        </span>
      )}
    </fieldset>
  );
}
