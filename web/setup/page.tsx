// /setup: from the set-up link to an open archive, step by step. Loaded on demand.
import { useQuery, useQueryClient, useMutation, queryOptions } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Navigate } from "react-router";
import type { SetUp } from "#contract/setup.ts";
import { ApiProblem, call } from "#web/api.ts";
import { usePageTitle } from "#web/title.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./setup.module.css";
import { words } from "./words.ts";
import { CampaignChoice } from "#web/tiers/campaign-choice.tsx";
import { beginChoice } from "#web/tiers/choice.ts";
import { ChannelChoice, type Level } from "#web/tiers/channel-choice.tsx";
import { words as common } from "#web/tiers/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Refused } from "#web/ui/fields/refused.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Step } from "./step.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { ZoneField } from "#web/tiers/zone-field.tsx";
import type { Provider } from "#contract/member.ts";
import { ClientForm } from "#web/tiers/client-form.tsx";

export function SetUpPage() {
  usePageTitle(words.title);
  const { data, error } = useQuery(setUpQuery);
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Opened />;
  if (error instanceof ApiProblem && error.code === "not-found") return <Navigate to="/404" replace />;
  return (
    <div className={css.page}>
      <h1>{words.title}</h1>
      {error && (
        <Notice kind="error" title={words.cannotOpen}>
          {error.message}
        </Notice>
      )}
      {!data && !error && <Waiting>{words.loading}</Waiting>}
      {data && <Steps setUp={data} onOpened={() => setOpen(true)} />}
    </div>
  );
}

function Steps({ setUp, onOpened }: { setUp: SetUp; onOpened: () => void }) {
  const queries = useQueryClient();
  const change = (after: SetUp) => queries.setQueryData(setUpQuery.queryKey, after);
  return (
    <>
      <p className={css.lead}>{words.lead}</p>
      <ArchiveStep setUp={setUp} onChange={change} />
      {setUp.is_named && (
        <>
          <p className={css.lead}>{words.provider.either}</p>
          <ProviderStep number={2} provider="patreon" state={setUp.patreon} onChange={change}>
            <PatreonTiers patreon={setUp.patreon} onChange={change} />
          </ProviderStep>
          <ProviderStep number={3} provider="twitch" state={setUp.twitch} onChange={change}>
            <TwitchTier twitch={setUp.twitch} onChange={change} />
          </ProviderStep>
          <OpenStep setUp={setUp} onOpened={onOpened} />
        </>
      )}
    </>
  );
}

function Opened() {
  return (
    <div className={css.page}>
      <h1 ref={(heading) => heading?.focus()} tabIndex={-1}>
        {words.opened.title}
      </h1>
      <p className={css.lead}>{words.opened.text}</p>
      {/* a new page: everything that this one remembers is about the demo */}
      <p>
        <a href="/">{words.opened.go}</a>
      </p>
    </div>
  );
}

/** Who may watch: the tiers of the campaign, by name. */
function PatreonTiers({ patreon, onChange }: { patreon: SetUp["patreon"]; onChange: (after: SetUp) => void }) {
  const { campaigns, campaign_id: campaignId, tier_ids: tierIds, is_ready } = patreon;
  const [choice, setChoice] = useState(() => beginChoice(campaigns, { campaignId, tierIds }));
  const save = useMutation({ mutationFn: () => call("chooseTiers", { body: choice }), onSuccess: onChange });
  return (
    <SaveTiers save={save} isReady={is_ready}>
      <CampaignChoice campaigns={campaigns} choice={choice} onChange={setChoice} />
    </SaveTiers>
  );
}

/** Who may watch: the lowest tier of a subscription at Twitch. */
function TwitchTier({ twitch, onChange }: { twitch: SetUp["twitch"]; onChange: (after: SetUp) => void }) {
  const [level, setLevel] = useState((twitch.min_tier ?? "1000") as Level);
  const save = useMutation({
    mutationFn: () => call("chooseTwitchTier", { body: { min_tier: level } }),
    onSuccess: onChange,
  });
  return (
    <SaveTiers save={save} isReady={twitch.is_ready}>
      <ChannelChoice legend={common.whoMayWatch} level={level} onChange={setLevel} />
    </SaveTiers>
  );
}

