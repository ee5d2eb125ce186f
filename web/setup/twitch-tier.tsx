// Who may watch: the lowest tier of a subscription at Twitch.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Refused } from "#web/tiers/refused.tsx";
import css from "#web/tiers/forms.module.css";
import { words } from "./words.ts";

const levels = ["1000", "2000", "3000"] as const;

export function TwitchTier({ twitch, onChange }: { twitch: SetUp["twitch"]; onChange: (after: SetUp) => void }) {
  const [tier, setTier] = useState(levels.find((level) => level === twitch.min_tier) ?? "1000");
  const save = useMutation({
    mutationFn: () => call("chooseTwitchTier", { body: { min_tier: tier } }),
    onSuccess: onChange,
  });
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <fieldset className={css.choices}>
        <legend>{words.tiers.atLeast}</legend>
        {levels.map((level) => (
          <label key={level} className={css.choice}>
            <input type="radio" name="twitch-tier" checked={level === tier} onChange={() => setTier(level)} />
            {words.tiers.levels[level]}
          </label>
        ))}
      </fieldset>
      <Refused problem={save.error} />
      <div className={css.buttons}>
        <Button type="submit" look={twitch.is_ready ? "plain" : "lamp"} busy={save.isPending}>
          {words.tiers.save}
        </Button>
        <output>{save.isSuccess ? words.tiers.saved : ""}</output>
      </div>
    </form>
  );
}
