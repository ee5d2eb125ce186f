// /setup: from the set-up link to an open archive, step by step. Loaded on demand.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate } from "react-router";
import type { SetUp } from "#contract/setup.ts";
import { ApiProblem } from "#web/api.ts";
import { usePageTitle } from "#web/title.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ArchiveStep } from "./archive-step.tsx";
import { OpenStep } from "./open-step.tsx";
import { ProviderStep } from "./provider-step.tsx";
import { setUpQuery } from "./queries.ts";
import css from "./setup.module.css";
import { TwitchTier } from "./twitch-tier.tsx";
import { PatreonTiers } from "./patreon-tiers.tsx";
import { words } from "./words.ts";

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
