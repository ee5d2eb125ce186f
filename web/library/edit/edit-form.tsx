// What of a recording is edited in a form: title, upload time, protection, level, description. What was typed survives a failed
// save, a conflict with somebody else's save, and one accidental Escape.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import type { Video } from "#contract/video.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import { LevelFields } from "#web/library/levels/level-fields.tsx";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { saveVideo, setHidden } from "./changes.ts";
import { Clashes } from "./clashes.tsx";
import { type Clash, listDifferences, mergeDraft, readPicker, setUploadTime, takeField, toPicker } from "./draft.ts";
import css from "./edit-dialog.module.css";
import { Field } from "./field.tsx";
import { words } from "./words.ts";

interface Props {
  fetched: Video;
  /** Whether what is around the form may be closed; if not, the form asks what becomes of the changes. */
  guard: Ref<() => boolean>;
  close: () => void;
  /** Above the fields, and below them. */
  heading?: ReactNode;
  more?: ReactNode;
  /** Apart from Cancel and Save. */
  aside?: ReactNode;
  /** Whether it is shown to members is one of the fields, and the form does not take the focus. */
  isWhole?: boolean;
}

export function EditForm({ fetched, guard, close, heading, more, aside, isWhole = false }: Props) {
  const queries = useQueryClient();
  const [base, setBase] = useState(fetched);
  const [draft, setDraft] = useState(fetched);
  const [when, setWhen] = useState(() => toPicker(fetched));
  const [conflict, setConflict] = useState<{ theirs: Video; clashes: Clash[] }>();
  const [isClosing, setClosing] = useState(false);
  const choices = useUser().user?.level?.choices;

  const save = useMutation({
    mutationFn: () => saveDraft(queries, base, draft),
    onSuccess: close,
    onError: async (problem) => {
      try {
        if (!(problem instanceof ApiProblem && problem.code === "conflict")) throw problem;
        const { video: theirs } = await call("getVideo", { params: { id: base.id } });
        const merged = mergeDraft(base, draft, theirs);
        setBase(theirs);
        setDraft(merged.draft);
        setWhen(toPicker(merged.draft));
        setConflict({ theirs, clashes: merged.clashes });
      } catch (failure) {
        showToast({ kind: "error", message: words.messages.saveFailed(sayProblem(failure)) });
      }
    },
  });
  const isChanged = listDifferences(base, draft).length > 0 || when !== toPicker(draft);
  const date = readPicker(when);
  const faults = new Map(
    save.error instanceof ApiProblem
      ? save.error.fields.map(({ field, rule }) => [field, words.dialog.breaksRule(rule)])
      : [],
  );
  if (!date) faults.set("add_date", words.dialog.badDate);
  const cancel = () => (isChanged ? setClosing(true) : close());
  useImperativeHandle(guard, () => () => {
    if (!isChanged || isClosing) return true;
    setClosing(true);
    return false;
  });
  const takeTheirs = ({ field }: Clash) => {
    if (!conflict) return;
    const next = takeField(draft, conflict.theirs, field);
    setDraft(next);
    setWhen(toPicker(next));
    setConflict({ ...conflict, clashes: conflict.clashes.filter((clash) => clash.field !== field) });
  };

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (date && !save.isPending) save.mutate();
      }}
    >
      {heading}
      <div className={css.fields}>
        {conflict && <Clashes clashes={conflict.clashes} takeTheirs={takeTheirs} />}
        <Field label={words.dialog.title} fault={faults.get("title")}>
          {(props) => (
            <input
              {...props}
              type="text"
              dir="auto"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog has to put the focus somewhere inside
              autoFocus={!isWhole}
              value={draft.title}
              onChange={(event) => setDraft({ ...draft, title: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.dialog.uploadTime} fault={faults.get("add_date")}>
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              min="1970-01-01T00:00"
              max="2100-12-31T23:59"
              value={when}
              onChange={(event) => {
                setWhen(event.target.value);
                const chosen = readPicker(event.target.value);
                if (chosen) setDraft(setUploadTime(draft, chosen));
              }}
            />
          )}
        </Field>
        {isWhole && (
          <Field label={words.dialog.shown} fault={undefined}>
            {(props) => (
              <select
                {...props}
                value={String(draft.hidden)}
                onChange={({ target }) => setDraft({ ...draft, hidden: target.value === "true" })}
              >
                <option value="false">{words.dialog.visible}</option>
                <option value="true">{words.dialog.hidden}</option>
              </select>
            )}
          </Field>
        )}
        <Switch
          label={words.dialog.preventDeletion}
          checked={draft.prevent_autodelete}
          onChange={(prevent_autodelete) => setDraft({ ...draft, prevent_autodelete })}
        />
        {choices && <LevelFields choices={choices} draft={draft} change={setDraft} faults={faults} />}
        <Field label={words.dialog.description} fault={faults.get("description")}>
          {(props) => (
            <textarea
              {...props}
              dir="auto"
              rows={4}
              value={draft.description}
              onChange={(event) => setDraft({ ...draft, description: event.target.value })}
            />
          )}
        </Field>
        {more}
      </div>
      {/* with keys: or the button that is pressed would become another one, and save */}
      {isClosing ? (
        <div key="question" className={css.foot} role="alertdialog" aria-label={words.dialog.discardQuestion}>
          <p className={css.question}>{words.dialog.discardQuestion}</p>
          <Button look="danger" onClick={close}>
            {words.dialog.discard}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question needs an answer, and this one loses nothing */}
          <Button autoFocus onClick={() => setClosing(false)}>
            {words.dialog.keepEditing}
          </Button>
        </div>
      ) : (
        <div key="foot" className={css.foot}>
          {aside}
          <Button look="quiet" onClick={cancel}>
            {words.dialog.cancel}
          </Button>
          <Button look="lamp" type="submit" busy={save.isPending}>
            {words.dialog.save}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Hiding is a change of its own, as on a card. */
async function saveDraft(queries: QueryClient, base: Video, draft: Video): Promise<void> {
  const isHidden = draft.hidden !== base.hidden;
  const edited = { ...draft, hidden: base.hidden };
  if (!isHidden || listDifferences(base, edited).length > 0) await saveVideo(queries, edited);
  if (isHidden) await setHidden(queries, draft, { hidden: draft.hidden });
}
