// The lowest tier of a subscription at Twitch that may watch.
import { useId } from "react";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

const levels = ["1000", "2000", "3000"] as const;
export type Level = (typeof levels)[number];

interface Props {
  legend: string;
  level: string;
  isFixed?: boolean;
  onChange: (level: Level) => void;
}

export function ChannelChoice({ legend, level: chosen, isFixed = false, onChange }: Props) {
  // the studio can show two of them
  const name = useId();
  return (
    <fieldset className={fields.choices} disabled={isFixed}>
      <legend>{legend}</legend>
      {levels.map((level) => (
        <label key={level} className={fields.choice}>
          <input type="radio" name={name} checked={level === chosen} onChange={() => onChange(level)} />
          {words.levels[level]}
        </label>
      ))}
    </fieldset>
  );
}
