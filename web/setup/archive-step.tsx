// The first step: name and address. At another address it goes on there, with a link of its own.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Refused } from "#web/ui/fields/refused.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { ZoneField } from "#web/tiers/zone-field.tsx";
import { Step } from "./step.tsx";
import { words } from "./words.ts";

export function ArchiveStep({ setUp, onChange }: { setUp: SetUp; onChange: (after: SetUp) => void }) {
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
