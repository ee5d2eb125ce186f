// What of a recording is edited in a form: title, upload time, protection, level, description.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, useState, useEffect, useRef } from "react";
import type { Video } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { LevelFields } from "#web/library/levels/level-fields.tsx";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Pane } from "#web/ui/dialog/dialog.tsx";
import { EditingFoot, type Guard, useEditing } from "#web/ui/dialog/editing.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import { FaultField } from "#web/ui/fields/field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { saveVideo, setHidden } from "./changes.ts";
import { type Clash, listDifferences, mergeDraft, readPicker, setUploadTime, takeField, toPicker } from "./draft.ts";
import css from "./edit-form.module.css";
import { words } from "./words.ts";
import clashesCss from "./clashes.module.css";

interface Props {
  fetched: Video;
  guard: Ref<Guard>;
  close: () => void;
  /** Below the fields. */
  more?: ReactNode;
  /** Apart from Cancel and Save. */
  apart?: ReactNode;
  /** Whether it is shown to members is one of the fields. */
  isWhole?: boolean;
}

/** The form keeps the text of the date picker, which may be no date yet. */
interface Typed {
  video: Video;
  when: string;
}

const type = (video: Video): Typed => ({ video, when: toPicker(video) });

export function EditForm({ fetched, guard, close, more, apart, isWhole = false }: Props) {
  const queries = useQueryClient();
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const choices = useUser().user?.level?.choices;
  const { editing, draft, change, theirs, save } = useEditing<Video, Typed>({
    saved: fetched,
    toDraft: type,
    isChanged: ({ video, when }, base) => listDifferences(base, video).length > 0 || when !== toPicker(video),
    send: ({ video }, base) => saveDraft(queries, base, video),
    fetch: async () => (await call("getVideo", { params: { id: fetched.id } })).video,
    merge: (base, { video }, now) => {
      const merged = mergeDraft(base, video, now);
      setClashes(merged.clashes);
      return type(merged.draft);
    },
    tell: (problem) => showToast({ kind: "error", message: words.messages.saveFailed(sayProblem(problem)) }),
    guard,
    close,
  });
  const { video, when } = draft;
  const set = (part: Partial<Video>) => change({ ...draft, video: { ...video, ...part } });
  const date = readPicker(when);
  const faults = new Map([...editing.faults].map(([field, rule]) => [field, words.dialog.breaksRule(rule)]));
  if (!date) faults.set("add_date", words.dialog.badDate);

  return (
    <Pane
      submit={() => date && save()}
      foot={
        <EditingFoot editing={editing} question={words.dialog.discardQuestion}>
          {apart}
          <Button look="quiet" onClick={editing.cancel}>
            {dialogWords.cancel}
          </Button>
          <Button look="lamp" type="submit" busy={editing.isSaving}>
            {words.dialog.save}
          </Button>
        </EditingFoot>
      }
    >
      {theirs && (
        <Clashes
          clashes={clashes}
          takeTheirs={({ field }) => {
            change(type(takeField(video, theirs, field)));
            setClashes(clashes.filter((clash) => clash.field !== field));
          }}
        />
      )}
      <FaultField label={words.dialog.title} fault={faults.get("title")}>
        <input type="text" dir="auto" value={video.title} onChange={({ target }) => set({ title: target.value })} />
      </FaultField>
      <FaultField label={words.dialog.uploadTime} fault={faults.get("add_date")}>
        <input
          type="datetime-local"
          min="1970-01-01T00:00"
          max="2100-12-31T23:59"
          value={when}
          onChange={({ target }) => {
            const chosen = readPicker(target.value);
            change({ video: chosen ? setUploadTime(video, chosen) : video, when: target.value });
          }}
        />
      </FaultField>
      {isWhole && (
        <FaultField label={words.dialog.shown} fault={undefined}>
          <select value={String(video.hidden)} onChange={({ target }) => set({ hidden: target.value === "true" })}>
            <option value="false">{words.dialog.visible}</option>
            <option value="true">{words.dialog.hidden}</option>
          </select>
        </FaultField>
      )}
      <div className={css.switch}>
        <Switch
          label={words.dialog.preventDeletion}
          checked={video.prevent_autodelete}
          onChange={(prevent_autodelete) => set({ prevent_autodelete })}
        />
      </div>
      {choices && (
        <LevelFields
          choices={choices}
          draft={video}
          change={(next) => change({ ...draft, video: next })}
          faults={faults}
        />
      )}
      <FaultField label={words.dialog.description} fault={faults.get("description")}>
        <textarea
          dir="auto"
          rows={4}
          value={video.description}
          onChange={({ target }) => set({ description: target.value })}
        />
      </FaultField>
      {more}
    </Pane>
  );
}

/** Hiding is a change of its own, as on a card. */
async function saveDraft(queries: QueryClient, base: Video, draft: Video): Promise<void> {
  const isHidden = draft.hidden !== base.hidden;
  const edited = { ...draft, hidden: base.hidden };
  if (!isHidden || listDifferences(base, edited).length > 0) await saveVideo(queries, edited);
  if (isHidden) await setHidden(queries, draft, { hidden: draft.hidden });
}

const { conflict, fields } = words;

interface ClashesProps {
  clashes: readonly Clash[];
  takeTheirs: (clash: Clash) => void;
}

/** What somebody else saved while this editor was typing, field by field. */
function Clashes({ clashes, takeTheirs }: ClashesProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} role="alert" className={clashesCss.clashes}>
      <strong>{conflict.heading}</strong>
      <p>{clashes.some(({ isBoth }) => isBoth) ? conflict.bothChanged : conflict.merged}</p>
      {clashes.map((clash) => (
        <div key={clash.field} className={clashesCss.clash}>
          <strong>{fields[clash.field]}</strong>
          <dl className={clashesCss.values}>
            <dt>{clash.isBoth ? conflict.theirs : conflict.added}</dt>
            <dd dir="auto">{clash.theirs}</dd>
            {clash.isBoth && (
              <>
                <dt>{conflict.yours}</dt>
                <dd dir="auto">{clash.yours}</dd>
              </>
            )}
          </dl>
          {clash.isBoth && (
            <Button
              size="small"
              aria-label={conflict.theirsForField(fields[clash.field] ?? clash.field)}
              onClick={() => takeTheirs(clash)}
            >
              {conflict.takeTheirs}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
