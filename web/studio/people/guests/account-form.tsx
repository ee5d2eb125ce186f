// Adds a guest by their account at Patreon or Twitch, before they ever log in.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { showDone } from "#web/undo/undo.ts";
import { useActing } from "#web/studio/acting.ts";
import { Failure } from "#web/studio/failure.tsx";
import { CommonFields, Field } from "./fields.tsx";
import css from "./guests.module.css";
import { endOfDay, guestsQuery } from "./queries.ts";
import { words } from "./words.ts";

const order: readonly Provider[] = ["twitch", "patreon"];

export function AccountForm() {
  const { site } = useSite();
  const offered = order.filter((provider) => site?.[provider]);
  const { queries, tell } = useActing();
  const [chosen, choose] = useState<Provider>();
  const provider = chosen ?? offered[0] ?? "twitch";
  const fresh = { until: "", note: "", level: "", account: "" };
  const [wish, setWish] = useState(fresh);
  const change = (part: Partial<typeof wish>) => setWish({ ...wish, ...part });
  const again = () => queries.invalidateQueries(guestsQuery);
  const add = useMutation({
    mutationFn: () => {
      const { account, note, until, level } = wish;
      return call("addGuest", { body: { provider, account, note, until: endOfDay(until), level: level || null } });
    },
    onSuccess: ({ guest, change: made }) => {
      setWish(fresh);
      showDone({ message: words.account.added(guest.name), changes: made, tell, refresh: again });
      return again();
    },
  });
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate();
      }}
    >
      <Field label={words.account.provider}>
        {(own) => (
          <select {...own} value={provider} onChange={({ target }) => choose(target.value as Provider)}>
            {offered.map((one) => (
              <option key={one} value={one}>
                {words.account.providers[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.account[provider]} {...(provider === "patreon" && { hint: words.account.patreonHint })}>
        {(own) => (
          <input
            {...own}
            required
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
            value={wish.account}
            onChange={({ target }) => change({ account: target.value })}
          />
        )}
      </Field>
      <CommonFields wish={wish} change={change} />
      {add.error && <Failure problem={add.error} />}
      <Button type="submit" className={css.submit} busy={add.isPending}>
        {words.account.add}
      </Button>
    </form>
  );
}
