// Connects Patreon or Twitch again, or adds it: the client, the redirect to the provider, and then who may watch.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Provider } from "#contract/member.ts";
import type { Connections } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { ClientForm } from "#web/tiers/client-form.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { words as common } from "#web/tiers/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { connectionsQuery, useConnect, useDrop, useSaveConnection } from "./queries.ts";
import { connectWords as words } from "#web/studio/settings/words.ts";
import { CampaignChoice } from "#web/tiers/campaign-choice.tsx";
import { ChannelChoice, type Level } from "#web/tiers/channel-choice.tsx";
import { beginChoice } from "#web/tiers/choice.ts";

interface Props {
  provider: Provider;
  connections: Connections;
  /** The tiers that may watch now. */
  tierIds: readonly string[];
}

export function Connection(props: Props) {
  const [isEntering, setEntering] = useState(false);
  const { client_id, connected_as, is_fixed } = props.connections[props.provider];
  const place = useRef<HTMLFieldSetElement>(null);
  const stage = JSON.stringify([isEntering, client_id, connected_as]);
  const shown = useRef(stage);
  useEffect(() => {
    // the button that was pressed is gone
    if (shown.current !== stage && document.activeElement === document.body) place.current?.focus();
    shown.current = stage;
  }, [stage]);
  if (is_fixed) return null;
  return (
    <fieldset ref={place} tabIndex={-1} aria-label={words.group(common.providers[props.provider].name)}>
      <Stage {...props} isEntering={isEntering} setEntering={setEntering} />
    </fieldset>
  );
}

interface StageProps extends Props {
  isEntering: boolean;
  setEntering: (isEntering: boolean) => void;
}

function Stage({ provider, connections, tierIds, isEntering, setEntering }: StageProps) {
  const queries = useQueryClient();
  const connect = useConnect(provider);
  const drop = useDrop(provider);
  const said = common.providers[provider];
  const { is_set_up, client_id, connected_as, problem, redirect_uri } = connections[provider];
  const cancel = (
    <Button
      look="quiet"
      busy={drop.isPending}
      onClick={() => {
        setEntering(false);
        if (client_id !== null) drop.mutate();
      }}
    >
      {words.cancel}
    </Button>
  );
  if (isEntering)
    return (
      <div className={fields.form}>
        <ClientForm
          provider={provider}
          redirect={redirect_uri}
          tryClient={(body) => call("changeClient", { params: { provider }, body })}
          onChange={(after) => {
            setEntering(false);
            queries.setQueryData(connectionsQuery.queryKey, after);
          }}
        />
        <div>{cancel}</div>
      </div>
    );
  if (connected_as !== null)
    return (
      <div className={fields.form}>
        <output>{words.connectedAs(connected_as)}</output>
        {provider === "patreon" ? (
          <CampaignForm patreon={connections.patreon} tierIds={tierIds} cancel={cancel} />
        ) : (
          <ChannelForm cancel={cancel} />
        )}
      </div>
    );
  const isBegun = client_id !== null;
  return (
    <div className={fields.form}>
      {problem !== null && (
        <Notice kind="error" title={words.problem}>
          {problem}
        </Notice>
      )}
      {isBegun && problem === null && <output>{words.accepted(said.name)}</output>}
      {is_set_up || isBegun ? (
        <>
          <p className={fields.hint}>{said.connectHint}</p>
          <div className={fields.buttons}>
            <Button
              look={isBegun ? "lamp" : "plain"}
              busy={connect.isPending || connect.isSuccess}
              onClick={() => connect.mutate()}
            >
              {isBegun ? said.connect : words.again[provider]}
            </Button>
            <Button look="quiet" onClick={() => setEntering(true)}>
              {words.otherClient}
            </Button>
            {isBegun && cancel}
          </div>
        </>
      ) : (
        <>
          <p className={fields.hint}>{words.addHint(said.name)}</p>
          <div>
            <Button onClick={() => setEntering(true)}>{words.add(said.name)}</Button>
          </div>
        </>
      )}
    </div>
  );
}

interface CampaignProps {
  patreon: Connections["patreon"];
  tierIds: readonly string[];
  cancel: ReactNode;
}

/** After connecting: who may watch. Saving it makes the connection count. */
function CampaignForm({ patreon: { campaigns }, tierIds, cancel }: CampaignProps) {
  const [choice, setChoice] = useState(() => beginChoice(campaigns, { campaignId: null, tierIds }));
  return (
    <Save chosen={choice} cancel={cancel}>
      <CampaignChoice campaigns={campaigns} choice={choice} onChange={setChoice} />
    </Save>
  );
}

function ChannelForm({ cancel }: { cancel: ReactNode }) {
  const [level, setLevel] = useState<Level>("1000");
  return (
    <Save chosen={{ min_tier: level }} cancel={cancel}>
      <ChannelChoice legend={common.whoMayWatch} level={level} onChange={setLevel} />
    </Save>
  );
}

interface SaveProps {
  chosen: Parameters<ReturnType<typeof useSaveConnection>["mutate"]>[0];
  cancel: ReactNode;
  children: ReactNode;
}

function Save({ chosen, cancel, children }: SaveProps) {
  const save = useSaveConnection();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen);
      }}
    >
      {children}
      <div className={fields.buttons}>
        <Button type="submit" look="lamp" busy={save.isPending}>
          {words.save}
        </Button>
        {cancel}
      </div>
    </form>
  );
}
