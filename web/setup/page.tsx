// /setup: from the set-up link to an open archive, step by step. Loaded on demand.
import { useQuery, useQueryClient, useMutation, queryOptions } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Navigate } from "react-router";
import type { SetUp } from "#contract/setup.ts";
import { ApiProblem, call } from "#web/api.ts";
import { usePageTitle } from "#web/title.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ArchiveStep } from "./archive-step.tsx";
import { ProviderStep } from "./provider-step.tsx";
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
