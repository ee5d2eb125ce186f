// Studio > Settings > Access: who may watch, by tier; how long a login lasts; and the connections with Patreon and Twitch.
import { useQuery } from "@tanstack/react-query";
import type { Settings } from "#contract/setup.ts";
import { sayAgo } from "#web/ago.ts";
import { useSite } from "#web/session.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { Connection } from "#web/studio/settings/connect/connection.tsx";
import { connectionsQuery } from "#web/studio/settings/connect/queries.ts";
import { ChannelChoice } from "#web/tiers/channel-choice.tsx";
import { TierList } from "#web/tiers/tier-list.tsx";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Notice } from "#web/ui/notice.tsx";
import { Days, OnOff } from "./fields.tsx";
import { settingsQuery, useChange, useResume } from "./queries.ts";
import { Part, Sheet, useDraft } from "./sheet.tsx";
import { words } from "./words.ts";

export function AccessPage() {
  return (
    <>
      <Loaded query={useQuery(settingsQuery)} what={words.what}>
        {(settings) => <Access settings={settings} />}
      </Loaded>
      <Connections />
    </>
  );
}

const unused = <T,>(value: T) => ({ value, is_fixed: true });

function Access({ settings: { patreon, twitch, sign_in_days, editors_invite } }: { settings: Settings }) {
  const draft = useDraft("access", {
    tier_ids: patreon?.tier_ids ?? unused<string[]>([]),
    min_tier: twitch?.min_tier ?? unused("1000" as const),
    sign_in_days,
    editors_invite,
  });
  const save = useChange();
  const { of } = draft;
  const names = {
    tier_ids: words.patreon.short,
    min_tier: words.twitch.short,
    sign_in_days: words.signIn.short,
    editors_invite: words.guests.title,
  };
  const tiers = of("tier_ids");
  const tier = of("min_tier");
  const campaign = patreon?.campaign;
  return (
    <Sheet
      draft={draft}
      names={names}
      save={({ tier_ids, ...changed }) => {
        // a deleted tier has no box to untick
        const there = tier_ids?.filter((id) => campaign?.tiers.some((one) => one.id === id));
        return save.mutateAsync({ ...changed, ...(there && { tier_ids: there }) });
      }}
    >
      {patreon && (
        <Part title={words.patreon.title}>
          <PatreonProblem patreon={patreon} />
          {campaign && (
            <TierList
              legend={words.patreon.legend(campaign.name)}
              campaign={campaign}
              chosen={tiers.value}
              isFixed={tiers.isFixed}
              onChange={tiers.onChange}
            />
          )}
          {tiers.isFixed && <p className={fields.hint}>{words.fixed}</p>}
          <p className="dim">{sayHeard(words.patreon, patreon.heard_at)}</p>
        </Part>
      )}
      {twitch && (
        <Part title={words.twitch.title}>
          <ChannelChoice
            legend={words.twitch.legend}
            level={tier.value}
            isFixed={tier.isFixed}
            onChange={tier.onChange}
          />
          {tier.isFixed && <p className={fields.hint}>{words.fixed}</p>}
          <p className="dim">{sayHeard(words.twitch, twitch.heard_at)}</p>
        </Part>
      )}
      <Part title={words.signIn.title}>
        <Days label={words.signIn.days} hint={words.signIn.hint} least={7} {...of("sign_in_days")} />
      </Part>
      <Part title={words.guests.title}>
        <OnOff label={words.guests.editors} {...of("editors_invite")} />
      </Part>
    </Sheet>
  );
}

interface Heard {
  heard: (ago: string) => string;
  notHeard: string;
}

function sayHeard({ heard, notHeard }: Heard, at: string | null): string {
  return at === null ? notHeard : heard(sayAgo(new Date(at)));
}

function PatreonProblem({ patreon: { problem, can_resume } }: { patreon: NonNullable<Settings["patreon"]> }) {
  const resume = useResume();
  if (problem === null) return null;
  return (
    <Notice kind="error" title={words.patreon.problem}>
      <p>{problem}</p>
      {can_resume && (
        <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
          {words.patreon.resume}
        </Button>
      )}
    </Notice>
  );
}

/** Not part of the sheet: connecting leaves the page, and is saved at its end. The demo's providers are simulated, and set-up replaces them. */
function Connections() {
  const { site } = useSite();
  const settings = useQuery(settingsQuery).data;
  const connections = useQuery({ ...connectionsQuery, enabled: site?.demo === false }).data;
  if (!settings || !connections) return null;
  return (
    <Part title={words.connections}>
      <Connection provider="patreon" connections={connections} tierIds={settings.patreon?.tier_ids.value ?? []} />
      <Connection provider="twitch" connections={connections} tierIds={[]} />
    </Part>
  );
}
