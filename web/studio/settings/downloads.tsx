// What members may download as a file.
import { useId } from "react";
import type { Settings } from "#contract/setup.ts";
import { useChange } from "./queries.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

type Choice = Settings["downloads"]["value"];

export function Downloads({ downloads: { value, is_fixed } }: { downloads: Settings["downloads"] }) {
  const id = useId();
  const save = useChange();
  const chosen = save.isPending ? (save.variables.downloads ?? value) : value;
  return (
    <div className={fields.form}>
      <label className={fields.label} htmlFor={id}>
        {words.downloads.label}
      </label>
      <select
        id={id}
        className={fields.input}
        value={chosen}
        disabled={is_fixed}
        onChange={({ target }) => save.mutate({ downloads: target.value as Choice })}
      >
        <option value="off">{words.downloads.off}</option>
        <option value="audio">{words.downloads.audio}</option>
        <option value="audio-and-video">{words.downloads.audioAndVideo}</option>
      </select>
      <p className={fields.hint}>{is_fixed ? words.fixed : words.downloads.hint}</p>
    </div>
  );
}
