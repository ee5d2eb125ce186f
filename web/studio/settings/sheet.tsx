// A page of settings: what is typed is kept until its one Save sends what was changed. What the environment sets is shown only.
import { type ReactNode, useState } from "react";
import { useKept } from "#web/studio/kept.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import rows from "#web/studio/rows.module.css";
import { Button } from "#web/ui/button.tsx";
import css from "./sheet.module.css";
import { words } from "./words.ts";

/** Settings as the contract has them. */
type Fields = Readonly<Record<string, { value: unknown; is_fixed: boolean }>>;
type Values<F extends Fields> = { [K in keyof F]: F[K]["value"] };

/** What a field of a form needs. */
export interface FieldOf<T> {
  value: T;
  isFixed: boolean;
  onChange: (value: T) => void;
}

export interface Draft<F extends Fields> {
  /** The values that would be saved. */
  values: Values<F>;
  /** What differs from what the server has. */
  changed: Partial<Values<F>>;
  of: <K extends keyof F>(name: K) => FieldOf<F[K]["value"]>;
  set: (part: Partial<Values<F>>) => void;
  /** What was sent is saved now; what was typed since stays. */
  forget: (sent: Partial<Values<F>>) => void;
  discard: () => void;
}

export function useDraft<F extends Fields>(page: string, fields: F): Draft<F> {
  const [typed, keep] = useKept<Partial<Values<F>>>(`settings ${page}`);
  const leaveSame = (part: Partial<Values<F>>) =>
    Object.fromEntries(
      Object.entries(part).filter(([name, value]) => {
        const field = fields[name];
        return field && !field.is_fixed && JSON.stringify(value) !== JSON.stringify(field.value);
      }),
    ) as Partial<Values<F>>;
  const saved = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])) as Values<F>;
  const changed = leaveSame(typed);
  const values: Values<F> = { ...saved, ...changed };
  const set = (part: Partial<Values<F>>) => keep((now) => leaveSame({ ...now, ...part }));
  return {
    values,
    changed,
    of: (name) => ({
      value: values[name],
      isFixed: fields[name]?.is_fixed ?? false,
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values<F>>),
    }),
    set,
    forget: (sent) =>
      keep(
        (now) =>
          Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name])) as Partial<Values<F>>,
      ),
    discard: () => keep(() => ({})),
  };
}

interface Props<F extends Fields> {
  draft: Draft<F>;
  /** Names of the fields, shown beside Save. */
  names: { [K in keyof F]: string };
  /** Says itself what was refused. */
  save: (changed: Partial<Values<F>>) => Promise<unknown>;
  children: ReactNode;
}

export function Sheet<F extends Fields>({ draft, names, save, children }: Props<F>) {
  const [isBusy, setBusy] = useState(false);
  const changed = Object.keys(draft.changed) as (keyof F & string)[];
  const submit = async () => {
    if (isBusy || changed.length === 0) return;
    setBusy(true);
    const isSaved = await save(draft.changed).then(
      () => true,
      () => false,
    );
    if (isSaved) draft.forget(draft.changed);
    setBusy(false);
  };
  return (
    <form
      className={css.sheet}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <div className={css.bar} data-shown={changed.length > 0 || undefined}>
        <output className={css.said}>
          {changed.length > 0 && (
            <>
              <strong>{words.notSaved(changed.length)}</strong>{" "}
              <span className={css.names}>{changed.map((name) => names[name]).join(" · ")}</span>
            </>
          )}
        </output>
        {changed.length > 0 && (
          <>
            <Button ref={keepFocus} onClick={draft.discard}>
              {words.discard}
            </Button>
            <Button ref={keepFocus} type="submit" look="lamp" busy={isBusy}>
              {words.save}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

/** A part of such a page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${rows.part} ${css.part}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
