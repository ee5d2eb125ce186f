// Makes an invitation link, and shows it once.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Failure } from "#web/studio/failure.tsx";
import { useActing } from "#web/studio/acting.ts";
import { CommonFields, Field } from "./fields.tsx";
import css from "./guests.module.css";
import { guestLimits } from "#contract/guest-limits.ts";
import { endOfDay, guestsQuery, inDays } from "./queries.ts";
import { words } from "./words.ts";

export function LinkForm() {
  const { queries } = useActing();
  const fresh = { until: inDays(30), note: "", level: "", most: "1", linkUntil: inDays(7) };
  const [wish, setWish] = useState(fresh);
  const change = (part: Partial<typeof wish>) => setWish({ ...wish, ...part });
  const make = useMutation({
    mutationFn: () =>
      call("makeInvitation", {
        body: {
          guest_until: endOfDay(wish.until),
          link_until: endOfDay(wish.linkUntil) ?? "",
          most_uses: Number(wish.most),
          note: wish.note,
          level: wish.level || null,
        },
      }),
    onSuccess: () => queries.invalidateQueries(guestsQuery),
  });
  if (make.data)
    return (
      <NewLink
        link={make.data.link}
        done={() => {
          make.reset();
          setWish(fresh);
        }}
      />
    );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <Field label={words.link.most}>
        {(own) => (
          <input
            {...own}
            type="number"
            required
            min={1}
            max={guestLimits.uses}
            value={wish.most}
            onChange={({ target }) => change({ most: target.value })}
          />
        )}
      </Field>
      <Field label={words.link.linkUntil}>
        {(own) => (
          <input
            {...own}
            type="date"
            required
            min={inDays(0)}
            max={inDays(guestLimits.linkDays - 1)}
            value={wish.linkUntil}
            onChange={({ target }) => change({ linkUntil: target.value })}
          />
        )}
      </Field>
      <CommonFields wish={wish} change={change} />
      {make.error && <Failure problem={make.error} />}
      <Button type="submit" look="lamp" className={css.submit} busy={make.isPending}>
        {words.link.make}
      </Button>
    </form>
  );
}

function NewLink({ link, done }: { link: string; done: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => showToast({ kind: "done", message: words.link.copied }),
      () => showToast({ kind: "error", message: words.link.notCopied }),
    );
  return (
    <div className={css.form}>
      <output>{words.link.made}</output>
      <input
        className={css.link}
        readOnly
        value={link}
        aria-label={words.link.address}
        onFocus={({ target }) => target.select()}
      />
      <div className={css.buttons}>
        {/* the form that had the focus is gone */}
        <Button look="lamp" ref={(button) => button?.focus()} onClick={() => void copy()}>
          {words.link.copy}
        </Button>
        <Button look="quiet" onClick={done}>
          {words.link.done}
        </Button>
      </div>
    </div>
  );
}
