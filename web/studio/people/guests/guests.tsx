// Studio > Guests: invite people who may watch without a membership, and see until when. Loaded on demand.
import { useQuery } from "@tanstack/react-query";
import type { Guests } from "#contract/guests.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { AccountForm } from "./account-form.tsx";
import { GuestRow } from "./guest-row.tsx";
import css from "./guests.module.css";
import { LinkForm } from "./link-form.tsx";
import { LinkRow } from "./link-row.tsx";
import { guestsQuery } from "./queries.ts";
import { words } from "./words.ts";

export function GuestsPage() {
  const guests = useQuery(guestsQuery);
  return (
    <>
      <p className={rows.lead}>{words.lead}</p>
      <div className={css.forms}>
        <section className={rows.part} aria-label={words.link.title}>
          <h2>{words.link.title}</h2>
          <LinkForm />
        </section>
        <section className={rows.part} aria-label={words.account.title}>
          <h2>{words.account.title}</h2>
          <AccountForm />
        </section>
      </div>
      <Loaded query={guests} what={words.what}>
        {(data) => <Lists data={data} />}
      </Loaded>
    </>
  );
}

function Lists({ data: { guests, invitations } }: { data: Guests }) {
  return (
    <>
      <section className={rows.part} aria-label={words.guests.title}>
        <h2>{words.guests.title}</h2>
        {guests.length === 0 ? (
          <Blank title={words.guests.none}>{words.guests.noneText}</Blank>
        ) : (
          <ul className={rows.rows} aria-label={words.guests.title}>
            {guests.map((guest) => (
              <GuestRow key={guest.id} guest={guest} />
            ))}
          </ul>
        )}
      </section>
      {invitations.length > 0 && (
        <section className={rows.part} aria-label={words.links.title}>
          <h2>{words.links.title}</h2>
          <ul className={rows.rows} aria-label={words.links.title}>
            {invitations.map((invitation) => (
              <LinkRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
