// Somebody else has changed the song: what is different, and which of both counts.
import type { Song } from "#contract/songs.ts";
import dialogCss from "#web/songs/dialog.module.css";
import { words } from "#web/songs/words.ts";
import { Button } from "#web/ui/button.tsx";
import { type Draft, toDraft } from "./draft.ts";

interface Props {
  theirs: Song;
  draft: Draft;
  takeTheirs: () => void;
  keepYours: () => void;
}

export function Conflict({ theirs, draft, takeTheirs, keepYours }: Props) {
  const now = toDraft(theirs);
  const different = (Object.keys(now) as (keyof Draft)[]).filter((field) => now[field] !== draft[field]);
  return (
    <div role="alert" className={dialogCss.conflict}>
      <strong>{words.edit.conflict}</strong>
      <div className={dialogCss.both}>
        <Version name={words.paste.theirs} draft={now} fields={different} />
        <Version name={words.paste.yours} draft={draft} fields={different} />
      </div>
      <Button onClick={takeTheirs}>{words.paste.takeTheirs}</Button>{" "}
      <Button look="danger" onClick={keepYours}>
        {words.paste.keepYours}
      </Button>
    </div>
  );
}

function Version({ name, draft, fields }: { name: string; draft: Draft; fields: readonly (keyof Draft)[] }) {
  const say = (value: string | boolean) => (typeof value === "string" ? value : words.edit.yesNo[value ? "yes" : "no"]);
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt>{words.edit.fields[field]}</dt>
            <dd>
              <bdi>{say(draft[field]) || words.edit.empty}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