/** The answers so far. The first request uses the key of the set-up link and takes it out of the address. */
const setUpQuery = queryOptions({
  queryKey: ["set-up"],
  queryFn: readSetUp,
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

async function readSetUp(): Promise<SetUp> {
  const key = location.hash.slice(1);
  if (key === "") return call("getSetUp");
  // nobody who looks at the screen or the history sees the key
  history.replaceState(history.state, "", location.pathname);
  try {
    await call("openSetUp", { body: { key } });
  } catch (problem) {
    // the same browser opens its link again
    return call("getSetUp").catch(() => {
      throw problem;
    });
  }
  return call("getSetUp");
}

/** The last step: from here on the archive is real. */
function OpenStep({ setUp, onOpened }: { setUp: SetUp; onOpened: () => void }) {
  const [trashesDemo, setTrashesDemo] = useState(true);
  const open = useMutation({
    mutationFn: () => call("openArchive", { body: { trash_demo: trashesDemo && setUp.demo_recordings > 0 } }),
    onSuccess: onOpened,
  });
  const isReady = setUp.patreon.is_ready || setUp.twitch.is_ready;
  return (
    <Step number={4} name={words.open.title} isDone={false}>
      <p>{isReady ? words.open.lead : words.open.notYet}</p>
      {isReady && (
        <>
          {setUp.demo_recordings > 0 && (
            <label className={fields.choice}>
              <input type="checkbox" checked={trashesDemo} onChange={(event) => setTrashesDemo(event.target.checked)} />
              {words.open.trash(setUp.demo_recordings)}
            </label>
          )}
          <Refused problem={open.error} />
          <div>
            <Button look="lamp" busy={open.isPending} onClick={() => open.mutate()}>
              {words.open.button}
            </Button>
          </div>
        </>
      )}
    </Step>
  );
}

// The form around a choice of who may watch: the button, and what the server said.

interface Props {
  save: { mutate: () => void; isPending: boolean; isSuccess: boolean; error: Error | null };
  /** It was saved before. */
  isReady: boolean;
  children: ReactNode;
}

function SaveTiers({ save, isReady, children }: Props) {
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {children}
      <Refused problem={save.error} />
      <div className={fields.buttons}>
        <Button type="submit" look={isReady ? "plain" : "lamp"} busy={save.isPending}>
          {words.tiers.save}
        </Button>
        <output>{save.isSuccess ? words.tiers.saved : ""}</output>
      </div>
    </form>
  );
}

/** The first step: name and address. At another address it goes on there, with a link of its own. */
function ArchiveStep({ setUp, onChange }: { setUp: SetUp; onChange: (after: SetUp) => void }) {
  const [name, setName] = useState(setUp.name);
  const isChosen = setUp.is_named || setUp.is_address_fixed;
  const [address, setAddress] = useState(isChosen ? setUp.address : location.origin);
  // the owner's browser knows it better than the server
  const isOpen = !setUp.is_named && !setUp.is_time_zone_fixed;
  const [zone, setZone] = useState(() =>
    isOpen ? new Intl.DateTimeFormat().resolvedOptions().timeZone : setUp.time_zone,
  );
  const save = useMutation({
    mutationFn: () =>
      call("nameArchive", { body: { name, address, ...(!setUp.is_time_zone_fixed && { time_zone: zone }) } }),
    onSuccess: ({ set_up, move_to }) => (move_to === null ? onChange(set_up) : location.assign(move_to)),
  });
  return (
    <Step number={1} name={words.archive.title} isDone={setUp.is_named}>
      <form
        className={fields.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label={words.archive.name} value={name} onChange={setName} isFixed={setUp.is_name_fixed} />
        <Field
          label={words.archive.address}
          value={address}
          onChange={setAddress}
          hint={words.archive.addressHint}
          isFixed={setUp.is_address_fixed}
        />
        <ZoneField value={zone} isFixed={setUp.is_time_zone_fixed} onChange={setZone} />
        <Refused problem={save.error} />
        <div>
          <Button type="submit" look={setUp.is_named ? "plain" : "lamp"} busy={save.isPending}>
            {words.archive.save}
          </Button>
        </div>
      </form>
    </Step>
  );
}

interface ProviderStepProps {
  number: number;
  provider: Provider;
  state: Pick<SetUp["twitch"], "redirect_uri" | "client_id" | "connected_as" | "problem" | "is_ready">;
  onChange: (after: SetUp) => void;
  children: ReactNode;
}

/** Patreon or Twitch: what to do there, the client, the connection, and then (the children) who may watch. */
function ProviderStep({ number, provider, state, onChange, children }: ProviderStepProps) {
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
}: Pick<ProviderStepProps, "provider" | "state" | "onChange"> & { onOtherClient: () => void }) {
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
