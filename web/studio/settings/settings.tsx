// Studio > Settings, for the owner: what can be changed without a restart, and what is wrong at the providers.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, useId } from "react";
import type { Provider } from "#contract/member.ts";
import type { Settings } from "#contract/setup.ts";
import { sayAgo } from "#web/ago.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Connection } from "#web/studio/settings/connect/connection.tsx";
import { connectionsQuery } from "#web/studio/settings/connect/queries.ts";
import { LookSettings } from "#web/studio/settings/look/look.tsx";
import { Days } from "./days.tsx";
import { OnOff } from "./on-off.tsx";
import { SmallerSizes } from "./smaller-sizes.tsx";
import { Part, PartLinks } from "./part.tsx";
import { settingsQuery, useResume, useChange } from "./queries.ts";
import { PatreonForm, TwitchForm } from "./tier-forms.tsx";
import { words } from "./words.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { ZoneField } from "#web/tiers/zone-field.tsx";
import fields from "#web/ui/fields/fields.module.css";

const Levels = lazy(async () => ({ default: (await import("./levels/levels.tsx")).Levels }));
const MomentSettings = lazy(async () => ({ default: (await import("./moments/moments.tsx")).MomentSettings }));

const BackupSettings = lazy(async () => ({ default: (await import("./backups/backups.tsx")).BackupSettings }));

export function SettingsPage() {
  return (
    <>
      <PartLinks />
      <Providers />
      <Suspense fallback={<Waiting>{words.loadingBackups}</Waiting>}>
        <BackupSettings />
      </Suspense>
      <LookSettings />
    </>
  );
}

function Providers() {
  const settings = useQuery(settingsQuery);
  const { site } = useSite();
  // the demo's providers are simulated, and set-up replaces them
  const connections = useQuery({ ...connectionsQuery, enabled: site?.demo === false }).data;
  const connect = (provider: Provider, tierIds: readonly string[] = []) =>
    connections && <Connection provider={provider} connections={connections} tierIds={tierIds} />;
  return (
    <Loaded query={settings} what={words.what}>
      {(data) => (
        <>
          <Part title={words.archive.title}>
            <ArchiveForm settings={data} />
          </Part>
          <Part title={words.newRecordings.title}>
            <OnOff name="hides_new" settings={data} label={words.newRecordings.hide} hint={words.newRecordings.hint} />
            <SmallerSizes sizes={data.smaller_sizes} />
          </Part>
          <Part title={words.levels.title}>
            <Suspense fallback={<Waiting>{words.levels.loading}</Waiting>}>
              <Levels settings={data} />
            </Suspense>
          </Part>
          <Part title={words.signIn.title}>
            <Days name="sign_in_days" settings={data} least={7} text={words.signIn} />
          </Part>
          <Part title={words.downloads.title}>
            <Downloads downloads={data.downloads} />
            <Days name="offline_days" settings={data} least={0} text={words.offline} />
            {data.offline_days.value > 0 && (
              <OnOff name="offline_video" settings={data} label={words.offline.video} hint={words.offline.videoHint} />
            )}
          </Part>
          <Part title={words.moments}>
            <Suspense fallback={<Waiting>{words.loadingMoments}</Waiting>}>
              <MomentSettings settings={data} />
            </Suspense>
          </Part>
          <Part title={words.patreon.title}>
            {data.patreon ? <Patreon patreon={data.patreon} /> : <p className={rows.lead}>{words.none}</p>}
            {connect("patreon", data.patreon?.tier_ids.value)}
          </Part>
          <Part title={words.twitch.title}>
            {data.twitch ? <Twitch twitch={data.twitch} /> : <p className={rows.lead}>{words.none}</p>}
            {connect("twitch")}
          </Part>
        </>
      )}
    </Loaded>
  );
}

function Patreon({ patreon }: { patreon: NonNullable<Settings["patreon"]> }) {
  const resume = useResume();
  const { problem, can_resume, heard_at, campaign } = patreon;
  return (
    <>
      {problem !== null && (
        <Notice kind="error" title={words.patreon.problem}>
          <p>{problem}</p>
          {can_resume && (
            <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
              {words.patreon.resume}
            </Button>
          )}
        </Notice>
      )}
      <p className={rows.lead}>
        {heard_at === null ? words.patreon.notHeard : words.patreon.heard(sayAgo(new Date(heard_at)))}
      </p>
      {campaign && <PatreonForm campaign={campaign} tiers={patreon.tier_ids} />}
    </>
  );
}

function Twitch({ twitch }: { twitch: NonNullable<Settings["twitch"]> }) {
  const { heard_at, min_tier } = twitch;
  return (
    <>
      <p className={rows.lead}>
        {heard_at === null ? words.twitch.notHeard : words.twitch.heard(sayAgo(new Date(heard_at)))}
      </p>
      <TwitchForm tier={min_tier} />
    </>
  );
}

/** The name of the archive and its time zone. Its address is shown only: links and logins depend on it. */
function ArchiveForm({ settings: { name, address, time_zone } }: { settings: Settings }) {
  const [text, setText] = useState(name.value);
  const [zone, setZone] = useState(time_zone.value);
  const isOpen = !name.is_fixed || !time_zone.is_fixed;
  const save = useChange();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ ...(!name.is_fixed && { name: text }), ...(zone !== time_zone.value && { time_zone: zone }) });
      }}
    >
      <Field label={words.archive.name} value={text} isFixed={name.is_fixed} onChange={setText} />
      <ZoneField value={zone} isFixed={time_zone.is_fixed} onChange={setZone} />
      {isOpen && (
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.archive.save}
          </Button>
        </div>
      )}
      <p className={fields.hint}>
        {words.archive.address}: {address.value} {address.is_fixed && words.fixed}
      </p>
    </form>
  );
}

// What members may download as a file.

type Choice = Settings["downloads"]["value"];

function Downloads({ downloads: { value, is_fixed } }: { downloads: Settings["downloads"] }) {
  const id = useId();
  const save = useChange();
  const chosen = save.isPending ? (save.variables.downloads ?? value) : value;
  return (
    <div className={fields.form}>
      <label className={fields.label} htmlFor={id}>
        {words.downloads.label}
      </label>
      <select
        id={id}
        className={fields.input}
        value={chosen}
        disabled={is_fixed}
        onChange={({ target }) => save.mutate({ downloads: target.value as Choice })}
      >
        <option value="off">{words.downloads.off}</option>
        <option value="audio">{words.downloads.audio}</option>
        <option value="audio-and-video">{words.downloads.audioAndVideo}</option>
      </select>
      <p className={fields.hint}>{is_fixed ? words.fixed : words.downloads.hint}</p>
    </div>
  );
}
