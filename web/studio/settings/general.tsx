// Studio > Settings > General: the name of the archive, its time zone, what happens to new recordings, and what is counted.
import { useQuery } from "@tanstack/react-query";
import type { Settings } from "#contract/setup.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { ZoneField } from "#web/tiers/zone-field.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Days, OnOff, Select } from "./fields.tsx";
import { settingsQuery, useChange } from "./queries.ts";
import { Part, Sheet, useDraft } from "./sheet.tsx";
import { words } from "./words.ts";

export function GeneralPage() {
  return (
    <Loaded query={useQuery(settingsQuery)} what={words.what}>
      {(settings) => <General settings={settings} />}
    </Loaded>
  );
}

const months = [1, 3, 6, 12, 24];

function General({ settings }: { settings: Settings }) {
  const { address, name, time_zone, hides_new, smaller_sizes, heard_days } = settings;
  const draft = useDraft("general", { name, time_zone, hides_new, smaller_sizes, heard_days });
  const save = useChange();
  const { of } = draft;
  const sizes = draft.values.smaller_sizes;
  // another number may be stored
  const offered = [...new Set([...months, ...(/^\d+$/.test(sizes) ? [Number(sizes)] : [])])].toSorted((a, b) => a - b);
  const names = {
    name: words.archive.name,
    time_zone: words.archive.zone,
    hides_new: words.newRecordings.short,
    smaller_sizes: words.sizes.short,
    heard_days: words.heard.title,
  };
  return (
    <Sheet draft={draft} names={names} save={(changed) => save.mutateAsync(changed)}>
      <Part title={words.archive.title}>
        <Field label={words.archive.name} {...of("name")} />
        <ZoneField {...of("time_zone")} />
        {/* shown only: links and logins depend on it */}
        <p className={fields.hint}>
          {words.archive.address}: {address.value} {address.is_fixed && words.fixed}
        </p>
      </Part>
      <Part title={words.newRecordings.title}>
        <OnOff label={words.newRecordings.hide} hint={words.newRecordings.hint} {...of("hides_new")} />
        <Select
          label={words.sizes.label}
          hint={sizes === "when-asked" ? words.sizes.whenAskedHint : words.sizes.hint}
          options={[
            { value: "always", name: words.sizes.always },
            ...offered.map((count) => ({ value: String(count), name: words.sizes.months(count) })),
            { value: "when-asked", name: words.sizes.whenAsked },
            { value: "never", name: words.sizes.never },
          ]}
          {...of("smaller_sizes")}
        />
      </Part>
      <Part title={words.heard.title}>
        <Days label={words.heard.days} hint={words.heard.hint} least={0} most={3650} {...of("heard_days")} />
      </Part>
    </Sheet>
  );
}
