// What is typed in a form, until it is saved or discarded. It survives a failed save, a save of somebody else in the meantime, and
// one accidental Escape.
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import { ApiProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./dialog.module.css";
import { words } from "./words.ts";

/** Whether what is around a form may be closed; if not, the form asks what becomes of the changes. */
export type Guard = () => boolean;

interface Options<Saved, Draft> {
  saved: Saved;
  toDraft: (saved: Saved) => Draft;
  /** Sends the draft on top of the revision of what it was made from. */
  send: (draft: Draft, base: Saved) => Promise<unknown>;
  /** Fetches what somebody else has saved. */
  fetch: () => Promise<Saved>;
  /** Adds to what was typed what only they have changed; without it, the person chooses one of both. */
  merge?: (base: Saved, draft: Draft, theirs: Saved) => Draft;
  isChanged?: (draft: Draft, base: Saved) => boolean;
  /** Says what failed, unless a field is to blame. */
  tell: (problem: unknown) => void;
  guard: Ref<Guard>;
  close: () => void;
}

interface Editing {
  isChanged: boolean;
  isSaving: boolean;
  /** Whether it asks what becomes of the changes. */
  isAsking: boolean;
  /** The rule that a field breaks, by its name. */
  faults: Map<string, string>;
  cancel: () => void;
  keepEditing: () => void;
  close: () => void;
}

export function useEditing<Saved, Draft>({
  saved,
  toDraft,
  send,
  fetch,
  merge,
  tell,
  guard,
  close,
  ...options
}: Options<Saved, Draft>) {
  const [base, setBase] = useState(saved);
  const [draft, change] = useState(() => toDraft(saved));
  const [theirs, setTheirs] = useState<Saved>();
  const [isAsking, setAsking] = useState(false);
  const { isChanged: differs = (now, from) => JSON.stringify(now) !== JSON.stringify(toDraft(from)) } = options;
  const isChanged = differs(draft, base);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (on: Saved) => send(draft, on),
    onSuccess: close,
    onError: async (problem) => {
      try {
        if (!(problem instanceof ApiProblem && problem.code === "conflict")) throw problem;
        const now = await fetch();
        if (merge) {
          change(merge(base, draft, now));
          setBase(now);
        }
        setTheirs(now);
      } catch (failure) {
        tell(failure);
      }
    },
  });
  useImperativeHandle(guard, () => () => {
    if (!isChanged || isAsking) return true;
    setAsking(true);
    return false;
  });
  const fields = error instanceof ApiProblem ? error.fields : [];
  const editing: Editing = {
    isChanged,
    isSaving: isPending,
    isAsking,
    faults: new Map(fields.map(({ field, rule }) => [field.split(".")[1] ?? field, rule])),
    cancel: () => (isChanged ? setAsking(true) : close()),
    keepEditing: () => setAsking(false),
    close,
  };
  return {
    editing,
    base,
    draft,
    change,
    theirs,
    save: () => !isPending && mutate(base),
    takeTheirs: (now: Saved) => {
      setBase(now);
      change(toDraft(now));
      setTheirs(undefined);
    },
    keepYours: mutate,
  };
}

interface FootProps {
  editing: Pick<Editing, "isAsking" | "keepEditing" | "close">;
  question: string;
  children: ReactNode;
}

/** The buttons of a form, or the question what becomes of the changes. */
export function EditingFoot({ editing: { isAsking, keepEditing, close }, question, children }: FootProps) {
  if (!isAsking) return children;
  return (
    <div className={css.question} role="alertdialog" aria-label={question}>
      <p className={css.asking}>{question}</p>
      <Button look="danger" onClick={close}>
        {words.discard}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question needs an answer, and this one loses nothing */}
      <Button autoFocus onClick={keepEditing}>
        {words.keepEditing}
      </Button>
    </div>
  );
}

interface ConflictProps {
  heading: string;
  theirs: ReactNode;
  yours: ReactNode;
  takeTheirs: () => void;
  keepYours: () => void;
  isSaving: boolean;
}

/** Both versions side by side, and which of them counts. */
export function Conflict({ heading, theirs, yours, takeTheirs, keepYours, isSaving }: ConflictProps) {
  return (
    <div role="alert" className={css.conflict}>
      <strong>{heading}</strong>
      <div className={css.both}>
        <section>
          <h3>{words.theirs}</h3>
          {theirs}
        </section>
        <section>
          <h3>{words.yours}</h3>
          {yours}
        </section>
      </div>
      <Button onClick={takeTheirs}>{words.takeTheirs}</Button>
      <Button look="danger" busy={isSaving} onClick={keepYours}>
        {words.keepYours}
      </Button>
    </div>
  );
}
