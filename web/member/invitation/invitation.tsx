// /invitation: who invites to what, then the login; back from it, the invitation is accepted. Loaded on demand.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { OpenInvitation } from "#contract/guests.ts";
import { call, sayProblem } from "#web/api.ts";
import { Scene } from "#web/member/scene.tsx";
import { SignInButtons } from "#web/member/sign-in-buttons.tsx";
import css from "#web/member/welcome/welcome.module.css";
import { userQuery, useSite, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { invitationWords as words } from "#web/member/account/words.ts";

export function InvitationPage() {
  usePageTitle(words.title);
  const [opened] = useState(takeKey);
  if (opened.key === null) return <Problem text={words.noKey} />;
  return <Offer invitationKey={opened.key} isFresh={opened.isFresh} />;
}

function Offer({ invitationKey: key, isFresh }: { invitationKey: string; isFresh: boolean }) {
  const { isChecked } = useUser();
  const { data, error } = useQuery({
    // without the key, which would be in the console's messages
    queryKey: ["invitation"],
    queryFn: ({ signal }) => call("readInvitation", { body: { key }, signal }),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Problem text={error.message} />;
  if (!data || !isChecked) return <Waiting>{words.loading}</Waiting>;
  return (
    <Scene isOpen>
      <p className={css.over}>{words.over}</p>
      <h1 className={css.name}>{words.heading(data.archive)}</h1>
      <p className={css.lead}>{sayWho(data)}</p>
      <Answer invitationKey={key} isFresh={isFresh} />
    </Scene>
  );
}

function Answer({ invitationKey: key, isFresh }: { invitationKey: string; isFresh: boolean }) {
  const { user } = useUser();
  const { site } = useSite();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => call("acceptInvitation", { body: { key } }),
    onSuccess: async ({ user: guest }) => {
      dropKey();
      queries.setQueryData(userQuery.queryKey, guest);
      showToast({ kind: "done", message: words.accepted });
      await navigate("/", { replace: true });
    },
  });
  const { mutate } = accept;
  const isBack = user !== null && !isFresh;
  useEffect(() => {
    if (isBack) mutate();
  }, [isBack, mutate]);
  if (accept.error) return <p role="alert">{sayProblem(accept.error)}</p>;
  if (!user)
    return (
      <>
        <p>{words.logIn}</p>
        <SignInButtons site={site} />
      </>
    );
  if (isBack) return <Waiting>{words.accepting}</Waiting>;
  return (
    <>
      <p>{words.acceptAs(user.name)}</p>
      <div>
        <Button look="lamp" busy={accept.isPending} onClick={() => mutate()}>
          {words.accept}
        </Button>
      </div>
    </>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <Scene isOpen={false}>
      <h1>{words.title}</h1>
      <Notice kind="error" title={words.problem}>
        {text}
      </Notice>
    </Scene>
  );
}

function sayWho({ invited_by, until }: OpenInvitation): string {
  const who = invited_by === null ? words.bySomebody : words.by(invited_by);
  return until === null
    ? who
    : `${who} ${words.until(new Date(until).toLocaleDateString(undefined, { dateStyle: "long" }))}`;
}

// The key of an invitation link. It is in the part of the address that no server is sent, is taken out of the address
// at once, and outlasts the login in this tab only.

const name = "invitation";

interface Opened {
  key: string | null;
  /** The link was opened just now, and not before a login. */
  isFresh: boolean;
}

/** Idempotent: asked again, the key comes from this tab's memory. */
function takeKey(): Opened {
  const key = location.hash.slice(1);
  if (key === "") return { key: sessionStorage.getItem(name), isFresh: false };
  sessionStorage.setItem(name, key);
  history.replaceState(history.state, "", location.pathname);
  return { key, isFresh: true };
}

function dropKey(): void {
  sessionStorage.removeItem(name);
}
