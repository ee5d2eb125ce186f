// Patreon or Twitch: what to do there, the client, the connection, and then (the children) who may watch.
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Provider } from "#contract/member.ts";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ClientForm } from "#web/tiers/client-form.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Refused } from "#web/ui/fields/refused.tsx";
import { words as common } from "#web/tiers/words.ts";
import { Step } from "./step.tsx";
import { words } from "./words.ts";

interface Props {
  number: number;
  provider: Provider;
  state: Pick<SetUp["twitch"], "redirect_uri" | "client_id" | "connected_as" | "problem" | "is_ready">;
  onChange: (after: SetUp) => void;
  children: ReactNode;
}

export function ProviderStep({ number, provider, state, onChange, children }: Props) {
  const said = common.providers[provider];
  const [isChanging, setChanging] = useState(false);
  const showsForm = state.client_id === null || isChanging;
  return (
    <Step number={number} name={said.name} isDone={state.is_ready}>
      <p>{said.lead}</p>
      {showsForm ? (
        <ClientForm
          provider={provider}
          redirect={state.redirect_uri}
          tryClient={(body) => call("setClient", { params: { provider }, body })}
          onChange={(after) => {
            setChanging(false);
            onChange(after);
          }}
        />
      ) : (
        <Connection {...{ provider, state, onChange }} onOtherClient={() => setChanging(true)} />
      )}
      {!showsForm && state.connected_as !== null && children}
    </Step>
  );
}

function Connection({
  provider,
  state,
  onChange,
  onOtherClient,
}: Pick<Props, "provider" | "state" | "onChange"> & { onOtherClient: () => void }) {
  const said = common.providers[provider];
  const connect = useMutation({
    mutationFn: () => call("beginConnect", { params: { provider } }),
    onSuccess: ({ authorize_url }) => location.assign(authorize_url),
  });
  const leaveOut = useMutation({
    mutationFn: () => call("dropProvider", { params: { provider } }),
    onSuccess: onChange,
  });
  const isConnected = state.connected_as !== null;
  return (
    <>
      {state.problem !== null && (
        <Notice kind="error" title={words.provider.problem}>
          {state.problem}
        </Notice>
      )}
      <output>
        {isConnected ? words.provider.connectedAs(state.connected_as ?? "") : words.provider.accepted(said.name)}
      </output>
      {!isConnected && <p className={fields.hint}>{said.connectHint}</p>}
      <Refused problem={connect.error ?? leaveOut.error} />
      <div className={fields.buttons}>
        <Button
          ref={isConnected ? undefined : focusWhenNew}
          look={isConnected ? "plain" : "lamp"}
          busy={connect.isPending || connect.isSuccess}
          onClick={() => connect.mutate()}
        >
          {isConnected ? words.provider.connectAgain : said.connect}
        </Button>
        <Button look="quiet" onClick={onOtherClient}>
          {words.provider.changeClient}
        </Button>
        <Button look="quiet" busy={leaveOut.isPending} onClick={() => leaveOut.mutate()}>
          {words.provider.leaveOut(said.name)}
        </Button>
      </div>
    </>
  );
}

/** The form that had the focus is gone: the next thing to do gets it. */
function focusWhenNew(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}
